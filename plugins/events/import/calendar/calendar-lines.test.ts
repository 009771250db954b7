import { describe, expect, it, test } from 'vitest';
import { calendar, ids, named, read, readFile, times, vevent } from '../testing/calendar-lines.ts';

describe('an event', () => {
  it('has its fields from the properties of the VEVENT', () => {
    const lines = read(
      'PRODID:-//x//y//EN',
      ...vevent(
        'UID:walk@moon.example',
        'DTSTAMP:20250101T000000Z',
        'DTSTART:19690721T025615Z',
        'DTEND:19690721T051113Z',
        'SUMMARY;LANGUAGE=en:One small step\\, one gi',
        ' ant leap',
        'DESCRIPTION:First line\\nsecond\\; line\\\\',
        'LOCATION:Mare Tranquillitatis',
        'GEO:0.67408;-23.47297',
        'ORGANIZER;CN="Collins, Michael":mailto:michael@nasa.example',
        'ATTENDEE;ROLE=CHAIR;CN=Neil:mailto:neil@nasa.example',
        'ATTENDEE:MAILTO:buzz@nasa.example',
        'ATTENDEE;CN=Neil:mailto:neil@home.example',
        'RELATED-TO:landing@moon.example',
        'RELATED-TO;RELTYPE=PARENT:launch@moon.example',
        'RELATED-TO;RELTYPE=CHILD:photo@moon.example',
        'RELATED-TO;RELTYPE=SIBLING:flag@moon.example',
        'X-UNKNOWN;A=b:c',
        'BEGIN:VALARM',
        'TRIGGER:-PT15M',
        'DESCRIPTION:Wake up',
        'END:VALARM',
      ),
    );
    expect(lines).toEqual([
      {
        line: 3,
        fields: {
          event_id: 'walk@moon.example',
          description: 'One small step, one giant leap\nFirst line\nsecond; line\\',
          time: '1969-07-21T02:56:15Z',
          end_time: '1969-07-21T05:11:13Z',
          location: 'Mare Tranquillitatis',
          geo: { lat: 0.67408, lon: -23.47297 },
          participants: ['Collins, Michael', 'Neil', 'buzz@nasa.example'],
          causes: ['landing@moon.example', 'launch@moon.example'],
        },
      },
    ]);
  });

  it('is told by the line that it begins on, though lines are folded', () => {
    const folded = ['SUMMARY:a', ' b', ' c'];
    expect(ids(...named('one', 'DTSTART:20250101', ...folded), '', ...named('two', 'DTSTART:20250101'))).toEqual([
      [2, 'one', '2025-01-01T00:00:00Z'],
      [12, 'two', '2025-01-01T00:00:00Z'],
    ]);
  });

  it('may lack a UID, and a SUMMARY where it has a DESCRIPTION', () => {
    expect(read(...vevent('DTSTART:20250101T000000Z', 'LOCATION:x', 'SUMMARY:', 'DESCRIPTION:only this'))).toEqual([
      { line: 2, fields: { description: 'only this', location: 'x', time: '2025-01-01T00:00:00Z' } },
    ]);
  });

  test.each([
    [['DTSTART:20250301T083000Z', 'DTEND:20250301T093000Z'], '2025-03-01T08:30:00Z/2025-03-01T09:30:00Z'],
    [['DTSTART:20250301T083000', 'DURATION:PT1H30M'], '2025-03-01T08:30:00Z/2025-03-01T10:00:00Z'],
    [['DTSTART;VALUE=DATE:20250301'], '2025-03-01T00:00:00Z/2025-03-02T00:00:00Z'],
    [['DTSTART;VALUE=DATE:20250301', 'DTEND;VALUE=DATE:20250304'], '2025-03-01T00:00:00Z/2025-03-04T00:00:00Z'],
    [['DTSTART;VALUE=DATE:20250301', 'DURATION:P1W'], '2025-03-01T00:00:00Z/2025-03-08T00:00:00Z'],
    [['DTSTART:20250301T083000Z'], '2025-03-01T08:30:00Z'],
    [['DTSTART;X-NOTE="at: noon":20250301T083000Z'], '2025-03-01T08:30:00Z'],
    [
      ['DTSTART;TZID=Europe/Berlin:20250701T083000', 'DTEND;TZID=America/New_York:20250701T083000'],
      '2025-07-01T06:30:00Z/2025-07-01T12:30:00Z',
    ],
    // The night in which the clocks go forward has 23 hours; 24 hours from then are a day and an hour.
    [['DTSTART;TZID=Europe/Berlin:20250329T120000', 'DURATION:P1D'], '2025-03-29T11:00:00Z/2025-03-30T10:00:00Z'],
    [['DTSTART;TZID=Europe/Berlin:20250329T120000', 'DURATION:PT24H'], '2025-03-29T11:00:00Z/2025-03-30T11:00:00Z'],
    [['DTSTART:20250301T083000Z', 'DURATION:-PT1H'], '2025-03-01T08:30:00Z/2025-03-01T07:30:00Z'],
  ])('takes place when it says: %j', (lines, expected) => {
    expect(times(...named('x', ...lines))).toEqual([expected]);
  });

  test.each([
    [vevent('UID:x', 'LOCATION:x', 'SUMMARY:x'), 'The event has no DTSTART'],
    [
      named('x', 'DTSTART:2025-03-01T08:30:00Z'),
      'DTSTART: 2025-03-01T08:30:00Z is no date or date-time such as 20250301T083000Z',
    ],
    [named('x', 'DTSTART:20250230'), 'DTSTART: 20250230 is no date or date-time such as 20250301T083000Z'],
    [
      named('x', 'DTSTART:20250101', 'DTEND:tomorrow'),
      'DTEND: tomorrow is no date or date-time such as 20250301T083000Z',
    ],
    [named('x', 'DTSTART:20250101', 'DURATION:1H'), 'DURATION: 1H is no duration such as P1D or PT1H30M'],
    [named('x', 'DTSTART:20250101', 'DURATION:P'), 'DURATION: P is no duration such as P1D or PT1H30M'],
    [
      named('x', 'DTSTART;TZID=Mars/Olympus:20250101T000000'),
      'TZID=Mars/Olympus: there is no VTIMEZONE and no IANA time zone of that name',
    ],
    [named('x', 'DTSTART:20250101', 'GEO:north'), 'GEO: Write latitude;longitude, such as 52.52;13.405'],
    [
      named('x', 'DTSTART:20250101', 'RRULE:FREQ=OFTEN'),
      expect.stringMatching(/^RRULE: FREQ=OFTEN is not understood: invalid frequency "OFTEN"/),
    ],
    [named('x', 'DTSTART:20250101', 'DURATION:P99999999999D'), 'DURATION: P99999999999D is longer than any calendar'],
    [
      named('x', 'DTSTART:20250101', 'EXRULE:FREQ=DAILY'),
      'EXRULE has gone from the standard and is not read; use EXDATE',
    ],
    [
      named('x', 'DTSTART:20250101', 'ATTENDEE;CN="Ada:mailto:a@b'),
      'This line is malformed: ATTENDEE;CN="Ada:mailto:a@b',
    ],
  ])('that cannot be read is told with its line, and those around it are read: %#', (lines, detail) => {
    const around = (uid: string) => named(uid, 'DTSTART:20250101T000000Z');
    expect(read(...around('y'), ...lines, ...around('z'))).toEqual([
      expect.objectContaining({ fields: expect.objectContaining({ event_id: 'y' }) }),
      { line: 8, detail },
      expect.objectContaining({ fields: expect.objectContaining({ event_id: 'z' }) }),
    ]);
  });

  it.each([
    named('x', 'DTSTART:20250101', 'STATUS:cancelled'),
    vevent('UID:x', 'DTSTART:20250101', 'STATUS:CANCELLED'),
  ])('that is cancelled is left out, which is no fault', (...lines) => {
    expect(read(...lines)).toEqual([{ line: 2, omitted: 'The event is cancelled and was left out' }]);
  });

  it('is read though it is not UTF-8 elsewhere', () => {
    const file = calendar(...named('x', 'DTSTART:20250101T000000Z'), ...vevent('SUMMARY:é'));
    expect(readFile(Buffer.from(file, 'latin1'))).toEqual([
      { line: 8, omitted: 'This line is not UTF-8 and was read as Windows-1252: SUMMARY:é' },
      expect.objectContaining({ line: 2 }),
      { line: 8, detail: 'The event has no DTSTART' },
    ]);
  });

  it.each<readonly [string, readonly string[], string | null]>([
    ['text that was not folded', ['DESCRIPTION:Dear', 'Team,'], 'This line is no property and was left out: Team,'],
    ['a name alone', ['UID'], 'This line is no property and was left out: UID'],
    ['a value after an equals sign', ['X-RADIUS=4'], 'This line is no property and was left out: X-RADIUS=4'],
    ['HTML', ['<br class=3D"clear" />'], expect.stringContaining('was left out: <br')],
    ['two such lines', ['a', 'b'], 'This line is no property and was left out: a, and 1 more like it'],
    ['a long line', [`N${'x'.repeat(200)}`], expect.stringMatching(/left out: Nx{78}…$/)],
    ['a property without a name', [':x'], 'This line is no property and was left out: :x'],
    ['a rule that is no property', ['RRULE FREQ=DAILY'], expect.stringContaining('left out: RRULE FREQ=DAILY')],
    ['a value that is empty', ['RRULE:', 'RDATE:', 'EXDATE:', 'DURATION:', 'GEO:', 'SEQUENCE:'], null],
    ['a value of spaces', ['EXDATE: ', 'DTEND; VALUE=DATE: '], null],
  ])('is read beside %s, which is told', (_, lines, omitted) => {
    const found = read(...named('x', 'DTSTART:20250101T000000Z', ...lines));
    expect(found.filter((line) => 'fields' in line)).toMatchObject([{ fields: { event_id: 'x' } }]);
    expect(found.flatMap((line) => ('omitted' in line ? [line.omitted] : []))).toEqual(
      omitted === null ? [] : [omitted],
    );
  });
});

