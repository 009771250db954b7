import { z } from 'zod';

/**
 * The parts of an answer that are used here, in all its forms (developers.openai.com/api/reference, "Create transcription"):
 * `json` has the text alone, `verbose_json` segments with scores, `diarized_json` segments with speakers. Servers that speak the
 * same protocol leave some out.
 */
export const transcript = z.object({
  text: z.string(),
  /** A code, or as with `whisper-1` an English name. */
  language: z.string().nullish(),
  segments: z
    .array(
      z.object({
        /** Seconds, as `end`. */
        start: z.number().nonnegative(),
        end: z.number().nonnegative(),
        text: z.string(),
        speaker: z.union([z.string(), z.number()]).transform(String).nullish(),
        /** Mean natural logarithm of the probability of its tokens. */
        avg_logprob: z.number().nullish(),
        /** Probability that nobody speaks. */
        no_speech_prob: z.number().nullish(),
        /** How far gzip shrinks the text: high where it repeats itself. */
        compression_ratio: z.number().nullish(),
      }),
    )
    .nullish(),
});

export type Transcript = z.output<typeof transcript>;
export type Segment = NonNullable<Transcript['segments']>[number];

/** `GET /models`. */
export const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/** What a refusal says in OpenAI's form, as far as it is read: its words may quote the question. */
export const refusalBody = z.object({ error: z.object({ code: z.string().nullish() }) });
