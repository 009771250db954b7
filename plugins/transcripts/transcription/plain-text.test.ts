import { describe, expect, test } from 'vitest';
import { parsePlainText } from './plain-text.ts';

const spoken = (text: string) => parsePlainText(text).utterances.map(({ speaker, text: words }) => [speaker, words]);
const timed = (text: string) =>
  parsePlainText(text).utterances.map(({ speaker, startMs, endMs, text: words }) => [speaker, startMs, endMs, words]);

describe('a plain text that names its speakers', () => {
  test.each([
    ['in each line', 'Doctor: Any fever?\nPatient: No.\n'],
    ['with empty lines between', 'Doctor: Any fever?\r\n\r\nPatient: No.\r\n'],
    ['above the words', 'Doctor:\nAny fever?\n\nPatient:\nNo.'],
    ['in brackets', '[Doctor] Any fever?\n[Patient] No.'],
    ['in bold', '**Doctor:** Any fever?\n**Patient:** No.'],
  ])('%s is read by turns, without times', (_, text) => {
    expect(timed(text)).toEqual([
      ['Doctor', 0, 0, 'Any fever?'],
      ['Patient', 0, 0, 'No.'],
    ]);
    expect(parsePlainText(text).hasTimes).toBe(false);
  });

  test('keeps lines that go on with the one who speaks', () => {
    expect(spoken('Anna: I have a pain that\ngoes into my leg.\nBen: Since when?\nAnna: Monday.')).toEqual([
      ['Anna', 'I have a pain that goes into my leg.'],
      ['Ben', 'Since when?'],
      ['Anna', 'Monday.'],
    ]);
  });

  test('may name each only once', () => {
    expect(spoken('Anna: Hello.\nBen: Hi.')).toEqual([
      ['Anna', 'Hello.'],
      ['Ben', 'Hi.'],
    ]);
  });
});

describe('a plain text with times', () => {
  test.each([
    ['in brackets', '[00:00:05 - 00:00:07] Doctor: Any fever?\n[00:00:08 - 00:00:09] Patient: No.'],
    ['bare', '0:05 - 0:07 Doctor: Any fever?\n0:08 - 0:09 Patient: No.'],
    ['after the name', 'Doctor (00:05-00:07): Any fever?\nPatient (00:08-00:09): No.'],
    ['after a name above the words', 'Doctor 0:05 - 0:07\nAny fever?\n\nPatient 0:08 - 0:09\nNo.'],
  ])('%s keeps them', (_, text) => {
    expect(timed(text)).toEqual([
      ['Doctor', 5000, 7000, 'Any fever?'],
      ['Patient', 8000, 9000, 'No.'],
    ]);
    expect(parsePlainText(text).hasTimes).toBe(true);
  });

  test('lets a turn last until the next one begins', () => {
    expect(timed('[0:05] Doctor: Any fever?\n[0:08] Patient: No.')).toMatchObject([
      ['Doctor', 5000, 8000, 'Any fever?'],
      ['Patient', 8000, 8000, 'No.'],
    ]);
  });

  test('is read as our answers and exports write it', () => {
    const text =
      'Subjective:\n- Knee pain.\n\n--- Transcript:\n\nDr. Smith (clinician):\n[00:00:01 - 00:00:02] Any fever?\n\nSpeaker 2:\n[00:00:03 - 00:00:04] No.\n[00:00:05 - 00:00:06] None at all.\n';
    expect(timed(text)).toEqual([
      ['Dr. Smith (clinician)', 1000, 2000, 'Any fever?'],
      ['Speaker 2', 3000, 4000, 'No.'],
      ['Speaker 2', 5000, 6000, 'None at all.'],
    ]);
  });

  test('keeps the times that are words', () => {
    const lines = ['8:00 took ibuprofen.', 'Dinner at 18:30', 'Pain 8:00'];
    expect(spoken(lines.join('\n\n'))).toEqual(lines.map((line) => [null, line]));
  });
});

describe('prose', () => {
  test('has no speakers, also where it has headings', () => {
    const lines = ['Assessment: sprained ankle.', 'Plan: rest and ice.', 'Allergies: penicillin'];
    expect(spoken(lines.join('\n'))).toEqual(lines.map((line) => [null, line]));
  });

  test('is read by paragraphs, and a long one by its sentences', () => {
    const sentence = 'The knee of the patient was swollen and warm when it was examined by Dr. Smith on the ward.';
    const read = spoken(`Seen today.\n\n${Array.from({ length: 8 }, () => sentence).join(' ')}`);
    expect(read.length).toBeGreaterThan(2);
    expect(read.slice(1).every(([, text]) => text?.endsWith('ward.'))).toBe(true);
    expect(read.map(([, text]) => text).join(' ')).toBe(
      `Seen today. ${Array.from({ length: 8 }, () => sentence).join(' ')}`,
    );
  });

  test('says nothing if it is empty', () => {
    expect(spoken(' \n\n\t\n')).toEqual([]);
  });

  // Each takes milliseconds when the work grows with the length, and hours when it grows with its square.
  test.each([
    ['one line of four megabytes', 'word '.repeat(800_000)],
    ['a word of four megabytes', 'x'.repeat(4_000_000)],
    ['many short lines', 'Anna: hi\n'.repeat(400_000)],
    ['brackets without ends', '[0:01 ('.repeat(500_000)],
    ['one paragraph of many lines', 'pain in the left knee and\n'.repeat(100_000)],
    ['one paragraph of very short lines', 'a\n'.repeat(400_000)],
    ['many times', '0:01 - 0:02\n'.repeat(300_000)],
    ['spaces', `a${' '.repeat(4_000_000)}b`],
  ])('may be long: %s', (_, text) => {
    expect(parsePlainText(text).utterances.length).toBeGreaterThanOrEqual(0);
  });

  test('is in passages that can be cited, though every sentence seems to end in an abbreviation', () => {
    const { utterances } = parsePlainText('He was seen by Dr. '.repeat(50_000));
    expect(Math.max(...utterances.map(({ text }) => text.length))).toBeLessThan(1_100);
  });
});

test('lines without marks that are what one after the other said stay apart, and wrapped text is one paragraph', () => {
  const said = 'could you walk on it\ni hobbled to the couch and lay down\nany numbness\nno\nokay';
  expect(parsePlainText(said).utterances.map(({ text }) => text)).toEqual(said.split('\n'));
  const line = 'so the pain began on the stairs and it went down the leg as far as the ankle and then it';
  const wrapped = [line, line, line, `${line} stayed`, 'until friday'].join('\n');
  expect(parsePlainText(wrapped).utterances).toHaveLength(1);
});
