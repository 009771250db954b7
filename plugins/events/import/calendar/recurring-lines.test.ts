import { describe, expect, it, test } from 'vitest';
import { ids, named, read, times, timesIn, vevent } from '../testing/calendar-lines.ts';

describe('an occurrence of a series of days', () => {
  const series = named('x', 'DTSTART;VALUE=DATE:20260219', 'RRULE:FREQ=WEEKLY;COUNT=2');
  it.each([
    [';VALUE=DATE:20260226'],
    [':20260226'],
    [':20260226T000000'],
    [':20260226T000000Z'],
    [';TZID=UTC+01:20260226T000000'],
    [';TZID=Europe/Berlin:20260226T000000'],
    [';TZID=America/New_York:20260226T000000'],
    [';TZID=W. Europe Standard Time:20260226T000000'],
    [';TZID=Asia/Kolkata:20260226T000000'],
    [';VALUE=DATE-TIME;TZID=Pacific/Auckland:20260226T000000'],
  ])('is found by its day, however it is written: %s', (name) => {
    const moved = named('x', `RECURRENCE-ID${name}`, 'DTSTART;VALUE=DATE:20260227');
    expect(times(...series, ...moved)).toEqual([
      '2026-02-19T00:00:00Z/2026-02-20T00:00:00Z',
      '2026-02-27T00:00:00Z/2026-02-28T00:00:00Z',
    ]);
  });
});

describe('an event that recurs, of which nothing is read, says so:', () => {
  const from = Date.parse('2026-01-01T00:00:00Z');
  const to = Date.parse('2026-12-31T00:00:00Z');
  const lost = 'left out: No occurrence of the event begins in the period, or all are excluded';
  const old = 'DTSTART:20250101T080000Z';
  it.each<readonly [string, readonly string[]]>([
    ['all before the period', [old, 'RRULE:FREQ=DAILY;COUNT=9']],
    ['ended before the period', [old, 'RRULE:FREQ=WEEKLY;UNTIL=20251231T235959Z']],
    ['ended before it began', [old, 'RRULE:FREQ=DAILY;UNTIL=20240101T000000Z']],
    ['all after the period', ['DTSTART:20270101T080000Z', 'RRULE:FREQ=DAILY']],
    ['seldom enough to miss the period', [old, 'RRULE:FREQ=YEARLY;INTERVAL=2;COUNT=5']],
    ['dates outside of the period', [old, 'RDATE:20250201T080000Z,20270201T080000Z']],
    ['the only one in it excluded', [old, 'RRULE:FREQ=YEARLY;COUNT=2', 'EXDATE:20260101T080000Z']],
    ['excluded by its day', [old, 'RRULE:FREQ=YEARLY;COUNT=2', 'EXDATE;VALUE=DATE:20260101']],
    ['days, all excluded', ['DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20260101,20260102']],
    [
      'in a zone, all excluded',
      [
        'DTSTART;TZID=Europe/Berlin:20260101T080000',
        'RDATE;TZID=Europe/Berlin:20260102T080000',
        'EXDATE:20260101T070000Z,20260102T070000Z',
      ],
    ],
    ['a date that is excluded', ['DTSTART:20260101T080000Z', 'RDATE:20260101T080000Z', 'EXDATE:20260101T080000Z']],
  ])('%s', (_, lines) => {
    expect(timesIn({ from, to }, ...named('x', ...lines))).toEqual([lost]);
  });

  it('but not where a changed occurrence is left', () => {
    const changed = named('x', 'RECURRENCE-ID:20260101T080000Z', 'DTSTART:20260102T080000Z');
    expect(timesIn({ from, to }, ...named('x', old, 'RRULE:FREQ=YEARLY;COUNT=2'), ...changed)).toEqual([
      '2026-01-02T08:00:00Z',
    ]);
  });
});

