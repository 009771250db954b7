import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { contentLines, readCalendars } from './components.ts';

const read = (...lines: readonly string[]) => readCalendars(Buffer.from(lines.join('\r\n')));

test('components hold their own lines and the components inside them', () => {
  const { calendars, error } = read(
    'begin:vcalendar',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'SUMMARY:One',
    'BEGIN:VALARM',
    'ACTION:AUDIO',
    'END:VALARM',
    'END:VEVENT',
    '',
    'end:vcalendar',
    'BEGIN:VCALENDAR',
    'END:VCALENDAR',
  );
  expect(error).toBeNull();
  expect(calendars).toMatchObject([
    {
      name: 'VCALENDAR',
      line: 1,
      properties: ['VERSION:2.0'],
      parts: [
        { name: 'VEVENT', line: 3, properties: ['SUMMARY:One'], parts: [{ name: 'VALARM', line: 5 }], wrong: null },
      ],
    },
    { name: 'VCALENDAR', line: 11, parts: [] },
  ]);
});

test('a line that is no property is told of its component alone', () => {
  const { calendars, error } = read(
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'SUMMARY:One',
    'and two, since somebody forgot to fold',
    'twice',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'END:VEVENT',
    'END:VCALENDAR',
  );
  expect(error).toBeNull();
  expect(calendars[0]?.parts.map((part) => part.wrong)).toEqual([
    { first: 'This line is no property and was left out: and two, since somebody forgot to fold', count: 2 },
    null,
  ]);
});

test.each([
  ['spaces', '    BEGIN:VCALENDAR'],
  ['one space', ' BEGIN:VCALENDAR'],
  ['a tab', '\tBEGIN:VCALENDAR'],
  ['a mark of the byte order and spaces', '\ufeff  BEGIN:VCALENDAR'],
  ['small letters', '  begin:vcalendar'],
  ['spaces after it too', '  BEGIN:VCALENDAR  '],
  ['an empty line above', '\r\n  BEGIN:VCALENDAR'],
  ['a line of spaces above', '   \r\n  BEGIN:VCALENDAR'],
  ['two empty lines above', '\r\n\r\n\tBEGIN:VCALENDAR'],
  ['a line feed alone above', '\n BEGIN:VCALENDAR'],
])('a calendar is found whose first line is indented: %s', (_, first) => {
  const { calendars, error, omitted } = read(first, 'BEGIN:VEVENT', 'SUMMARY:One', 'END:VEVENT', 'END:VCALENDAR');
  expect({ error, omitted }).toEqual({ error: null, omitted: [] });
  expect(calendars).toMatchObject([{ name: 'VCALENDAR', parts: [{ name: 'VEVENT', properties: ['SUMMARY:One'] }] }]);
});

describe('a file that is broken', () => {
  const event = ['BEGIN:VEVENT', 'END:VEVENT'];
  const notOne = 'This is not a calendar: it must start with BEGIN:VCALENDAR';

  test.each([
    ['', 1, notOne],
    ['\n\n', 1, notOne],
    ['hello', 1, notOne],
    ['\nSUMMARY:x\nBEGIN:VEVENT\nEND:VEVENT', 2, notOne],
    ['END:VCALENDAR', 1, notOne],
  ])('as %j is none', (file, line, detail) => {
    expect(read(file).error).toEqual({ line, detail });
  });

  it('keeps what was whole before an END in the wrong place', () => {
    const { calendars, error } = read(
      'BEGIN:VCALENDAR',
      ...event,
      'BEGIN:VEVENT',
      'END:VTODO',
      ...event,
      'END:VCALENDAR',
    );
    expect(error).toEqual({
      line: 5,
      detail: 'END:VTODO found where END:VEVENT is expected: nothing after it was read',
    });
    expect(calendars[0]?.parts).toHaveLength(1);
  });

  it('keeps what was whole before it breaks off', () => {
    const { calendars, error } = read('BEGIN:VCALENDAR', ...event, 'BEGIN:VEVENT', 'SUMMARY:On');
    expect(error).toEqual({ line: 4, detail: 'END:VEVENT is missing: the file breaks off' });
    expect(calendars[0]?.parts).toHaveLength(1);
  });

  it('is a tower of components', () => {
    const begins = ['BEGIN:VCALENDAR', ...Array.from({ length: 5000 }, () => 'BEGIN:X')];
    expect(read(...begins).error).toEqual({ line: 101, detail: 'The calendar is nested deeper than 100 levels' });
  });
});