describe('an end', () => {
  const zone = ';TZID=America/New_York';
  it.each<readonly [string, string, string, string]>([
    ['without a zone, in that of the start', `${zone}:20250701T090000`, ':20250701T100000', '2025-07-01T14:00:00Z'],
    ['without a zone, in winter', `${zone}:20250101T090000`, ':20250101T100000', '2025-01-01T15:00:00Z'],
    ['without a zone, over midnight', `${zone}:20250701T230000`, ':20250702T010000', '2025-07-02T05:00:00Z'],
    [
      'without a zone, over a change of the clocks',
      `${zone}:20250309T010000`,
      ':20250309T040000',
      '2025-03-09T08:00:00Z',
    ],
    ['in UTC', `${zone}:20250701T090000`, ':20250701T140000Z', '2025-07-01T14:00:00Z'],
    ['in another zone', `${zone}:20250701T090000`, ';TZID=Europe/Berlin:20250701T160000', '2025-07-01T14:00:00Z'],
    ['without a zone, of a start in UTC', ':20250701T090000Z', ':20250701T100000', '2025-07-01T10:00:00Z'],
    ['that is a date, of a start that is one', ';VALUE=DATE:20250701', ':20250703', '2025-07-03T00:00:00Z'],
    ['with spaces around it', `${zone}:20250701T090000`, ': 20250701T100000 ', '2025-07-01T14:00:00Z'],
    ['without a zone, of neither', ':20250701T090000', ':20250701T100000', '2025-07-01T10:00:00Z'],
  ])('is read %s', (_, start, end, expected) => {
    expect(read(...named('x', `DTSTART${start}`, `DTEND${end}`))).toMatchObject([{ fields: { end_time: expected } }]);
  });
});