describe('rules', () => {
  const start = 'DTSTART:20250101T000000Z';
  const days = (...numbers: readonly number[]) =>
    numbers.map((day) => `2025-01-${String(day).padStart(2, '0')}T00:00:00Z`);
  it.each<readonly [string, readonly string[], readonly string[]]>([
    ['two', ['RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=WEEKLY;COUNT=2'], days(1, 2, 8)],
    ['two that agree', ['RRULE:FREQ=DAILY;COUNT=3', 'RRULE:FREQ=DAILY;COUNT=3'], days(1, 2, 3)],
    [
      'two that take turns',
      ['RRULE:FREQ=DAILY;INTERVAL=2;COUNT=2', 'RRULE:FREQ=DAILY;INTERVAL=3;COUNT=2'],
      days(1, 3, 4),
    ],
    [
      'three',
      ['RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=WEEKLY;COUNT=2', 'RRULE:FREQ=DAILY;INTERVAL=9;COUNT=2'],
      days(1, 2, 8, 10),
    ],
    [
      'two without an excluded day',
      ['RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:20250108T000000Z'],
      days(1, 2),
    ],
    [
      'two and a date',
      ['RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20250103T000000Z'],
      days(1, 2, 3, 8),
    ],
    ['one with spaces', ['RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=WE, TH'], days(1, 2, 8)],
    ['one with escapes', ['RRULE:FREQ=DAILY\\;COUNT=2'], days(1, 2)],
    ['one that names the calendar of all others', ['RRULE:RSCALE=GREGORIAN;FREQ=DAILY;COUNT=2'], days(1, 2)],
    ['one that names it at its end', ['RRULE:FREQ=DAILY;COUNT=2;RSCALE=GREGORIAN;SKIP=OMIT'], days(1, 2)],
    ['one that is empty, of one occurrence', ['RRULE:'], days(1)],
  ])('%s are followed', (_, lines, expected) => {
    expect(times(...named('x', start, ...lines))).toEqual(expected);
  });

  it('of which one has no end give the first 1,000 together', () => {
    const found = times(...named('x', start, 'RRULE:FREQ=DAILY', 'RRULE:FREQ=DAILY;BYHOUR=12;COUNT=3'));
    expect(found.slice(0, 5)).toEqual([
      '2025-01-01T00:00:00Z',
      '2025-01-01T12:00:00Z',
      '2025-01-02T00:00:00Z',
      '2025-01-02T12:00:00Z',
      '2025-01-03T00:00:00Z',
    ]);
    expect(found).toHaveLength(1001);
  });
});

