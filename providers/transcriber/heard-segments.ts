import { z } from 'zod';
import { HeardWords, meanOf, spokenWords, WhisperCppToken, wordsOfTokens } from './heard-words.ts';
import type { SpokenWord, Utterance } from './transcriber.ts';

/** AssemblyAI writes letters; diarization of Whisper writes `SPEAKER_00` or a number. */
const speaker = z.union([z.string(), z.number().transform(String)]).nullish();

/**
 * A segment in the JSON of openai-whisper, of faster-whisper and its programs and servers, of WhisperX and of OpenAI
 * (`verbose_json`, `diarized_json`).
 */
export const HeardSegment = z.object({
  text: z.string(),
  /** Seconds, as `end`. */
  start: z.number().nonnegative(),
  end: z.number().nonnegative(),
  /** Mean natural logarithm of the probability of its tokens. */
  avg_logprob: z.number().nullish(),
  speaker,
  words: HeardWords,
});

/** @param perSecond milliseconds in a unit of time */
export function utteranceOfSegment(
  { text, start, end, avg_logprob, speaker: label, words }: z.output<typeof HeardSegment>,
  perSecond = 1000,
): Utterance {
  return {
    ...{ speaker: label || null, startMs: start * perSecond, endMs: end * perSecond, text },
    confidence: avg_logprob == null ? null : share(Math.exp(avg_logprob)),
    words: spokenWords(words, perSecond),
  };
}

/** A segment of `whisper-cli --output-json`, or `--output-json-full`, which adds the tokens (whisper.cpp, `examples/cli/cli.cpp`). */
export const WhisperCppSegment = z.object({
  text: z.string(),
  /** Milliseconds. */
  offsets: z.object({ from: z.number(), to: z.number() }),
  /** Only with `--diarize`: the louder channel, `?` if both are equal. */
  speaker,
  tokens: z.array(WhisperCppToken).optional().catch(undefined),
});

/** The utterance of a segment as whisper.cpp writes it, with its words. */
export function utteranceOfTokens({
  text,
  offsets,
  speaker: label,
  tokens,
}: z.output<typeof WhisperCppSegment>): Utterance {
  const words = wordsOfTokens(tokens);
  return {
    ...{ speaker: label === '?' ? null : label || null, startMs: offsets.from, endMs: offsets.to, text, words },
    confidence: meanOf(words.flatMap((word) => word.confidence ?? [])),
  };
}

/** A word of AssemblyAI and of those that write alike, in milliseconds. */
interface TimedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly confidence?: number | null | undefined;
}

/** A turn, sentence or word, with its words. */
interface TimedTurn extends TimedWord {
  readonly speaker?: string | null | undefined;
  readonly words?: readonly TimedWord[] | null | undefined;
}

/** The utterance of a turn as AssemblyAI writes it, with its words; times in milliseconds. */
export function utteranceOfTurn({ speaker: label, words, ...turn }: TimedTurn): Utterance {
  return { ...wordOf(turn), speaker: label || null, words: words?.map(wordOf) };
}

function wordOf({ text, start, end, confidence }: TimedWord): SpokenWord {
  return { text, startMs: start, endMs: end, confidence: confidence == null ? null : share(confidence) };
}

const share = (score: number): number => Math.min(1, Math.max(0, score));
