import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, test } from 'vitest';
import { readCalendars } from './components.ts';
import { instantOf, parseMoment } from './moment.ts';
import { findProperty } from './property.ts';
import { createZoneLookup } from './zones.ts';

/** When that is, in UTC. */
function instant(value: string, parameters = ''): string {
  const file = ['BEGIN:VCALENDAR', `DTSTART${parameters}:${value}`, 'END:VCALENDAR'].join('\n');
  const [calendar] = readCalendars(Buffer.from(file)).calendars;
  if (calendar === undefined) throw new Error('there is no calendar');
  const property = findProperty(calendar, 'DTSTART');
  if (property === undefined) throw new Error('there is no DTSTART');
  return new Date(instantOf(parseMoment(value, property, createZoneLookup(calendar)))).toISOString().slice(0, 19);
}

const instantIn = (zone: string, value: string) => instant(value, `;TZID=${zone}`);

test.each([
  ['Europe/Berlin', '20250330T015959', '2025-03-30T00:59:59'],
  ['Europe/Berlin', '20250330T030000', '2025-03-30T01:00:00'],
  ['Europe/Berlin', '20251026T015959', '2025-10-25T23:59:59'],
  ['Europe/Berlin', '20251026T030000', '2025-10-26T02:00:00'],
  ['America/New_York', '20250101T000000', '2025-01-01T05:00:00'],
  ['Asia/Kathmandu', '20250101T000000', '2024-12-31T18:15:00'],
  ['Australia/Lord_Howe', '20250405T120000', '2025-04-05T01:00:00'],
  ['Pacific/Apia', '20111231T050000', '2011-12-30T15:00:00'],
  ['Europe/Berlin', '18900101T000000', '1889-12-31T23:06:32'],
  ['Africa/Monrovia', '19700101T000000', '1970-01-01T00:44:30'],
  ['Etc/UTC', '00010101T000000', '0001-01-01T00:00:00'],
])('in %s %s is %s UTC', (zone, local, expected) => {
  expect(instantIn(zone, local)).toBe(expected);
});

// The examples of RFC 5545, section 3.3.5.
test('a time that there is twice is the first of the two', () => {
  expect(instantIn('America/New_York', '20071104T013000')).toBe('2007-11-04T05:30:00');
  expect(instantIn('Europe/Berlin', '20251026T020000')).toBe('2025-10-26T00:00:00');
  expect(instantIn('Europe/Berlin', '20251026T025959')).toBe('2025-10-26T00:59:59');
});

test('a time that there is not is told by the offset before the gap', () => {
  expect(instantIn('America/New_York', '20070311T023000')).toBe('2007-03-11T07:30:00');
  expect(instantIn('Europe/Berlin', '20250330T020000')).toBe('2025-03-30T01:00:00');
  expect(instantIn('Pacific/Apia', '20111230T120000')).toBe('2011-12-30T22:00:00');
});

test.each(['Mars/Olympus_Mons', 'Middle-earth Standard Time'])('there is no zone %s in the database', (zone) => {
  expect(() => instantIn(zone, '20250101T000000')).toThrow('no IANA time zone of that name');
});

test.each([
  ['20250301', '2025-03-01T00:00:00'],
  ['20250301T083000', '2025-03-01T08:30:00'],
  ['20240229T235959Z', '2024-02-29T23:59:59'],
  ['00000101', '0000-01-01T00:00:00'],
  // As Google writes birthdays.
  ['20250301Z', '2025-03-01T00:00:00'],
])('%s without a zone is read as UTC', (value, expected) => {
  expect(instant(value)).toBe(expected);
});

test('a time in UTC has no other zone', () => {
  expect(instantIn('Europe/Berlin', '20250701T000000Z')).toBe('2025-07-01T00:00:00');
});

test.each([
  '2025-03-01',
  '20250301T0830',
  '20250301T083000+0100',
  '20250301T083000z',
  '20250230',
  '20250229T000000Z',
  '20251301',
  '20250301T240000Z',
  '20250301 ',
  '20250301ZZ',
  '2025030Z',
])('%j is no date and no date-time', (value) => {
  expect(() => instant(value)).toThrow('is no date or date-time such as 20250301T083000Z');
});

/** When the clocks of a VTIMEZONE show that, in UTC. */
function zonedInstant(local: string, ...lines: readonly string[]): string {
  const file = ['BEGIN:VCALENDAR', 'BEGIN:VTIMEZONE', 'TZID:Home', ...lines, 'END:VTIMEZONE', 'END:VCALENDAR'];
  const [calendar] = readCalendars(Buffer.from(file.join('\n'))).calendars;
  if (calendar === undefined) throw new Error('there is no calendar');
  const zone = createZoneLookup(calendar)('Home');
  const shown = Temporal.PlainDateTime.from(local).toZonedDateTime(zone.id);
  return new Date(zone.instantOf(shown)).toISOString().slice(0, 19);
}

const observance = (name: string, start: string, from: string, to: string, ...more: readonly string[]) => [
  `BEGIN:${name}`,
  `DTSTART:${start}`,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  ...more,
  `END:${name}`,
];

describe('a VTIMEZONE', () => {
  // As Outlook writes it.
  const berlin = [
    ...observance('STANDARD', '16010101T030000', '+0200', '+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'),
    ...observance('DAYLIGHT', '16010101T020000', '+0100', '+0200', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'),
  ];

  test.each([
    '2025-03-30T01:59:59',
    '2025-03-30T03:00:00',
    '2025-10-26T01:59:59',
    '2025-10-26T03:00:00',
    '2060-07-01T12:00:00',
  ])('agrees at %s with the time zone database, whose rule it has', (local) => {
    const named = Temporal.PlainDateTime.from(local).toZonedDateTime('Europe/Berlin').toInstant();
    expect(zonedInstant(local, ...berlin)).toBe(named.toString().slice(0, 19));
  });

  it('may change its rules', () => {
    const until = observance(
      'STANDARD',
      '20000101T000000',
      '+0000',
      '+0300',
      'RRULE:FREQ=YEARLY;UNTIL=20100101T000000Z',
    );
    const then = observance('STANDARD', '20200101T000000', '+0300', '+0400');
    expect(zonedInstant('2015-01-01T12:00:00', ...until, ...then)).toBe('2015-01-01T09:00:00');
    expect(zonedInstant('2025-01-01T12:00:00', ...until, ...then)).toBe('2025-01-01T08:00:00');
  });

  test.each([
    [[], 'The VTIMEZONE in line 2 has no STANDARD or DAYLIGHT'],
    [
      ['BEGIN:STANDARD', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100', 'END:STANDARD'],
      'line 2 has a STANDARD without DTSTART',
    ],
    [observance('STANDARD', '20000101T000000', '+0100', 'soon'), 'The VTIMEZONE in line 2 cannot be read'],
    [observance('STANDARD', 'soon', '+0100', '+0100'), 'The VTIMEZONE in line 2 cannot be read'],
    [
      observance('STANDARD', '20000101T000000', '+0100', '+0100', 'RRULE:soon'),
      'The VTIMEZONE in line 2 cannot be read',
    ],
  ])('is refused with what is wrong: %#', (lines, reason) => {
    expect(() => zonedInstant('2025-01-01T12:00:00', ...lines)).toThrow(reason);
  });
});
