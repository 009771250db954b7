import { describe, expect, test } from 'vitest';
import { calendarRules } from '../plan/calendar-rules.ts';
import { CalendarFields, hoursOfCalendar } from './calendar.ts';
import { common, type WorkingTime } from './working-time.ts';

const hour = 3_600_000;
const office = ['08:00-12:00', '13:00-17:00'];
const fiveDays = { mon: office, tue: office, wed: office, thu: office, fri: office };
const nights = ['22:00-06:00'];
const sevenNights = { mon: nights, tue: nights, wed: nights, thu: nights, fri: nights, sat: nights, sun: nights };
const calendar = (fields: object = {}) => CalendarFields.parse({ name: 'office', week: fiveDays, ...fields });
const berlin = { time_zone: 'Europe/Berlin' };

const at = (text: string): number => Date.parse(text.length === 16 ? `${text}:00Z` : text);
const told = (instant: number): string =>
  Number.isFinite(instant) ? new Date(instant).toISOString().slice(0, 16) : 'never';

describe('work ends', () => {
  test.each([
    ['after a weekend, if it begins on Friday', {}, '2026-11-27T16:00', 3, '2026-11-30T10:00'],
    ['at the end of the hours, not at the next begin', {}, '2026-11-27T13:00', 4, '2026-11-27T17:00'],
    ['after a lunch break', {}, '2026-11-30T11:00', 2, '2026-11-30T14:00'],
    ['on a Saturday that works', { days: { '2026-11-28': office } }, '2026-11-27T16:00', 3, '2026-11-28T10:00'],
    ['after a holiday of every year', { days: { '12-25': [] } }, '2026-12-24T16:00', 2, '2026-12-28T09:00'],
    ['after Easter', { days: { 'easter-2': [], 'easter+1': [] } }, '2026-04-02T16:00', 2, '2026-04-07T09:00'],
    ['after half a day', { days: { '2026-12-24': ['08:00-12:00'] } }, '2026-12-24T11:00', 2, '2026-12-25T09:00'],
    ['on a leap day', { days: { '02-29': ['08:00-09:00'] } }, '2028-02-28T16:00', 1, '2028-02-28T17:00'],
    [
      'on a leap day that is a Saturday',
      { days: { '02-29': ['08:00-10:00'] } },
      '2020-02-28T16:00',
      2,
      '2020-02-29T09:00',
    ],
    ['years later', {}, '2026-01-01T08:00', 8 * 262, '2027-01-01T17:00'],
    ['by the clock of a time zone, in winter', berlin, '2026-03-27T15:00', 2, '2026-03-30T07:00'],
    ['by the clock of a time zone, in summer', berlin, '2026-10-23T14:00', 2, '2026-10-26T08:00'],
    ['after a night that is shorter', { ...berlin, week: sevenNights }, '2026-03-28T21:00', 8, '2026-03-29T21:00'],
    ['within a night that is longer', { ...berlin, week: sevenNights }, '2026-10-24T20:00', 9, '2026-10-25T05:00'],
    ['in a night over New Year', { week: sevenNights }, '2026-12-31T23:00', 3, '2027-01-01T02:00'],
    ['at once, if there is none, within the hours', {}, '2026-11-27T17:00', 0, '2026-11-27T17:00'],
    ['as soon as there are hours, if there is none', {}, '2026-11-28T10:00', 0, '2026-11-30T08:00'],
    ['never, where all days are over', { week: {}, days: { '2026-01-05': office } }, '2026-01-05T16:00', 3, 'never'],
    ['in a zone half an hour off', { time_zone: 'Asia/Kolkata' }, '2026-11-27T11:00', 1, '2026-11-30T03:00'],
    ['beyond the date line', { time_zone: 'Pacific/Kiritimati' }, '2026-12-31T02:00', 2, '2026-12-31T19:00'],
  ])('%s', (_, fields, from, hours, end) => {
    expect(told(hoursOfCalendar(calendar(fields)).finish(at(from), hours * hour))).toBe(end);
  });
});

test.each([
  ['UTC', fiveDays],
  ['Europe/Berlin', fiveDays],
  ['Europe/Berlin', sevenNights],
  ['America/St_Johns', sevenNights],
  ['Australia/Lord_Howe', { sat: ['00:00-24:00'], sun: ['01:30-02:30'] }],
])('in %s the begin, the end and the work between agree at any time of a year', (time_zone, week) => {
  const time = hoursOfCalendar(calendar({ time_zone, week }));
  for (let step = 0; step < 2_000; step += 1) {
    const start = time.next(at('2026-01-01T00:00') + step * 4.37 * hour);
    const work = ((step % 40) + 1) * 0.5 * hour;
    const end = time.finish(start, work);
    expect(time.between(start, end)).toBeCloseTo(work);
    expect(time.between(time.begin(end, work), end)).toBeCloseTo(work);
    expect(time.begin(end, work)).toBeGreaterThanOrEqual(start);
    expect(time.finish(time.begin(end, work), work)).toBe(end);
  }
});

describe('two calendars', () => {
  const hoursOf = (fields: object): WorkingTime => hoursOfCalendar(calendar(fields));
  test('have the hours that both have', () => {
    const both = common([hoursOf({}), hoursOf({ week: { fri: ['15:00-20:00'], mon: ['06:00-09:00'] } })]);
    expect(told(both?.finish(at('2026-11-27T08:00'), 2.5 * hour) ?? 0)).toBe('2026-11-30T08:30');
  });
  test('that never agree have none', () => {
    const both = common([hoursOf({ week: { mon: office } }), hoursOf({ week: { tue: office } })]);
    expect(both?.next(at('2026-11-27T08:00'))).toBe(Number.POSITIVE_INFINITY);
  });
});

test.each([
  ['without hours', { week: {} }],
  ['with nothing but days off', { week: {}, days: { '2026-12-24': [] } }],
  ['with an hour that there is not', { week: { mon: ['08:00-25:00'] } }],
  ['with a day that no year has', { days: { '02-30': office } }],
  ['with a date that its year does not have', { days: { '2026-02-29': office } }],
  ['with a time zone that there is not', { time_zone: 'Europe/Atlantis' }],
])('a calendar %s is refused', (_, fields) => {
  expect(CalendarFields.safeParse({ name: 'office', week: fiveDays, ...fields }).success).toBe(false);
});

describe('an event is ruled by', () => {
  const rules = calendarRules([
    calendar({ name: 'all', account: true, week: { mon: office } }),
    calendar({ name: 'lab', places: ['Lab '], week: { tue: office } }),
    calendar({ name: 'ann', people: ['ann'], week: { tue: ['10:00-11:00'], wed: office } }),
  ]);
  test.each([
    ['the account, where nothing else rules', { place: undefined, participants: ['bob'] }, '2026-11-30T08:00'],
    ['its place alone', { place: 'lab', participants: [] }, '2026-12-01T08:00'],
    ['its place and a person', { place: 'lab', participants: ['ann'] }, '2026-12-01T10:00'],
    ['the calendar that it names', { calendar: 'ann', place: undefined, participants: [] }, '2026-12-01T10:00'],
    [
      'the account, if the calendar is gone',
      { calendar: 'gone', place: undefined, participants: [] },
      '2026-11-30T08:00',
    ],
  ])('%s', (_, event, next) => {
    expect(told(rules(event)?.next(at('2026-11-28T00:00')) ?? 0)).toBe(next);
  });
});
