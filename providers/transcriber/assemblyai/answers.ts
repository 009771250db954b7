import { z } from 'zod';

/** The parts of AssemblyAI's answers that are used here (assemblyai.com/docs/api-reference). */

/** What a new job and a deleted one have in common. An id becomes part of an address, so it is checked. */
export const named = z.object({ id: z.string().regex(/^[\w-]+$/) });

/** One answer to a question after a job. `utterances` is null where nobody speaks. */
export const job = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['queued', 'processing']) }),
  z.object({ status: z.literal('error'), error: z.string() }),
  z.object({
    status: z.literal('completed'),
    language_code: z.string().nullish(),
    speech_model_used: z.string().nullish(),
    text: z.string().nullish(),
    utterances: z
      .array(
        z.object({
          speaker: z.string().nullable(),
          /** Milliseconds, as `end`. */
          start: z.number().nonnegative(),
          end: z.number().nonnegative(),
          text: z.string(),
          confidence: z.number().nullish(),
        }),
      )
      .nullable(),
  }),
]);

export type Job = z.output<typeof job>;
export type CompletedJob = Extract<Job, { status: 'completed' }>;
