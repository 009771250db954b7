import { longestSpan, type Span, sampleRate, type Turn } from 'chronoscribe/voices';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { piecesOf } from './pieces.ts';

/** In seconds. */
const span = (start: number, end: number): Span => ({ start: start * sampleRate, end: end * sampleRate });
const turn = (start: number, end: number, speaker: number): Turn => ({ ...span(start, end), speaker });
const seconds = (speech: readonly Span[], turns: readonly Turn[]) =>
  piecesOf(speech, turns).map(({ start, end, speaker }) => [start / sampleRate, end / sampleRate, speaker]);

describe('speech', () => {
  test('is cut where the voice changes, without a pause between', () => {
    expect(seconds([span(0, 10)], [turn(0, 4, 0), turn(4, 10, 1)])).toEqual([
      [0, 4, 0],
      [4, 10, 1],
    ]);
  });

  test('of one voice stays together over short pauses', () => {
    expect(seconds([span(0, 3), span(3.5, 6)], [turn(0, 6, 0)])).toEqual([[0, 6, 0]]);
  });

  test('is cut at long pauses, with a little silence left on both sides', () => {
    expect(seconds([span(1, 3), span(5, 6)], [])).toEqual([
      [0.9, 3.1, null],
      [4.9, 6, null],
    ]);
  });

  test('is not cut by half a word of another voice', () => {
    expect(seconds([span(0, 10)], [turn(0, 5, 0), turn(5, 5.3, 1), turn(5.3, 10, 0)])).toEqual([[0, 10, 0]]);
  });

  test('of two at once is that of whoever spoke before', () => {
    expect(seconds([span(0, 10)], [turn(0, 6, 1), turn(4, 10, 0)])).toEqual([
      [0, 6, 1],
      [6, 10, 0],
    ]);
  });

  test('that is in no turn is the nearest voice’s', () => {
    const turns = [turn(0, 3, 0), turn(9, 12, 1)];
    expect(seconds([span(0, 3), span(6, 7), span(9, 12)], turns).map(([, , speaker]) => speaker)).toEqual([0, 1, 1]);
  });
});

test('whatever is spoken is in exactly one piece, none of which is too long for Whisper', () => {
  const stretches = fc.array(fc.tuple(fc.nat(40_000), fc.integer({ min: 2000, max: 20 * sampleRate })), {
    maxLength: 20,
  });
  const turns = fc.array(fc.tuple(fc.nat(60 * sampleRate), fc.nat(30 * sampleRate), fc.nat(3)), { maxLength: 20 });
  fc.assert(
    fc.property(stretches, turns, (lengths, drawn) => {
      let at = 0;
      const speech = lengths.map(([pause, length]) => {
        const start = at + pause;
        at = start + length;
        return { start, end: at };
      });
      const pieces = piecesOf(
        speech,
        drawn.map(([start, length, speaker]) => ({ start, end: start + length, speaker })),
      );
      for (const { start, end } of speech) {
        const within = pieces.filter((piece) => piece.start < end && piece.end > start);
        expect(Math.min(...within.map((piece) => piece.start))).toBeLessThanOrEqual(start);
        expect(Math.max(...within.map((piece) => piece.end))).toBeGreaterThanOrEqual(end);
      }
      for (const [place, piece] of pieces.entries()) {
        expect(piece.start).toBeGreaterThanOrEqual(pieces[place - 1]?.end ?? 0);
        expect(piece.end - piece.start).toBeLessThanOrEqual(longestSpan + 0.2 * sampleRate);
      }
    }),
  );
});
