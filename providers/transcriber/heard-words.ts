import { z } from 'zod';
import type { SpokenWord } from './transcriber.ts';

const seconds = z.number().nonnegative().nullish();
const share = z.number().nullish();

/**
 * The words in the JSON of recognisers: of openai-whisper, faster-whisper and their servers (`probability`), WhisperX
 * (`score`; numbers may lack times) and OpenAI (without a score). Times are in seconds. What is of another shape is as if
 * there were none: the text is worth more than its times.
 */
export const HeardWords = z
  .array(
    z.object({ word: z.string(), start: seconds, end: seconds, probability: share, score: share, confidence: share }),
  )
  .nullish()
  .catch(undefined);
export type HeardWords = z.output<typeof HeardWords>;

/**
 * Words as the kind defines them. One without times was said between its neighbours.
 *
 * @param perSecond milliseconds in a unit of time
 */
export function spokenWords(words: HeardWords, perSecond = 1000): readonly SpokenWord[] | undefined {
  let latest = 0;
  return words?.map(({ word, start, end, probability, score, confidence }, at) => {
    const startMs = start == null ? latest : start * perSecond;
    latest = (end ?? words[at + 1]?.start ?? startMs / perSecond) * perSecond;
    return { text: word, startMs, endMs: latest, confidence: probability ?? score ?? confidence ?? null };
  });
}

/** A token of whisper.cpp (`--output-json-full`), with its times in milliseconds and its probability. */
export const WhisperCppToken = z.object({
  text: z.string(),
  p: z.number(),
  offsets: z.object({ from: z.number(), to: z.number() }).optional(),
});

/** The words that tokens make, without marks such as `[_BEG_]`; their confidence is the mean of their tokens'. */
export function wordsOfTokens(tokens: readonly z.output<typeof WhisperCppToken>[] = []): readonly SpokenWord[] {
  const said = tokens.filter(({ text }) => !text.startsWith('[_'));
  const first = said.flatMap(({ text }, at) => (at === 0 || beginsWord.test(text) ? at : []));
  return first.map((from, word) => {
    const own = said.slice(from, first[word + 1]);
    const times = own.flatMap(({ offsets }) => offsets ?? []);
    const [startMs, endMs] = [times[0]?.from ?? 0, times.at(-1)?.to ?? 0];
    return { text: own.map(({ text }) => text).join(''), startMs, endMs, confidence: meanOf(own.map(({ p }) => p)) };
  });
}

/** Null of nothing. */
export function meanOf(scores: readonly number[]): number | null {
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** A space, or a letter of a script that has none. */
const beginsWord = /^[\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

const timestamp = /<((?:\d+:)?\d\d:\d\d\.\d{3})>/;

/**
 * The words of a WebVTT cue with times in it (`My <00:00:01.200>back <00:00:01.500>hurts.`). What stands between two of
 * them is one word.
 *
 * @param plain takes tags and entities out of a text
 * @returns undefined for a cue without times in it
 */
export function wordsOfCue(
  cue: string,
  { startMs, endMs }: Pick<SpokenWord, 'startMs' | 'endMs'>,
  plain: (text: string) => string,
): readonly SpokenWord[] | undefined {
  // Text, time, text, time, text…
  const parts = cue.split(timestamp);
  const millisecondsOf = (clock: string) => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000;
  const times = [startMs, ...parts.filter((_, at) => at % 2 === 1).map(millisecondsOf), endMs];
  if (parts.length === 1) return undefined;
  return times.slice(1).map((end, at) => ({
    ...{ text: plain(parts[at * 2] ?? ''), startMs: times[at] ?? startMs, endMs: end, confidence: null },
  }));
}
