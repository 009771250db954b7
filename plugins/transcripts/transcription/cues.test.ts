import { describe, expect, test } from 'vitest';
import { parseCues } from './cues.ts';

/** As the process that reads files decodes them: without a byte order mark. */
const parse = (text: string) => parseCues(new TextDecoder().decode(new TextEncoder().encode(text))).cues;
const word = (text: string, startMs: number, endMs: number) => ({ text, startMs, endMs, confidence: null });
const spoken = (text: string) => parse(text).map(({ speaker, text: words }) => [speaker, words]);

describe('reading WebVTT', () => {
  test('reads voices, times without hours, settings and markup; passes over notes, styles and regions', () => {
    const file = `\uFEFFWEBVTT - a consultation

NOTE made for a test
with a second line

STYLE
::cue { color: red }

REGION
id:bottom

greeting
00:01.000 --> 00:02.500 align:left position:10%
<v Dr. Adler>Good <b>morning</b>, how <00:01.500><c.loud>are</c> you?

01:00:03.250 --> 01:00:04.000
<v.quiet Mr. Brandt>My knee
hurts &amp; clicks&nbsp;&#33;</v>
`;
    expect(parse(file)).toEqual([
      {
        speaker: 'Dr. Adler',
        startMs: 1000,
        endMs: 2500,
        text: 'Good morning, how are you?',
        words: [word('Good morning, how', 1000, 1500), word('are you?', 1500, 2500)],
      },
      { speaker: 'Mr. Brandt', startMs: 3_603_250, endMs: 3_604_000, text: 'My knee hurts & clicks !' },
    ]);
  });

  test('tells two voices in one cue apart', () => {
    const file = 'WEBVTT\n\n00:00.000 --> 00:03.000\n<v Doctor>Any fever?</v>\n<v Patient>No.</v>\n';
    expect(spoken(file)).toEqual([
      ['Doctor', 'Any fever?'],
      ['Patient', 'No.'],
    ]);
  });

  test('keeps numbers beside signs that are no markup', () => {
    expect(spoken('WEBVTT\n\n00:01.000 --> 00:02.000\nBP <140 and >90, potassium <3.5 & rising\n')).toEqual([
      [null, 'BP <140 and >90, potassium <3.5 & rising'],
    ]);
  });

  test('has nothing to read in a file without cues', () => {
    expect(parse('WEBVTT\n\nNOTE nothing here\n')).toEqual([]);
    expect(parse('')).toEqual([]);
  });
});

describe('reading SRT', () => {
  test('reads numbers, commas, carriage returns and positions', () => {
    const file =
      '1\r\n00:00:01,000 --> 00:00:02,5\r\n{\\an8}<i>Hello</i>\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nBye\r\n';
    expect(parse(file)).toEqual([
      { speaker: null, startMs: 1000, endMs: 2500, text: 'Hello' },
      { speaker: null, startMs: 3000, endMs: 4000, text: 'Bye' },
    ]);
  });

  test('bears a missing empty line between cues, and a missing one at the end', () => {
    const file = '1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:02,000 --> 00:00:03,000\nTwo';
    expect(spoken(file)).toEqual([
      [null, 'One'],
      [null, 'Two'],
    ]);
  });

  test('puts cues in the order of their start and keeps overlaps', () => {
    const file = '1\n00:00:05,000 --> 00:00:09,000\nsecond\n\n2\n00:00:01,000 --> 00:00:07,000\nfirst\n';
    expect(parse(file).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [1000, 7000],
      [5000, 9000],
    ]);
  });

  test('lets a cue that ends before it begins last no time', () => {
    expect(parse('1\n00:00:05,000 --> 00:00:04,000\nx\n')[0]).toMatchObject({ startMs: 5000, endMs: 5000 });
  });
});

describe('names before a colon', () => {
  const file = (...texts: readonly string[]) =>
    `WEBVTT\n\n${texts.map((text, i) => `00:0${i}.000 --> 00:0${i + 1}.000\n${text}`).join('\n\n')}\n`;

  test('tell speakers, and go on until the next name', () => {
    expect(spoken(file('Dr. Smith: Sit down.', 'How are you?', '- Anna Maria: Fine.'))).toEqual([
      ['Dr. Smith', 'Sit down.'],
      ['Dr. Smith', 'How are you?'],
      ['Anna Maria', 'Fine.'],
    ]);
  });

  test('may be small where they say a role', () => {
    expect(spoken(file('doctor: Any pain?', 'patient: None.'))).toEqual([
      ['doctor', 'Any pain?'],
      ['patient', 'None.'],
    ]);
  });

  test('are not seen in words that only stand before a colon', () => {
    const texts = ['Let us begin.', 'Blood pressure: 120 over 80.', 'Plan: rest.', 'At 10:30 it hurts'];
    expect(spoken(file(...texts))).toEqual(texts.map((text) => [null, text]));
  });

  test('are seen later in a file where they come again', () => {
    const names = spoken(file('Recording starts', 'Anna: Hello.', 'Ben: Hello.', 'Anna: Goodbye.', 'Ben: Bye.')).map(
      ([name]) => name,
    );
    expect(names).toEqual([null, 'Anna', 'Ben', 'Anna', 'Ben']);
  });
});

describe('hostile and broken files', () => {
  test('may name times that are none: those cues are passed over', () => {
    expect(
      parse('WEBVTT\n\nxx:yy --> 00:02.000\nno\n\n00:99999 --> 1\nno\n\n--> -->\nno\n\n00:01.000 --> 00:02.000\nyes\n'),
    ).toHaveLength(1);
  });

  test('may hold markup that never ends, or characters that do not exist', () => {
    expect(spoken('WEBVTT\n\n00:01.000 --> 00:02.000\nseen <b &#x110000; &bogus; </ok> a < b\n')).toEqual([
      [null, 'seen <b &#x110000; &bogus; a < b'],
    ]);
  });

  // Each of these takes milliseconds when the work grows with the length, and hours when it grows with its square.
  test.each([
    ['a hundred thousand cues', 'Anna: hi\n\n'.padStart(30, '00:01.000 --> 00:02.000\n').repeat(100_000)],
    ['one line of ten megabytes', `00:01.000 --> 00:02.000\n${'word '.repeat(2_000_000)}`],
    ['openings without ends', `00:01.000 --> 00:02.000\n${'<v <{\\ &#'.repeat(1_000_000)}`],
    ['arrows without times', '-->'.repeat(3_000_000)],
    ['spaces', `00:01.000 --> 00:02.000\n${' '.repeat(5_000_000)}x${' '.repeat(5_000_000)}`],
    ['a name without a colon', `00:01.000 --> 00:02.000\n${'Aa '.repeat(2_000_000)}`],
  ])('may be long: %s', (_, file) => {
    expect(parse(`WEBVTT\n\n${file}`).length).toBeLessThanOrEqual(100_000);
  });
});