describe('an event that recurs', () => {
  it('keeps its hour over a change of the clocks, in a zone by name and in one that the calendar defines', () => {
    const berlin = [
      'BEGIN:VTIMEZONE',
      'TZID:Home',
      'BEGIN:DAYLIGHT',
      'DTSTART:19810329T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'END:DAYLIGHT',
      'BEGIN:STANDARD',
      'DTSTART:19961027T030000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    const daily = (tzid: string) =>
      named(
        'x',
        `DTSTART;TZID=${tzid}:20250329T083000`,
        `DTEND;TZID=${tzid}:20250329T090000`,
        'RRULE:FREQ=DAILY;COUNT=3',
      );
    const expected = [
      '2025-03-29T07:30:00Z/2025-03-29T08:00:00Z',
      '2025-03-30T06:30:00Z/2025-03-30T07:00:00Z',
      '2025-03-31T06:30:00Z/2025-03-31T07:00:00Z',
    ];
    expect(times(...daily('Europe/Berlin'))).toEqual(expected);
    // A zone may stand after what it is for.
    expect(times(...daily('Home'), ...berlin)).toEqual(expected);
  });

  it('has an id for each occurrence', () => {
    expect(ids(...named('x', 'DTSTART;TZID=Europe/Berlin:20250101T000000', 'RRULE:FREQ=DAILY;COUNT=2'))).toEqual([
      [2, 'x/2024-12-31T23:00:00Z', '2024-12-31T23:00:00Z'],
      [2, 'x/2025-01-01T23:00:00Z', '2025-01-01T23:00:00Z'],
    ]);
  });

  it.each([
    ['UNTIL=20250103T083000Z', ['01', '02', '03']],
    ['UNTIL=20250103T082959Z', ['01', '02']],
    ['UNTIL=20250103T093000', ['01', '02', '03']],
    ['UNTIL=20250103T092959', ['01', '02']],
    ['UNTIL=20250103', ['01', '02', '03']],
    ['UNTIL=20241231', ['01']],
  ])('ends with its last moment: %s', (until, days) => {
    const found = times(...named('x', 'DTSTART;TZID=Europe/Berlin:20250101T093000', `RRULE:FREQ=DAILY;${until}`));
    expect(found).toEqual(days.map((day) => `2025-01-${day}T08:30:00Z`));
  });

  it('ends with its last moment, though that is on the day before in UTC', () => {
    const found = times(
      ...named('x', 'DTSTART;TZID=Asia/Tokyo:20250101T050000', 'RRULE:FREQ=DAILY;UNTIL=20250101T200000Z'),
    );
    expect(found).toEqual(['2024-12-31T20:00:00Z', '2025-01-01T20:00:00Z']);
  });

  it('has dates besides, and not those that are taken out', () => {
    const found = times(
      ...named(
        'x',
        'DTSTART;TZID=Europe/Berlin:20250101T093000',
        'DURATION:PT30M',
        'RRULE:FREQ=DAILY;COUNT=7',
        'RDATE;TZID=Europe/Berlin:20250104T120000,20250102T093000',
        'RDATE;VALUE=PERIOD:20250103T100000Z/PT2H,20250103T200000Z/20250103T203000Z',
        'EXDATE;TZID=Europe/Berlin:20250103T093000,20250105T000000',
        'EXDATE:20250106T083000Z',
        'EXDATE;VALUE=DATE:20250107',
      ),
    );
    expect(found).toEqual([
      '2025-01-01T08:30:00Z/2025-01-01T09:00:00Z',
      '2025-01-02T08:30:00Z/2025-01-02T09:00:00Z',
      '2025-01-03T10:00:00Z/2025-01-03T12:00:00Z',
      '2025-01-03T20:00:00Z/2025-01-03T20:30:00Z',
      '2025-01-04T08:30:00Z/2025-01-04T09:00:00Z',
      '2025-01-04T11:00:00Z/2025-01-04T11:30:00Z',
      '2025-01-05T08:30:00Z/2025-01-05T09:00:00Z',
    ]);
  });

  it('all day, on each of its days', () => {
    const found = times(
      ...named('x', 'DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY;COUNT=3', 'EXDATE;VALUE=DATE:20280229'),
    );
    expect(found).toEqual(['2024-02-29T00:00:00Z/2024-03-01T00:00:00Z', '2032-02-29T00:00:00Z/2032-03-01T00:00:00Z']);
  });

  it.each([
    ['the local time', '20250102T093000'],
    ['the day', ';VALUE=DATE:20250102'],
    ['the time in UTC', '20250102T083000Z'],
  ])('names an occurrence by %s alone, as programs do', (_, of) => {
    const at = of.startsWith(';') ? of : `:${of}`;
    const moved = named('x', `RECURRENCE-ID${at}`, 'DTSTART;TZID=Europe/Berlin:20250102T200000');
    const rule = ['DTSTART;TZID=Europe/Berlin:20250101T093000', 'RRULE:FREQ=DAILY;COUNT=3'];
    const first = [9, 'x/2025-01-01T08:30:00Z', '2025-01-01T08:30:00Z'];
    const last = [9, 'x/2025-01-03T08:30:00Z', '2025-01-03T08:30:00Z'];
    expect(ids(...moved, ...named('x', ...rule))).toEqual([
      first,
      [2, 'x/2025-01-02T08:30:00Z', '2025-01-02T19:00:00Z'],
      last,
    ]);
    expect(times(...named('x', ...rule, `EXDATE${at}`)).map((time) => String(time).slice(0, 10))).toEqual([
      '2025-01-01',
      '2025-01-03',
    ]);
  });

  it('has other occurrences in place of some, wherever those stand', () => {
    const moved = named('x', 'RECURRENCE-ID;TZID=Europe/Berlin:20250102T093000', 'DTSTART:20250102T200000Z');
    const lost = named('x', 'RECURRENCE-ID:20250103T083000Z', 'DTSTART:20250103T083000Z', 'STATUS:CANCELLED');
    const unknown = named('x', 'RECURRENCE-ID:20260101T000000Z', 'DTSTART:20260102T000000Z');
    const another = named('y', 'RECURRENCE-ID:20250101T083000Z', 'DTSTART:20250101T000000Z');
    const master = named('x', 'DTSTART;TZID=Europe/Berlin:20250101T093000', 'RRULE:FREQ=DAILY;COUNT=4');
    expect(ids(...moved, ...another, ...unknown, ...master, ...lost)).toEqual([
      [23, 'x/2025-01-01T08:30:00Z', '2025-01-01T08:30:00Z'],
      [2, 'x/2025-01-02T08:30:00Z', '2025-01-02T20:00:00Z'],
      [30, 'left out: This occurrence is cancelled and was left out'],
      [23, 'x/2025-01-04T08:30:00Z', '2025-01-04T08:30:00Z'],
      [9, 'y/2025-01-01T08:30:00Z', '2025-01-01T00:00:00Z'],
      [16, 'x/2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'],
    ]);
  });

  test.each([
    [
      ['RECURRENCE-ID;RANGE=THISANDPRIOR:20250101T000000Z', 'UID:x'],
      'RECURRENCE-ID: RANGE=THISANDPRIOR is not read, only THISANDFUTURE',
    ],
    [['RECURRENCE-ID:20250101T000000Z'], 'RECURRENCE-ID: The event has no UID'],
    [['RECURRENCE-ID:soon', 'UID:x'], 'RECURRENCE-ID: soon is no date or date-time such as 20250301T083000Z'],
  ])('cannot have %j in place of one', (lines, detail) => {
    expect(read(...vevent('SUMMARY:x', 'LOCATION:x', 'DTSTART:20250101', ...lines))).toEqual([{ line: 2, detail }]);
  });

  describe('with a change of this and all later occurrences', () => {
    const rule = ['DTSTART;TZID=Europe/Berlin:20250324T090000', 'DTEND;TZID=Europe/Berlin:20250324T100000'];
    const series = [...rule, 'RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;TZID=Europe/Berlin:20250407T090000'];
    const daily = ['DTSTART;VALUE=DATE:20250101', 'RRULE:FREQ=DAILY;COUNT=4'];
    const from = (id: string, ...lines: readonly string[]) =>
      named('x', `RECURRENCE-ID;RANGE=THISANDFUTURE${id}`, ...lines);

    it.each<readonly [string, readonly string[], readonly string[]]>([
      [
        'moves them by as much, by the clocks of their zone',
        [
          ...named('x', ...series),
          ...from(';TZID=Europe/Berlin:20250324T090000', 'DTSTART;TZID=Europe/Berlin:20250325T110000', 'DURATION:PT2H'),
        ],
        [
          '2025-03-25T10:00:00Z/2025-03-25T12:00:00Z',
          '2025-04-01T09:00:00Z/2025-04-01T11:00:00Z',
          '2025-04-15T09:00:00Z/2025-04-15T11:00:00Z',
        ],
      ],
      [
        'leaves the earlier ones, and may stand first and name its occurrence in UTC',
        [...from(':20250331T070000Z', 'DTSTART;TZID=Europe/Berlin:20250331T080000'), ...named('x', ...series)],
        ['2025-03-24T08:00:00Z/2025-03-24T09:00:00Z', '2025-03-31T06:00:00Z', '2025-04-14T06:00:00Z'],
      ],
      [
        'holds until the next such change, and not for what is changed alone',
        [
          ...named('x', ...daily),
          ...from(';VALUE=DATE:20250103', 'DTSTART:20250103T080000Z'),
          ...from(';VALUE=DATE:20250102', 'DTSTART:20250102T070000Z'),
          ...named('x', 'RECURRENCE-ID;VALUE=DATE:20250104', 'DTSTART:20250104T230000Z'),
        ],
        [
          '2025-01-01T00:00:00Z/2025-01-02T00:00:00Z',
          '2025-01-02T07:00:00Z',
          '2025-01-03T08:00:00Z',
          '2025-01-04T23:00:00Z',
        ],
      ],
      [
        'makes them last all day',
        [...named('x', ...series), ...from(':20250331T070000Z', 'DTSTART;VALUE=DATE:20250401')],
        [
          '2025-03-24T08:00:00Z/2025-03-24T09:00:00Z',
          '2025-04-01T00:00:00Z/2025-04-02T00:00:00Z',
          '2025-04-15T00:00:00Z/2025-04-16T00:00:00Z',
        ],
      ],
      [
        'cancels them',
        [...named('x', ...daily), ...from(';VALUE=DATE:20250103', 'DTSTART:20250103', 'STATUS:CANCELLED')],
        [
          '2025-01-01T00:00:00Z/2025-01-02T00:00:00Z',
          '2025-01-02T00:00:00Z/2025-01-03T00:00:00Z',
          ...Array(2).fill('left out: This occurrence is cancelled and was left out'),
        ],
      ],
      [
        'is an error where it begins with none',
        [...named('x', ...daily), ...from(';VALUE=DATE:20250201', 'DTSTART:20250201')],
        [
          ...['01', '02', '03', '04'].map((day, at) => `2025-01-${day}T00:00:00Z/2025-01-0${at + 2}T00:00:00Z`),
          'RECURRENCE-ID: RANGE=THISANDFUTURE must begin with an occurrence of the event that recurs',
          '2025-02-01T00:00:00Z/2025-02-02T00:00:00Z',
        ],
      ],
      [
        'says that it can change no others where the file does not have them',
        from(':20250103T000000Z', 'DTSTART:20250103T080000Z'),
        [
          '2025-01-03T08:00:00Z',
          'left out: RANGE=THISANDFUTURE: the file does not have the event that recurs, only this occurrence',
        ],
      ],
    ])('%s', (_, lines, expected) => {
      expect(times(...lines)).toEqual(expected);
    });

    it('keeps their ids', () => {
      const lines = [...named('x', ...daily), ...from(';VALUE=DATE:20250103', 'DTSTART:20250103T080000Z')];
      expect(ids(...lines).at(-1)).toEqual([9, 'x/2025-01-04T00:00:00Z', '2025-01-04T08:00:00Z']);
    });
  });

  it('without end has 1,000 occurrences, and the rest is told', () => {
    const found = times(
      ...named('x', 'DTSTART:20250101T000000Z', 'RRULE:FREQ=DAILY'),
      ...named('y', 'DTSTART:20250101T000000Z'),
    );
    expect(found).toHaveLength(1002);
    expect(found.slice(998)).toEqual([
      '2027-09-26T00:00:00Z',
      '2027-09-27T00:00:00Z',
      'left out: The event recurs more often: only the first 1000 are read, to 2027-09-27T00:00:00Z',
      '2025-01-01T00:00:00Z',
    ]);
  });

  it('of which each is sought for years has those that are found, and that it is given up is told', () => {
    const found = times(...named('x', 'DTSTART:20240229T000000Z', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29'));
    expect(found.slice(0, 3)).toEqual(['2024-02-29T00:00:00Z', '2028-02-29T00:00:00Z', '2032-02-29T00:00:00Z']);
    expect(found.at(-1)).toBe(
      `left out: The event recurs more often: only the first ${found.length - 1} are read, to ${found.at(-2)}`,
    );
  });

  it('of just 1,000 occurrences has them all, and of one more is told', () => {
    expect(times(...named('x', 'DTSTART:20250101T000000Z', 'RRULE:FREQ=DAILY;COUNT=1000'))).toHaveLength(1000);
    const more = times(...named('x', 'DTSTART:20250101T000000Z', 'RRULE:FREQ=DAILY;COUNT=1001'));
    expect([more.length, more.at(-1)]).toEqual([1001, expect.stringContaining('recurs more often')]);
  });
});
