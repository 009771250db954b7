import { z } from 'zod';

/** What the host and the process of the recogniser say to each other: one order there, reports back. */

/** Paths of the models that work on a recording. */
export const modelFiles = z.object({
  encoder: z.string(),
  decoder: z.string(),
  tokens: z.string(),
  voiceActivity: z.string(),
  /** Null: where voices change is not looked for inside a stretch of speech. */
  segmentation: z.string().nullable(),
  /** Null: voices are not told apart. */
  embedding: z.string().nullable(),
});

export type ModelFiles = z.output<typeof modelFiles>;

export const order = z.object({
  /** Path of a WAV file: 16 kHz, mono, 16 bits. */
  recording: z.string(),
  files: modelFiles,
  /** Whisper's code; null: to be detected. */
  language: z.string().nullable(),
  /** How many voices are expected; null: to be found out. */
  speakers: z.int().positive().nullable(),
  threads: z.int().positive(),
});

export type Order = z.output<typeof order>;

/** The models by what they are for, as they are loaded. */
export const parts = ['voiceActivity', 'whisper', 'segmentation', 'embedding'] as const;
export type Part = (typeof parts)[number];

const milliseconds = z.int().nonnegative();

/** One stretch of speech, by one voice, and what Whisper made of it. */
export const recognisedPiece = z.object({
  startMs: milliseconds,
  endMs: milliseconds,
  /** From 0; null where voices are not told apart. */
  speaker: z.int().nonnegative().nullable(),
  /** Decibels of full scale (root mean square), at most 0. */
  level: z.number(),
  /** In milliseconds of the recording, as Whisper dated them: not always within the piece. */
  segments: z.array(z.object({ startMs: milliseconds, endMs: milliseconds, text: z.string() })),
});

export type RecognisedPiece = z.output<typeof recognisedPiece>;

export const report = z.discriminatedUnion('type', [
  /** A model begins to be loaded; whoever dies then dies of it. */
  z.object({ type: z.literal('loading'), part: z.enum(parts) }),
  /** Every report is a sign of life; this one is also how far the work has come, 0 to 1. */
  z.object({ type: z.literal('progress'), fraction: z.number() }),
  z.object({ type: z.literal('heard'), piece: recognisedPiece }),
  z.object({
    type: z.literal('done'),
    /** Whisper's code of the language that it wrote; null where it wrote nothing, or where the model knows English only. */
    language: z.string().nullable(),
    /** Of sherpa-onnx. */
    version: z.string(),
  }),
]);

export type Report = z.output<typeof report>;
