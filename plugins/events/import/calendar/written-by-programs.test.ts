import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { calendar, read, vevent } from '../testing/calendars/text.ts';
import calendarLines from './calendar-work.ts';

/** A file as a program writes it, with the ends of lines that the RFC asks for. */
const fileOf = (program: string) =>
  readFileSync(new URL(`../testing/calendars/${program}.ics`, import.meta.url), 'utf8').replaceAll('\n', '\r\n');

const times = (file: string) =>
  calendarLines(Buffer.from(file))
    .toArray()
    .flatMap((line): readonly string[] => {
      if ('series' in line) return [];
      if (!('fields' in line))
        return [`${line.line}: ${'omitted' in line ? line.omitted : 'detail' in line ? line.detail : 'a calendar'}`];
      const { time, end_time, description, location, participants } = line.fields;
      return [[time, end_time, description, location, participants].filter((each) => each !== undefined).join(' | ')];
    });

const meet =
  '<b>Agenda</b><br>-::~:~::~:~:~:~:~:~:~:~:~:~:~:~::~:~::-\nJoin with Google Meet: https://meet.google.com/abc-defg-hij\n-::~:~::~:~:~:~::-';
const teams =
  'Please read the plan.\n\n________________________________\nMicrosoft Teams meeting\nJoin: <https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0?context=%7b%22Tid%22%3a%22x%22%7d>\n';
const review = `Review: Umzug – Phase 2\n${teams} | Microsoft Teams Meeting; Room 4711 | Hopper, Grace,Lovelace, Ada,Room 4711`;
const standUp = `Stand-up\n${meet} | Room "Zuse", 2nd floor | Team,Ada Lovelace,grace@example.com`;
const birthday =
  'Birthday 🎉\nBring the 🎂 and candles | Apple Park\n1 Apple Park Way, Cupertino CA 95014, United States';
const choir = 'Choir\nBring music: page 12 | Church hall | Ada';
const probe = 'Probe | Gemeindesaal | Verein,Ada';

it.each([
  [
    'google',
    [
      `2026-03-23T08:30:00Z | 2026-03-23T08:45:00Z | ${standUp}`,
      '2026-03-30T12:00:00Z | 2026-03-30T12:15:00Z | Stand-up (moved)',
      `2026-04-13T07:30:00Z | 2026-04-13T07:45:00Z | ${standUp}`,
      '2026-04-03T00:00:00Z | 2026-04-04T00:00:00Z | Karfreitag',
      '84: The event is cancelled and was left out',
    ],
  ],
  [
    'outlook',
    [
      `2026-03-27T09:00:00Z | 2026-03-27T10:00:00Z | ${review}`,
      '2026-04-03T06:30:00Z | 2026-04-03T07:30:00Z | Review: Umzug – Phase 2',
      `2026-04-10T08:00:00Z | 2026-04-10T09:00:00Z | ${review}`,
      '2026-04-06T00:00:00Z | 2026-04-08T00:00:00Z | Urlaub',
      '2026-04-01T03:30:00Z | 2026-04-01T04:30:00Z | Call Bengaluru',
    ],
  ],
  [
    'apple',
    [
      '80: A VTODO is no event and was left out',
      `2026-03-08T01:00:00Z | 2026-03-08T03:00:00Z | ${birthday}`,
      `2026-03-15T00:00:00Z | 2026-03-15T02:00:00Z | ${birthday}`,
      '2026-04-15T00:00:00Z | 2026-04-16T00:00:00Z | Tax Day',
      '2027-04-16T00:00:00Z | 2027-04-17T00:00:00Z | Tax Day',
    ],
  ],
  [
    'thunderbird',
    [
      '70: A VTODO is no event and was left out',
      `2026-03-27T19:00:00Z | 2026-03-27T21:00:00Z | ${choir}`,
      '2026-03-29T16:00:00Z | 2026-03-29T17:30:00Z | Choir in the park',
      `2026-03-30T18:00:00Z | 2026-03-30T20:00:00Z | ${choir}`,
      '2026-04-05T00:00:00Z | 2026-04-06T00:00:00Z | Easter',
    ],
  ],
  [
    'nextcloud',
    [
      '76: A VJOURNAL is no event and was left out',
      '81: A VTODO is no event and was left out',
      `2026-10-18T18:00:00Z | 2026-10-18T20:00:00Z | ${probe}`,
      `2026-10-20T18:00:00Z | 2026-10-20T20:00:00Z | ${probe}`,
      '2026-10-25T17:00:00Z | 2026-10-25T19:00:00Z | Probe (früher)',
      `2026-11-08T19:00:00Z | 2026-11-08T21:00:00Z | ${probe}`,
      '2026-10-05T00:00:00Z | 2026-10-10T00:00:00Z | Ferien',
    ],
  ],
])('a file of %s gives its events, and says what else it has', (program, expected) => {
  expect(times(fileOf(program))).toEqual(expected);
});

