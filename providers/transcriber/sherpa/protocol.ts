import { z } from 'zod';

/**
 * The messages between the host and the recogniser process: the order, then requests one after the other. Each is
 * answered with reports, the last of which is `found` or `heard`.
 */

const milliseconds = z.int().nonnegative();

/** Paths of the models. */
export const modelFiles = z.object({
  encoder: z.string(),
  decoder: z.string(),
  tokens: z.string(),
  /** Of a transducer; null: the model is Whisper. */
  joiner: z.string().nullable(),
  voiceActivity: z.string(),
  /** Null: a stretch of speech counts as one voice. */
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
  /** The expected number of speakers; null: to be detected. */
  speakers: z.int().positive().nullable(),
  /** Who speaks when, in milliseconds, if that is known; null: it is found, if there are models for it. */
  turns: z.array(z.object({ startMs: milliseconds, endMs: milliseconds, speaker: z.int().nonnegative() })).nullable(),
  threads: z.int().positive(),
});

export type Order = z.output<typeof order>;

/** The models by purpose, in the order in which they are loaded. */
export const parts = ['voiceActivity', 'recogniser', 'segmentation', 'embedding'] as const;
export type Part = (typeof parts)[number];

/** A stretch of speech by one voice, in samples from the start of the recording. */
export const speechPiece = z.object({
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  /** From 0; null if voices are not told apart. */
  speaker: z.int().nonnegative().nullable(),
});

export const request = z.discriminatedUnion('type', [
  z.object({ type: z.literal('find') }),
  /** `language` is Whisper's code; null: to be detected. */
  z.object({ type: z.literal('hear'), piece: speechPiece, language: z.string().nullable() }),
]);

export type Request = z.output<typeof request>;

/** Where somebody speaks. */
const foundSpeech = z.object({
  pieces: z.array(speechPiece),
  /** Whisper's code of the language that all pieces are heard in; null: none is set. */
  language: z.string().nullable(),
  /** The completed share of the recognition. */
  share: z.number(),
  /** Of sherpa-onnx. */
  version: z.string(),
});

/** A stretch of speech by one voice, with Whisper's text. */
export const recognisedPiece = z.object({
  startMs: milliseconds,
  endMs: milliseconds,
  /** From 0; null if voices are not told apart. */
  speaker: z.int().nonnegative().nullable(),
  /** Decibels of full scale (root mean square), at most 0. */
  level: z.number(),
  /** Whisper's times, in milliseconds of the recording; not always within the piece. */
  segments: z.array(
    z.object({
      ...{ startMs: milliseconds, endMs: milliseconds, text: z.string() },
      words: z
        .array(
          z.object({ text: z.string(), startMs: milliseconds, endMs: milliseconds, confidence: z.number().nullable() }),
        )
        .optional(),
    }),
  ),
});

export type RecognisedPiece = z.output<typeof recognisedPiece>;

export const report = z.discriminatedUnion('type', [
  /** A model starts to load. A crash after this is caused by the model. */
  z.object({ type: z.literal('loading'), part: z.enum(parts) }),
  /** The completed share, 0 to 1. Every report also counts as activity. */
  z.object({ type: z.literal('progress'), fraction: z.number() }),
  foundSpeech.extend({ type: z.literal('found') }),
  z.object({
    type: z.literal('heard'),
    piece: recognisedPiece,
    /** Whisper's code of the language of the text; null if there is no text, or the model knows only English. */
    language: z.string().nullable(),
  }),
]);

export type Report = z.output<typeof report>;

/** What the process prints on standard error before it reports a piece, which may come after that report. */
export const endOfPiece = 'end of piece';
