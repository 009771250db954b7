import { z } from 'zod';

/** The messages between the host and the process that tells voices apart: one order, then reports. */

export const order = z.object({
  /** Path of a WAV file: 16 kHz, mono, 16 bits. */
  recording: z.string(),
  /** Paths of the models. */
  files: z.object({ voiceActivity: z.string(), segmentation: z.string(), embedding: z.string() }),
  /** The expected number of speakers; null: to be detected. */
  speakers: z.int().positive().nullable(),
  threads: z.int().positive(),
});

export type Order = z.output<typeof order>;

const parts = ['voiceActivity', 'segmentation', 'embedding'] as const;

const milliseconds = z.int().nonnegative();

export const report = z.discriminatedUnion('type', [
  /** A model starts to load. A crash after this is caused by the model. */
  z.object({ type: z.literal('loading'), part: z.enum(parts) }),
  /** The completed share, 0 to 1. Every report also counts as activity. */
  z.object({ type: z.literal('progress'), fraction: z.number() }),
  z.object({
    type: z.literal('done'),
    turns: z.array(z.object({ startMs: milliseconds, endMs: milliseconds, speaker: z.int().nonnegative() })),
  }),
]);

export type Report = z.output<typeof report>;
export type Part = (typeof parts)[number];
