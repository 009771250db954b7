import { z } from 'zod';

/**
 * The messages between the host and the recogniser process: the models, then requests one after the other. Each is
 * answered with reports, the last of which is `found` or `heard`.
 */

const milliseconds = z.int().nonnegative();

/** Paths of the models. */
export interface ModelFiles {
  readonly encoder: string;
  readonly decoder: string;
  readonly tokens: string;
  /** Of a transducer; null: the model is Whisper. */
  readonly joiner: string | null;
  readonly voiceActivity: string;
  /** Null: a stretch of speech counts as one voice. */
  readonly segmentation: string | null;
  /** Null: voices are not told apart. */
  readonly embedding: string | null;
}

/** What a process loads, once for all recordings that it hears. */
export interface Engine {
  readonly files: ModelFiles;
  readonly threads: number;
}

/** What is to be recognised. */
export interface Order {
  /** Path of a WAV file: 16 kHz, mono, 16 bits. */
  readonly recording: string;
  /** Whisper's code; null: to be detected. */
  readonly language: string | null;
  /** The expected number of speakers; null: to be detected. */
  readonly speakers: number | null;
  /** Who speaks when, in milliseconds, if that is known; null: it is found, if there are models for it. */
  readonly turns: readonly { readonly startMs: number; readonly endMs: number; readonly speaker: number }[] | null;
}

/** The models by purpose, in the order in which they are loaded. */
export const parts = ['voiceActivity', 'recogniser', 'segmentation', 'embedding'] as const;
export type Part = (typeof parts)[number];

/** A stretch of speech by one voice, in samples from the start of the recording. */
const speechPiece = z.object({
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  /** From 0; null if voices are not told apart. */
  speaker: z.int().nonnegative().nullable(),
});

export type Request =
  | ({ readonly type: 'find' } & Order)
  | ({ readonly type: 'hear'; readonly piece: z.output<typeof speechPiece> } & Pick<Order, 'recording' | 'language'>);

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
const recognisedPiece = z.object({
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
