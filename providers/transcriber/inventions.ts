import { isRepetitive, isSubtitleBoilerplate, type Loop, longestToSay, loopsIn } from './hallucinations.ts';
import { isSilent, type Loudness, windowMs } from './pieces.ts';
import type { Utterance } from './transcriber.ts';

/** Why an utterance is not believed. */
export type Doubt =
  /** It turns in a circle. */
  | 'loop'
  /** It repeats itself as speech hardly does. */
  | 'repetitive'
  /** It is text of subtitles or any text, where there is no speech. */
  | 'invented';

export interface Judged {
  readonly utterance: Utterance;
  readonly doubt: Doubt | null;
  /** The text without its loops; empty if nothing is left. What people say as often stays once. */
  readonly said: string;
  /** The text with each loop once. */
  readonly once: string;
}

/** The lowest level of intelligible speech, in dBFS. */
const quietest = -55;

/** Speech that is so much quieter than the rest, in decibels, is background or no speech. */
const farBelow = 25;

/** A stretch with so many windows that are nearly as loud as its loudest is music or noise: speech has pauses. */
const nearlyAsLoud = 10 ** (-10 / 20);
const evenShare = 0.5;

/** Whisper's clock errs by so much. */
const clockErrorMs = 200;

/**
 * Judges what a recogniser wrote, by its text and by the level of the sound at its place. Trained on subtitles,
 * recognisers write some of them where nobody speaks; from noise, and sometimes from speech, they write loops.
 */
export function judge(utterances: readonly Utterance[], levels: Loudness): readonly Judged[] {
  const volumes = utterances.map(({ startMs, endMs }) => volumeOf(levels, startMs, endMs));
  const nearSilence = Math.max(quietest, median(volumes) - farBelow);
  const isInvented = ({ text, startMs, endMs }: Utterance, volume: number) =>
    (endMs > startMs && isSilent(levels, Math.max(0, startMs - clockErrorMs), endMs + clockErrorMs)) ||
    (isSubtitleBoilerplate(text) &&
      (volume < nearSilence || (endMs - startMs > longestToSay(text) && isEven(levels, startMs, endMs))));
  const isNobodySpeaking = utterances.every(
    ({ text }) => isSubtitleBoilerplate(text) && longestToSay(text) < Number.POSITIVE_INFINITY,
  );
  const texts = utterances.map(({ text }) => text);
  const said = withoutLoops(texts, ({ start, once, mayBeSaid }) => (mayBeSaid ? once : start));
  const once = withoutLoops(texts, (loop) => loop.once);
  return utterances.map((utterance, at) => {
    const rest = said[at] ?? '';
    const doubt =
      isNobodySpeaking || isInvented(utterance, volumes[at] ?? 0)
        ? 'invented'
        : rest !== utterance.text
          ? 'loop'
          : isRepetitive(utterance.text)
            ? 'repetitive'
            : null;
    return { utterance, doubt, said: rest, once: once[at] ?? '' };
  });
}

/** The texts without what repeats itself, also over several of them. @param fromOf where a loop begins to be left out */
function withoutLoops(texts: readonly string[], fromOf: (loop: Loop) => number): readonly string[] {
  const loops = loopsIn(texts.join('\n')).map((loop) => ({ from: fromOf(loop), to: loop.end }));
  let offset = 0;
  return texts.map((text) => {
    const [begin, end] = [offset, offset + text.length];
    offset = end + 1;
    const own = loops.filter(({ from, to }) => from < end && to > begin);
    if (own.length === 0) return text;
    const kept = own.reduceRight(
      (rest, { from, to }) => rest.slice(0, Math.max(0, from - begin)) + rest.slice(Math.min(text.length, to - begin)),
      text,
    );
    return /[\p{L}\p{N}]/u.test(kept) ? kept.trim() : '';
  });
}

function windowsOf(levels: Loudness, startMs: number, endMs: number): Loudness {
  const first = Math.floor(startMs / windowMs);
  return levels.subarray(first, Math.max(first + 1, Math.ceil(endMs / windowMs)));
}

/** Whether a stretch has no pauses, which speech has. */
export function isEven(levels: Loudness, startMs: number, endMs: number): boolean {
  const windows = windowsOf(levels, startMs, endMs);
  const loud = nearlyAsLoud * windows.reduce((most, level) => Math.max(most, level), 0);
  return windows.filter((level) => level >= loud).length > evenShare * windows.length;
}

/** The level of a stretch of the recording, in dBFS (root mean square of its windows). */
function volumeOf(levels: Loudness, startMs: number, endMs: number): number {
  const windows = windowsOf(levels, startMs, endMs);
  const power = windows.reduce((sum, level) => sum + level * level, 0) / Math.max(1, windows.length);
  return 10 * Math.log10(Math.max(power, 1) / 32_768 ** 2);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
