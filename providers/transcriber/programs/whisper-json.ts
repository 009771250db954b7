import { parseJson } from 'chronoscribe';
import type { Utterance } from 'chronoscribe/kinds/transcriber';
import { z } from 'zod';
import { HeardWords, spokenWords } from '../heard-words.ts';
import { isSoundName } from '../utterances.ts';
import type { RecognitionResult } from './recogniser.ts';

/** The JSON of openai-whisper, which whisper-ctranslate2 and WhisperX write too (`--output_format json`). */
const whisperJson = z.object({
  language: z.string().nullish(),
  segments: z.array(
    z.object({
      /** Seconds. */
      start: z.number().nonnegative(),
      end: z.number().nonnegative(),
      text: z.string(),
      speaker: z.string().nullish(),
      /** Mean natural logarithm of the probability of its tokens. */
      avg_logprob: z.number().nullish(),
      /** With `--word_timestamps True`; WhisperX always. */
      words: HeardWords,
    }),
  ),
});

export function parseOpenaiWhisperJson(output: string): RecognitionResult | null {
  const parsed = whisperJson.safeParse(parseJson(output));
  if (!parsed.success) return null;
  const { language, segments } = parsed.data;
  return {
    utterances: segments
      .filter(({ text }) => !isSoundName(text))
      .map(
        ({ speaker, start, end, text, avg_logprob, words }): Utterance => ({
          speaker: speaker ?? null,
          startMs: start * 1000,
          endMs: end * 1000,
          text,
          confidence: avg_logprob == null ? null : Math.exp(avg_logprob),
          words: spokenWords(words),
        }),
      ),
    language: language ?? null,
    model: null,
  };
}