describe('what is outside of a calendar', () => {
  const event = 'BEGIN:VEVENT\nEND:VEVENT';
  const whole = `BEGIN:VCALENDAR\n${event}\nEND:VCALENDAR`;
  test.each<readonly [string, string, readonly number[], readonly number[]]>([
    ['an event alone', event, [1], []],
    ['several events', `${event}\n\n${event}`, [2], []],
    ['an event after a calendar', `${whole}\n${event}`, [1, 1], []],
    ['an event before a calendar', `${event}\n${whole}`, [1, 1], []],
    ['events around a calendar', `${event}\n${whole}\n${event}`, [2, 1], []],
    ['a zone beside an event', `BEGIN:VTIMEZONE\nEND:VTIMEZONE\n${event}`, [2], []],
    ['a calendar in a calendar', `BEGIN:VCALENDAR\n${whole}\nEND:VCALENDAR`, [0, 1], []],
    ['a calendar in a component', `BEGIN:X\n${whole}\nEND:X`, [1, 1], []],
    ['a comment at the end', `${whole}\nX-COMMENT:Cached`, [1], [5]],
    ['a comment between calendars', `${whole}\nX-COMMENT:Cached\n${whole}`, [1, 1], [5]],
    ['what is no property', `${whole}\n<html>\n<body>`, [1], [5, 6]],
  ])('is read, or told: %s', (_, file, parts, lines) => {
    const { calendars, omitted, error } = read(file);
    expect(error).toBeNull();
    expect(calendars.map((calendar) => calendar.parts.length)).toEqual(parts);
    expect(omitted.map(({ line }) => line)).toEqual(lines);
  });
});

const contentLinesOf = (file: string | Uint8Array) =>
  contentLines(typeof file === 'string' ? Buffer.from(file) : file).toArray();

test('lines are unfolded, and told by where they begin', () => {
  const file = 'BEGIN:VCALENDAR\r\nSUMMARY:A lo\r\n ng\r\n\t  story\nEND:VCALENDAR';
  expect(contentLinesOf(file)).toEqual([
    { line: 1, text: 'BEGIN:VCALENDAR', isUtf8: true },
    { line: 2, text: 'SUMMARY:A long  story', isUtf8: true },
    { line: 5, text: 'END:VCALENDAR', isUtf8: true },
  ]);
});

test('empty lines count, and a byte order mark does not', () => {
  expect(contentLinesOf('\uFEFFA:1\n\nB:2\n')).toEqual([
    { line: 1, text: 'A:1', isUtf8: true },
    { line: 2, text: '', isUtf8: true },
    { line: 3, text: 'B:2', isUtf8: true },
  ]);
  expect(contentLinesOf('')).toEqual([]);
  expect(contentLinesOf('\r\n')).toEqual([{ line: 1, text: '', isUtf8: true }]);
});

it('reads a line that is not UTF-8 as Windows-1252, and says so', () => {
  expect(contentLinesOf(Buffer.from('A:é\nB:b', 'latin1'))).toEqual([
    { line: 1, text: 'A:é', isUtf8: false },
    { line: 2, text: 'B:b', isUtf8: true },
  ]);
});

it('unfolds a line that was folded anywhere, inside a character too', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 }).map((each) => `X:${each.replace(/[\r\n]/g, '')}`);
  fc.assert(
    fc.property(text, fc.array(fc.nat(150)), fc.constantFrom('\n ', '\r\n ', '\r\n\t'), (line, places, fold) => {
      const bytes = Buffer.from(line);
      const folds = [...new Set(places)].filter((place) => place > 0 && place < bytes.length).sort((a, b) => a - b);
      const parts = [0, ...folds].map((place, index) => bytes.subarray(place, folds[index]));
      const folded = Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(fold), part])));
      expect(contentLinesOf(folded)).toEqual([{ line: 1, text: line, isUtf8: true }]);
    }),
  );
});