const daily = (count: number, at = '20260401T090000Z') => [`DTSTART:${at}`, `RRULE:FREQ=DAILY;COUNT=${count}`];
const zone = (id: string) => [
  ...['BEGIN:VTIMEZONE', `TZID:${id}`, 'BEGIN:STANDARD', 'DTSTART:16010101T000000'],
  ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100', 'END:STANDARD', 'END:VTIMEZONE'],
];
const a = (...lines: readonly string[]) => vevent('a', ...lines);
const on = (...days: readonly string[]) => days.map((day) => `a/2026-04-${day}T09:00:00Z 2026-04-${day}T09:00:00Z`);
const from = (time: string, ...lines: readonly string[]) => a(`DTSTART${time}`, ...lines);
const nine = 'a 2026-04-01T09:00:00Z';
const eight = 'a 2026-04-01T08:00:00Z';
const rome = '(UTC+01:00) Amsterdam, Berlin, Rome';
const day = (time: string) => `a/2026-04-${time}T00:00:00Z 2026-04-${time}T00:00:00Z`;

describe('an oddity', () => {
  it.each<readonly [string, readonly string[], readonly string[]]>([
    [
      'Google: days until a day',
      from(';VALUE=DATE:20260401', 'RRULE:FREQ=DAILY;UNTIL=20260402'),
      [day('01'), day('02')],
    ],
    [
      'Google: a series that is split in two',
      [...a(...daily(1)), ...vevent('a_R20260402T090000@google.com', 'DTSTART:20260402T100000Z')],
      [...on('01'), 'a_R20260402T090000@google.com 2026-04-02T10:00:00Z'],
    ],
    [
      'Google: many dates that are left out, in several zones',
      a(...daily(4), 'EXDATE:20260402T090000Z', 'EXDATE;TZID=Europe/Berlin:20260403T110000,20260404T110000'),
      on('01'),
    ],
    [
      'Google: a day that is left out',
      from(';VALUE=DATE:20260401', 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE;VALUE=DATE:20260401'),
      [day('02')],
    ],
    ['Google: an offset as a zone', from(';TZID=Etc/GMT-1:20260401T090000'), [eight]],
    ['Google: a calendar whose zone is empty', ['X-WR-TIMEZONE:', ...from(':20260401T090000')], [nine]],
    ['Google: an event that takes no time', from(':20260401T090000Z', 'DTEND:20260401T090000Z'), [nine]],
    [
      'Google: an occurrence without its series',
      a('RECURRENCE-ID:20260401T090000Z', 'DTSTART:20260401T100000Z'),
      ['a/2026-04-01T09:00:00Z 2026-04-01T10:00:00Z'],
    ],
    ['Google: empty texts', from(':20260401T090000Z', 'SUMMARY:', 'DESCRIPTION:', 'LOCATION:'), [nine]],
    [
      'Google: an occurrence that is cancelled',
      [...a(...daily(2)), ...a('RECURRENCE-ID:20260402T090000Z', 'DTSTART:20260402T090000Z', 'STATUS:CANCELLED')],
      [...on('01'), '9: This occurrence is cancelled and was left out'],
    ],
    ['Outlook: a zone by its title', [...zone(rome), ...from(`;TZID="${rome}":20260401T090000`)], [eight]],
    ['Outlook: a zone by a title that the file does not define', from(`;TZID="${rome}":20260401T100000`), [eight]],
    [
      'Outlook: a zone by a title that nobody knows',
      from(';TZID="(UTC+01:00) Atlantis":20260401T090000'),
      ['3: TZID=(UTC+01:00) Atlantis: there is no VTIMEZONE and no IANA time zone of that name'],
    ],
    ['Exchange: UTC as an address, without quotes', from(';TZID=tzone://Microsoft/Utc:20260401T090000'), [nine]],
    [
      'Exchange: a zone as an address, without quotes',
      [...zone('tzone://Microsoft/Custom'), ...from(';TZID=tzone://Microsoft/Custom:20260401T090000')],
      [eight],
    ],
    ['Outlook: the Windows name of London', from(';TZID=GMT Standard Time:20260401T090000'), [eight]],
    [
      'Outlook: an end by local time',
      from(';TZID=GMT Standard Time:20260401T100000', 'RRULE:FREQ=DAILY;UNTIL=20260402T100000'),
      on('01', '02'),
    ],
    [
      'Outlook: an occurrence by the midnight before it',
      [
        ...from(';TZID=GMT Standard Time:20260401T100000', 'RRULE:FREQ=DAILY;COUNT=2'),
        ...a('RECURRENCE-ID;TZID=GMT Standard Time:20260402T000000', 'DTSTART:20260403T070000Z'),
      ],
      [...on('01'), 'a/2026-04-02T09:00:00Z 2026-04-03T07:00:00Z'],
    ],
    ['Outlook: an end before the start', from(':20260401T090000Z', 'DTEND:20260401T080000Z'), [nine]],
    ['Outlook: people without addresses', from(':20260401T090000Z', 'ORGANIZER:invalid:nomail', 'ATTENDEE:'), [nine]],
    ['Outlook: empty lines', from(':20260401T090000Z', '', '   ', 'SUMMARY;X-MS="a:b;c":T: x'), [nine]],
    [
      'Outlook: a rule of vCalendar 1.0',
      from(':20260401T090000Z', 'RRULE:W1 MO #2'),
      ['3: RRULE: W1 MO #2 is not understood'],
    ],
    [
      'Apple: a birthday without a year',
      from(';VALUE=DATE;X-APPLE-OMIT-YEAR=1604:16040229', 'RRULE:FREQ=YEARLY;COUNT=2'),
      ['1604', '1608'].map((year) => `a/${year}-02-29T00:00:00Z ${year}-02-29T00:00:00Z`),
    ],
    ['Apple: a day with a zone', from(';TZID=America/Los_Angeles;VALUE=DATE:20260401'), ['a 2026-04-01T00:00:00Z']],
    ['Apple: an old name of a zone', from(';TZID=US/Pacific:20260401T020000'), [nine]],
    ['Apple: a zone that is an offset', [...zone('GMT+0100'), ...from(';TZID=GMT+0100:20260401T090000')], [eight]],
    ['Apple: people by numbers', from(':20260401T090000Z', 'ATTENDEE;CN="A":urn:uuid:1', 'ATTENDEE:/aMTEz/p/'), [nine]],
    ['Apple: a time without a zone', from(':20260401T090000'), [nine]],
    ['Apple: a way there', from(':20260401T090000Z', 'X-APPLE-TRAVEL-START;X-TITLE="a:b;c";ROUTING=CAR:'), [nine]],
    ['Apple: days and hours', from(':20260401T090000Z', 'DURATION:P1DT2H'), [nine]],
    ['Apple: a place on the map', from(':20260401T090000Z', 'GEO:37.33;-122.03'), [nine]],
    ['Apple: no end of the name of a person', from(':20260401T090000Z', 'ATTENDEE;CN=:mailto:x@y.z'), [nine]],
    ['Thunderbird: another prefix', from(';TZID=/softwarestudio.org/Tzfile/Europe/London:20260401T100000'), [nine]],
    [
      'Thunderbird: both names of Kyiv',
      from(';TZID=Europe/Kyiv:20260401T120000', 'DTEND;TZID=Europe/Kiev:20260401T130000'),
      [nine],
    ],
    ['Thunderbird: a day that is left out, as a time', a(...daily(2), 'EXDATE:20260402'), on('01')],
    [
      'Thunderbird: periods besides',
      from(':20260401T090000Z', 'RDATE;VALUE=PERIOD:20260405T090000Z/20260405T103000Z,20260406T090000Z/PT2H'),
      on('01', '05', '06'),
    ],
    [
      'Thunderbird: a semicolon at the end of a rule',
      from(':20260401T090000Z', 'RRULE:FREQ=DAILY;COUNT=2;'),
      on('01', '02'),
    ],
    [
      'Thunderbird: an empty part of a rule',
      from(':20260401T090000Z', 'RRULE:FREQ=DAILY;COUNT=1;BYDAY='),
      ['3: RRULE: BYDAY= is not understood'],
    ],
    ['Thunderbird: a space after a time', from(':20260401T090000Z '), [nine]],
    ['Google: a birthday that is a date in UTC', from(';VALUE=DATE:20260401Z'), ['a 2026-04-01T00:00:00Z']],
    ['Thunderbird: a line that is not folded', from(':20260401T090000Z', `SUMMARY:${'x'.repeat(300)}`), [nine]],
    ['Thunderbird: two starts', from(':20260401T090000Z', 'DTSTART:20260402T090000Z'), [nine]],
    [
      'Thunderbird: a rule of what is left out',
      a(...daily(2), 'EXRULE:FREQ=WEEKLY'),
      ['3: EXRULE has gone from the standard and is not read; use EXDATE'],
    ],
    ['Nextcloud: a time that says so', from(';TZID=Europe/London;VALUE=DATE-TIME:20260401T100000'), [nine]],
    [
      'Nextcloud: the last day of work',
      from(':20260401T090000Z', 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=2'),
      on('01', '30'),
    ],
    [
      'Nextcloud: when somebody is free',
      [
        'BEGIN:VFREEBUSY',
        'END:VFREEBUSY',
        'BEGIN:VAVAILABILITY',
        'BEGIN:AVAILABLE',
        'END:AVAILABLE',
        'END:VAVAILABILITY',
      ],
      ['3: A VFREEBUSY is no event and was left out', '5: A VAVAILABILITY is no event and was left out'],
    ],
    ['Nextcloud: nothing', [], []],
    [
      'Nextcloud: a number of a version that is none',
      from(':20260401T090000Z', 'SEQUENCE:x', 'LAST-MODIFIED:y'),
      [nine],
    ],
    ['Nextcloud: an end before all', from(':20260401T090000Z', 'RRULE:FREQ=DAILY;UNTIL=20250101T000000Z'), on('01')],
    [
      'Nextcloud: the same twice',
      [...from(':20260401T090000Z'), ...from(':20260401T090000Z')],
      ['8: The file has a later version of this event', nine],
    ],
    [
      'Nextcloud: days until a time',
      from(';VALUE=DATE:20260401', 'RRULE:FREQ=DAILY;UNTIL=20260402T220000Z'),
      [day('01'), day('02')],
    ],
    ['Nextcloud: a related task', from(':20260401T090000Z', 'RELATED-TO;RELTYPE=SIBLING:b'), [nine]],
    [
      'Nextcloud: a line without a value',
      from(':20260401T090000Z', 'X-FOO'),
      ['3: This line is no property and was left out: X-FOO', nine],
    ],
  ])('%s', (_, lines, expected) => {
    expect(read(calendar(...lines))).toEqual(expected);
  });

  it.each([
    ['a mark of the order of bytes', (file: string) => `\uFEFF${file}`],
    ['line feeds alone', (file: string) => file.replaceAll('\r\n', '\n')],
    ['small letters', (file: string) => file.replaceAll(/^[A-Z-]+(?=[:;])/gm, (name) => name.toLowerCase())],
    ['a calendar more', (file: string) => file + calendar()],
  ])('%s', (_, change) => {
    expect(read(change(calendar(...from(':20260401T090000Z'))))).toEqual([nine]);
  });
});
