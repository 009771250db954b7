import { describe, expect, test } from 'vitest';
import type { RecognisedPiece } from './protocol.ts';
import { hallucinationWarnings, withoutHallucinations } from './transcriber.ts';

/** A stretch of speech of five seconds in which a sentence was heard from its start to its end. */
function heard(text: string, more: Partial<RecognisedPiece> = {}): RecognisedPiece {
  const { startMs = 10_000, endMs = 15_000 } = more;
  return { startMs, endMs, speaker: null, level: -25, segments: [{ startMs, endMs, text }], ...more };
}

const texts = (pieces: readonly RecognisedPiece[]) =>
  withoutHallucinations(pieces).pieces.flatMap(({ segments }) => segments.map(({ text }) => text));
const speech = heard('My lower back hurts.');

describe('what Whisper wrote', () => {
  test('is kept where somebody speaks', () => {
    expect(withoutHallucinations([speech])).toEqual({ pieces: [speech], invented: [] });
  });

  test('is left out where it begins after the voice has ended', () => {
    const segments = [
      { startMs: 10_000, endMs: 12_000, text: 'Good morning.' },
      { startMs: 15_100, endMs: 17_000, text: 'I take lithium.' },
    ];
    expect(texts([heard('', { segments })])).toEqual(['Good morning.']);
  });

  test('is kept where the voice is shorter than the error of Whisper’s clock', () => {
    expect(texts([heard('Yes.', { startMs: 1000, endMs: 1150 })])).toEqual(['Yes.']);
  });

  test('is no speech where it names a sound', () => {
    const judged = withoutHallucinations([heard('[coughing]', { endMs: 11_000 })]);
    expect(judged).toMatchObject({ invented: [], pieces: [{ segments: [] }] });
  });
});

describe('the clinician', () => {
  test('is told how much was left out and where, and not what', () => {
    const [warning, ...others] = hallucinationWarnings(
      withoutHallucinations([
        heard('', {
          ...{ startMs: 3_720_000, endMs: 3_723_000 },
          segments: [{ startMs: 3_724_000, endMs: 3_725_000, text: 'I take lithium.' }],
        }),
      ]),
    );
    expect(warning).toMatch(/^1 passage .* left out .* Listen at 01:02:03\.$/);
    expect(warning).not.toContain('lithium');
    expect(others).toEqual([]);
  });

  test('is not given a list without end', () => {
    const late = Array.from({ length: 20 }, (_, at) =>
      heard('', {
        ...{ startMs: at * 10_000, endMs: at * 10_000 + 5000 },
        segments: [{ startMs: at * 10_000 + 6000, endMs: at * 10_000 + 7000, text: 'I take lithium.' }],
      }),
    );
    expect(hallucinationWarnings(withoutHallucinations(late)).join()).toMatch(/^20 passages .* and 12 more places\.$/);
  });
});
