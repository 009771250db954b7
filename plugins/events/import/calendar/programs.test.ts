import { describe, expect, it, test } from 'vitest';
import { calendar, read, vevent } from '../testing/calendars/text.ts';

const zone = (tzid: string, ...observances: readonly (readonly string[])[]) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  ...observances.flat(),
  'END:VTIMEZONE',
];
const observance = (kind: string, start: string, from: string, to: string, ...more: readonly string[]) => [
  `BEGIN:${kind}`,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  `DTSTART:${start}`,
  ...more,
  `END:${kind}`,
];

const outlookBerlin = [
  observance('STANDARD', '16010101T030000', '+0200', '+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'),
  observance('DAYLIGHT', '16010101T020000', '+0100', '+0200', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'),
];
const newYork = [
  observance('DAYLIGHT', '20070311T020000', '-0500', '-0400', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'),
  observance('STANDARD', '20071104T020000', '-0400', '-0500', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'),
];

describe('a calendar as programs write it is read', () => {
  test.each([
    [
      'Google: the zone of floating times is that of the calendar',
      ['PRODID:-//Google Inc//Google Calendar 70.9054//EN', 'METHOD:PUBLISH', 'X-WR-TIMEZONE:Europe/Paris'],
      vevent('a@google.com', 'DTSTART:20260701T090000', 'SEQUENCE:0', 'STATUS:CONFIRMED', 'SUMMARY:Stand-up'),
      ['a@google.com 2026-07-01T07:00:00Z'],
    ],
    [
      'Google: an event of a day is on that day, wherever the calendar is',
      ['PRODID:-//Google Inc//Google Calendar 70.9054//EN', 'X-WR-TIMEZONE:Asia/Tokyo'],
      vevent('a', 'DTSTART;VALUE=DATE:20260701', 'SUMMARY:Holiday', 'LOCATION:', 'DESCRIPTION:'),
      ['a 2026-07-01T00:00:00Z'],
    ],
    [
      'Outlook: a Windows name with its definition',
      zone('W. Europe Standard Time', ...outlookBerlin),
      vevent('a', 'SUMMARY;LANGUAGE=en-us:Review', 'DTSTART;TZID=W. Europe Standard Time:20260701T090000'),
      ['a 2026-07-01T07:00:00Z'],
    ],
    [
      'Outlook: a Windows name in quotes, without a definition',
      ['PRODID:Microsoft Exchange Server 2010', 'METHOD:REQUEST'],
      vevent('a', 'SUMMARY:Review', 'DTSTART;TZID="Eastern Standard Time":20260701T090000'),
      ['a 2026-07-01T13:00:00Z'],
    ],
    [
      'Outlook: a zone of its own making',
      zone('Customized Time Zone', ...outlookBerlin),
      vevent('a', 'SUMMARY:Review', 'DTSTART;TZID=Customized Time Zone:20260115T090000'),
      ['a 2026-01-15T08:00:00Z'],
    ],
    [
      'Apple: no place, no title',
      ['PRODID:-//Apple Inc.//macOS 14.4//EN', 'CALSCALE:GREGORIAN'],
      vevent('3F2504E0', 'DTSTART;TZID=America/Los_Angeles:20260701T090000', 'TRANSP:OPAQUE'),
      ['3F2504E0 2026-07-01T16:00:00Z'],
    ],
    [
      'Apple: a task besides',
      ['BEGIN:VTODO', 'UID:t', 'SUMMARY:Call', 'END:VTODO'],
      vevent('a', 'DTSTART:20260701T090000Z', 'SUMMARY:Lunch'),
      ['3: A VTODO is no event and was left out', 'a 2026-07-01T09:00:00Z'],
    ],
    [
      'Thunderbird: a prefix before the name',
      ['PRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN'],
      vevent('a', 'SUMMARY:Lunch', 'DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20260701T090000'),
      ['a 2026-07-01T07:00:00Z'],
    ],
    [
      'Evolution: a prefix before the name, and a definition that ends too early',
      zone(
        '/freeassociation.sourceforge.net/Europe/Berlin',
        observance('STANDARD', '19701025T030000', '+0200', '+0100'),
      ),
      vevent('a', 'SUMMARY:X', 'DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Berlin:20260701T090000'),
      ['a 2026-07-01T07:00:00Z'],
    ],
    [
      'Nextcloud: a journal besides, and a moved occurrence',
      ['PRODID:-//IDN nextcloud.com//Calendar app 4.7//EN', 'BEGIN:VJOURNAL', 'UID:j', 'END:VJOURNAL'],
      [
        ...vevent('a', 'SUMMARY:Choir', 'DTSTART;TZID=Europe/Berlin:20260701T190000', 'RRULE:FREQ=WEEKLY;COUNT=2'),
        ...vevent(
          'a',
          'SUMMARY:Choir',
          'RECURRENCE-ID;TZID=Europe/Berlin:20260708T190000',
          'DTSTART;TZID=Europe/Berlin:20260709T190000',
        ),
      ],
      [
        '4: A VJOURNAL is no event and was left out',
        'a/2026-07-01T17:00:00Z 2026-07-01T17:00:00Z',
        'a/2026-07-08T17:00:00Z 2026-07-09T17:00:00Z',
      ],
    ],
    [
      'a slash before the name',
      [],
      vevent('a', 'SUMMARY:X', 'DTSTART;TZID=/Europe/Stockholm:20221021T200000'),
      ['a 2022-10-21T18:00:00Z'],
    ],
  ])('%s', (_, head, events, expected) => {
    expect(read(calendar(...head, ...events))).toEqual(expected);
  });
});

describe('a zone that the calendar defines', () => {
  const at = (observances: readonly (readonly string[])[], local: string, ...more: readonly string[]) =>
    read(calendar(...zone('Home', ...observances), ...vevent('a', `DTSTART;TZID=Home:${local}`, ...more)));

  test.each([
    [
      'before its first onset has the standard offset',
      outlookBerlin.toReversed(),
      '16000701T120000',
      '1600-07-01T11:00',
    ],
    ['before its first onset, daylight time', newYork, '20060701T120000', '2006-07-01T17:00'],
    ['reads a time in a gap by the offset before it', newYork, '20260308T023000', '2026-03-08T07:30'],
    ['begins its gap with the change', newYork, '20260308T020000', '2026-03-08T07:00'],
    ['ends its gap an hour later', newYork, '20260308T030000', '2026-03-08T07:00'],
    ['reads a time that comes twice as the first', newYork, '20261101T013000', '2026-11-01T05:30'],
    ['has the later offset once the fold is over', newYork, '20261101T020000', '2026-11-01T07:00'],
    [
      'changes on the dates that it lists',
      [
        observance('STANDARD', '19700101T000000', '+0100', '+0100'),
        observance('DAYLIGHT', '20250601T020000', '+0100', '+0300', 'RDATE:20260601T020000'),
        observance('STANDARD', '20250901T030000', '+0300', '+0100', 'RDATE:20260901T030000,20270901T030000'),
      ],
      '20260701T120000',
      '2026-07-01T09:00',
    ],
    [
      'may have odd seconds',
      [observance('STANDARD', '18000101T000000', '+005328', '+005328')],
      '18900101T000000',
      '1889-12-31T23:06:32',
    ],
    [
      'may have no standard time',
      [observance('DAYLIGHT', '20200101T000000', '+0100', '+0200')],
      '20190101T120000',
      '2019-01-01T10:00',
    ],
  ])('%s', (_, observances, local, expected) => {
    expect(at(observances, local)).toEqual([`a ${expected}${expected.length === 16 ? ':00' : ''}Z`]);
  });

  it('has no occurrence in a gap, and counts none, as a zone by name', () => {
    const expected = ['2026-03-07T07:30:00Z', '2026-03-09T06:30:00Z', '2026-03-10T06:30:00Z'];
    expect(at(newYork, '20260307T023000', 'RRULE:FREQ=DAILY;COUNT=3')).toEqual(
      expected.map((time) => `a/${time} ${time}`),
    );
  });

  it('has its last occurrence though UNTIL is on the day before in UTC', () => {
    const tokyo = [observance('STANDARD', '19700101T000000', '+0900', '+0900')];
    expect(at(tokyo, '20250101T050000', 'RRULE:FREQ=DAILY;UNTIL=20250101T200000Z')).toHaveLength(2);
  });
});

describe('what a program cancels or changes', () => {
  const version = (sequence: number, ...lines: readonly string[]) =>
    vevent('a', `SEQUENCE:${sequence}`, 'SUMMARY:X', ...lines);
  const cancelled = 'The event is cancelled and was left out';
  const outdated = 'The file has a later version of this event';
  const first = version(0, 'DTSTART:20260701T090000Z');

  test.each([
    ['a calendar that cancels', ['METHOD:CANCEL', ...first], [`4: ${cancelled}`]],
    ['a calendar that cancels, in small letters', ['METHOD:cancel', ...first], [`4: ${cancelled}`]],
    ['an event that is cancelled', version(0, 'DTSTART:20260701', 'STATUS:CANCELLED'), [`3: ${cancelled}`]],
    [
      'a later version',
      [...version(2, 'DTSTART:20260702T090000Z'), ...first],
      [`10: ${outdated}`, 'a 2026-07-02T09:00:00Z'],
    ],
    [
      'a version with a number of two digits',
      [...version(10, 'DTSTART:20260702T090000Z'), ...version(9, 'DTSTART:20260701T090000Z')],
      [`10: ${outdated}`, 'a 2026-07-02T09:00:00Z'],
    ],
    [
      'a cancellation of the same version',
      [...first, ...version(0, 'DTSTART:20260701T090000Z', 'STATUS:CANCELLED')],
      [`3: ${outdated}`, `10: ${cancelled}`],
    ],
    [
      'an event that takes place after all',
      [...version(1, 'DTSTART:20260701T090000Z', 'STATUS:CANCELLED'), ...version(2, 'DTSTART:20260701T090000Z')],
      [`3: ${outdated}`, 'a 2026-07-01T09:00:00Z'],
    ],
    [
      'an occurrence that is moved twice',
      [
        ...version(0, 'DTSTART:20260701T090000Z', 'RRULE:FREQ=DAILY;COUNT=2'),
        ...version(1, 'RECURRENCE-ID:20260702T090000Z', 'DTSTART:20260702T100000Z'),
        ...version(2, 'RECURRENCE-ID:20260702T090000Z', 'DTSTART:20260702T110000Z'),
      ],
      [`11: ${outdated}`, 'a/2026-07-01T09:00:00Z 2026-07-01T09:00:00Z', 'a/2026-07-02T09:00:00Z 2026-07-02T11:00:00Z'],
    ],
    [
      'an occurrence that is moved twice, named by the clocks of its zone and by UTC',
      [
        ...version(0, 'DTSTART;TZID=Europe/Berlin:20260701T110000', 'RRULE:FREQ=DAILY;COUNT=2'),
        ...version(2, 'RECURRENCE-ID;TZID=Europe/Berlin:20260702T110000', 'DTSTART:20260702T110000Z'),
        ...version(1, 'RECURRENCE-ID:20260702T090000Z', 'DTSTART:20260702T100000Z'),
      ],
      [`19: ${outdated}`, 'a/2026-07-01T09:00:00Z 2026-07-01T09:00:00Z', 'a/2026-07-02T09:00:00Z 2026-07-02T11:00:00Z'],
    ],
    [
      'an occurrence that is named by its day, and by its time in another zone',
      [
        ...version(1, 'RECURRENCE-ID;VALUE=DATE:20260702', 'DTSTART:20260702T100000Z'),
        ...version(0, 'DTSTART;TZID=Europe/Berlin:20260701T110000', 'RRULE:FREQ=DAILY;COUNT=2'),
        ...version(2, 'RECURRENCE-ID;TZID=America/New_York:20260702T050000', 'DTSTART:20260702T110000Z'),
      ],
      [`3: ${outdated}`, 'a/2026-07-01T09:00:00Z 2026-07-01T09:00:00Z', 'a/2026-07-02T09:00:00Z 2026-07-02T11:00:00Z'],
    ],
    [
      'a task of the same UID',
      [...first, 'BEGIN:VTODO', 'UID:a', 'SEQUENCE:9', 'END:VTODO'],
      ['10: A VTODO is no event and was left out', 'a 2026-07-01T09:00:00Z'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(read(calendar(...lines))).toEqual(expected);
  });

  it('is known in another calendar of the file too', () => {
    expect(read(calendar(...first) + calendar('METHOD:CANCEL', ...version(1, 'DTSTART:20260701T090000Z')))).toEqual([
      `3: ${outdated}`,
      `14: ${cancelled}`,
    ]);
  });
});

describe('a period', () => {
  const day = (date: string) => Date.parse(`${date}T00:00:00Z`);
  const daily = calendar(...vevent('a', 'SUMMARY:X', 'DTSTART:20190101T090000Z', 'RRULE:FREQ=DAILY'));

  it('has the occurrences of an old series that begin in it', () => {
    expect(read(daily, { from: day('2026-07-01'), to: day('2026-07-03') })).toEqual([
      'a/2026-07-01T09:00:00Z 2026-07-01T09:00:00Z',
      'a/2026-07-02T09:00:00Z 2026-07-02T09:00:00Z',
    ]);
  });

  it('without an end has 1,000, and one with an end has all', () => {
    expect(read(daily, { from: day('2026-07-01') })).toHaveLength(1001);
    expect(read(daily, { from: day('2020-01-01'), to: day('2023-01-01') })).toHaveLength(1096);
  });

  it('that ends before a series begins has none of it', () => {
    expect(read(daily, { to: day('2018-01-01') })).toEqual([
      '3: No occurrence of the event begins in the period, or all are excluded',
    ]);
  });
});
