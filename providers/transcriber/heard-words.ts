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
  p: z.number().optional(),
  offsets: z.object({ from: z.number(), to: z.number() }).optional(),
});

/** The words that tokens make, without marks such as `[_BEG_]`; their confidence is the mean of their tokens'. */
export function wordsOfTokens(tokens: readonly z.output<typeof WhisperCppToken>[]): readonly SpokenWord[] | undefined {
  const words: { text: string; startMs: number; endMs: number; scores: number[] }[] = [];
  for (const { text, offsets, p } of tokens) {
    if (text.startsWith('[_')) continue;
    if (offsets === undefined) return undefined;
    const last = words.at(-1);
    if (last === undefined || beginsWord.test(text))
      words.push({ text, startMs: offsets.from, endMs: offsets.to, scores: [p ?? 0] });
    else {
      last.text += text;
      last.endMs = offsets.to;
      last.scores.push(p ?? 0);
    }
  }
  return words.map(({ scores, ...word }) => ({
    ...word,
    confidence: scores.reduce((sum, score) => sum + score, 0) / scores.length,
  }));
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
  if (parts.length === 1) return undefined;
  const timeBefore = (at: number) => {
    const clock = parts[at - 1];
    return clock === undefined ? undefined : clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000;
  };
  return parts.flatMap((part, at) =>
    at % 2 === 1
      ? []
      : [
          {
            text: plain(part),
            startMs: timeBefore(at) ?? startMs,
            endMs: timeBefore(at + 2) ?? endMs,
            confidence: null,
          },
        ],
  );
}
