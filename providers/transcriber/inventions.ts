import { deflateSync } from 'node:zlib';
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

/** What Whisper writes when there is almost no sound, learnt from the ends of videos. Letters only. */
const learnt = new Set(
  [
    'thank you',
    'thank you very much',
    'thank you so much',
    'thanks',
    'thank you for watching',
    'thanks for watching',
    'thank you for listening',
    'thanks for listening',
    'please subscribe',
    'please subscribe to my channel',
    'like and subscribe',
    'see you next time',
    'see you in the next video',
    'bye',
    'bye bye',
    'you',
    'okay',
    'so',
    'the end',
    'to be continued',
    'subtitles by the amara org community',
    'untertitel der amara org community',
    'untertitelung des zdf 2020',
    'vielen dank',
    'vielen dank fürs zuschauen',
    'sous titres réalisés par la communauté d amara org',
    'sous titres réalisés para la communauté d amara org',
    'merci',
    'merci d avoir regardé cette vidéo',
    'subtítulos realizados por la comunidad de amara org',
    'gracias',
    'gracias por ver el video',
    'gracias por ver',
    'sottotitoli creati dalla comunità amara org',
    'grazie',
    'legendas pela comunidade amara org',
    'obrigado',
    'ご視聴ありがとうございました',
    '谢谢观看',
  ].map(bare),
);

/** Whether a text is one of those. If it is audible, it may have been said. */
function isSubtitleBoilerplate(text: string): boolean {
  return learnt.has(bare(text));
}

/** The longest that such a text takes to say, slowly, in milliseconds; no end for an answer. */
function longestToSay(text: string): number {
  const words = bare(text);
  return words === 'okay' ? Number.POSITIVE_INFINITY : 1000 + 700 * words.split(' ').length;
}

function bare(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** A stretch of a text that repeats itself, in characters. */
interface Loop {
  readonly start: number;
  /** The end of the first repetition. */
  readonly once: number;
  readonly end: number;
  /** Whether people say such a thing as often in a row: a word or two. */
  readonly mayBeSaid: boolean;
}

/** The longest phrase, in words, that is checked for repetition. */
const longestPhrase = 12;

/**
 * The most repetitions of a phrase in speech: people repeat words for emphasis and sentences that were not understood.
 */
function mostRepeats(words: number): number {
  return words <= 2 ? 6 : 4;
}

/** The stretches in which a recogniser turned in a circle, as Whisper does from noise; in order, none overlaps. */
export function loopsIn(text: string): readonly Loop[] {
  const words = [...text.matchAll(/[\p{L}\p{N}'’]+/gu)].map((found) => ({
    word: found[0].toLowerCase(),
    start: found.index,
    end: found.index + found[0].length,
  }));
  const loops = words.flatMap(loopWithin);
  for (let phrase = 1; phrase <= longestPhrase; phrase += 1) {
    for (let at = phrase, alike = 0; at <= words.length; at += 1) {
      if (at < words.length && words[at]?.word === words[at - phrase]?.word) {
        alike += 1;
        continue;
      }
      const [first, second, last] = [words[at - alike - phrase], words[at - alike - 1], words[at - 1]];
      if (alike >= phrase * (mostRepeats(phrase) - 1) && first && second && last)
        loops.push({ start: first.start, once: second.end, end: last.end, mayBeSaid: phrase <= 2 });
      alike = 0;
    }
  }
  let covered = 0;
  return loops
    .sort((one, other) => one.start - other.start || other.end - one.end)
    .filter(({ start, end }) => {
      const isNew = start >= covered;
      if (isNew) covered = end;
      return isNew;
    });
}

/** A word that goes on and on (`Kaju'i'i'i'i'i`), which is none, or a phrase of a script without spaces. */
function loopWithin({ word, start, end }: { readonly word: string; readonly start: number; readonly end: number }) {
  const turns = !/^\p{N}+$/u.test(word) && /(.{2,40}?)\1{4,}|(.)\2{11,}/u.test(word);
  return turns ? [{ start, once: end, end, mayBeSaid: false }] : [];
}

/**
 * Whisper's own threshold (openai/whisper, `compression_ratio_threshold`): text that compresses better repeats itself.
 * It is for half a minute of speech: any longer text compresses well.
 */
const highestRatio = 2.4;
const longestCompared = 600;

/** Whether a text repeats itself as speech hardly does, though no phrase follows itself. */
export function isRepetitive(text: string): boolean {
  const bytes = Buffer.from(text.slice(0, longestCompared));
  return bytes.length / deflateSync(bytes).length > highestRatio;
}
