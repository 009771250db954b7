import { z } from 'zod';
import type { SampleRange } from '../wav.ts';
import { type Connection, sendRequest } from './exchange.ts';
import { multipartForm } from './form.ts';

export const responseFormats = ['verbose_json', 'json', 'diarized_json'] as const;
export type ResponseFormat = (typeof responseFormats)[number];

/** A part of a recording, and what is asked of it. */
export interface TranscriptionOrder {
  readonly path: string;
  readonly sound: SampleRange;
  readonly model: string;
  readonly format: ResponseFormat;
  /** ISO 639; undefined: to be detected. */
  readonly language: string | undefined;
}

/** The requests that are made of a server; each fails as `exchange` says. */
export interface AudioClient {
  /** `onSent` gets the bytes of each piece. */
  transcribe(order: TranscriptionOrder, signal: AbortSignal, onSent: (bytes: number) => void): Promise<Transcript>;
  /** The names of its models; null where it does not list them. */
  models(signal: AbortSignal): Promise<readonly string[] | null>;
}

export function audioClient(connection: Connection): AudioClient {
  return {
    transcribe(order, signal, onSent) {
      const form = multipartForm(fields(order), order.path, order.sound);
      return sendRequest(
        connection,
        { doing: 'the recording', path: '/audio/transcriptions', form, answer: transcript, sent: onSent },
        signal,
      );
    },
    async models(signal) {
      const inquiry = { doing: 'a question after its models', path: '/models', answer: modelList.nullable(), sent: () => {} };
      // whisper.cpp has no such list.
      const list = await sendRequest(connection, { ...inquiry, whereMissing: null }, signal);
      return list?.data.map(({ id }) => id) ?? null;
    },
  };
}

function fields({ model, format, language }: TranscriptionOrder): readonly (readonly [string, string])[] {
  const optional: readonly (readonly [string, string | undefined])[] = [
    ['language', language],
    ['timestamp_granularities[]', format === 'verbose_json' ? 'segment' : undefined],
    // OpenAI wants it for recordings of more than 30 seconds.
    ['chunking_strategy', format === 'diarized_json' ? 'auto' : undefined],
  ];
  return [
    ['model', model],
    ['response_format', format],
    ...optional.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  ];
}

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