describe('a file', () => {
  it('may hold several calendars, each with its own zones', () => {
    const zone = (offset: string) => [
      'BEGIN:VTIMEZONE',
      'TZID:Z',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      `TZOFFSETFROM:${offset}`,
      `TZOFFSETTO:${offset}`,
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    const event = named('x', 'DTSTART;TZID=Z:20250101T120000');
    const file = calendar(...zone('+0100'), ...event) + calendar(...zone('-0500'), ...event);
    expect(readFile(Buffer.from(file))).toMatchObject([
      { line: 10, fields: { time: '2025-01-01T11:00:00Z' } },
      { line: 26, fields: { time: '2025-01-01T17:00:00Z' } },
    ]);
  });

  it('may define a zone that everybody knows: what everybody knows counts', () => {
    const wrong = [
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0900',
      'TZOFFSETTO:+0900',
      'END:STANDARD',
    ];
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin', ...wrong, 'END:VTIMEZONE'];
    expect(times(...zone, ...named('x', 'DTSTART;TZID=Europe/Berlin:20250101T120000'))).toEqual([
      '2025-01-01T11:00:00Z',
    ]);
  });

  it('that breaks off gives what was whole, and says where it broke', () => {
    const file = calendar(...named('x', 'DTSTART:20250101T000000Z'), 'BEGIN:VEVENT', 'UID:y').replace(
      'END:VCALENDAR\r\n',
      '',
    );
    expect(readFile(Buffer.from(file))).toEqual([
      expect.objectContaining({ line: 2 }),
      { line: 8, detail: 'END:VEVENT is missing: the file breaks off' },
    ]);
  });

  it('of rules without end gives 200,000 lines and says so', () => {
    const endless = Array.from({ length: 201 }, (_, index) =>
      named(`x${index}`, 'DTSTART:20250101T000000Z', 'RRULE:FREQ=SECONDLY'),
    ).flat();
    const lines = read(...endless);
    expect(lines).toHaveLength(200_001);
    expect(lines.at(-1)).toEqual({
      line: expect.any(Number),
      detail: 'The file gives more than 200000 events: from here on nothing was read',
    });
  });
});
