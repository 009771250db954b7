import { z } from 'zod';
import type { SampleRange } from '../wav.ts';
import { type Connection, sendRequest } from './exchange.ts';
import { multipartForm } from './form.ts';

export const responseFormats = ['verbose_json', 'json', 'diarized_json'] as const;
export type ResponseFormat = (typeof responseFormats)[number];

/** A request to transcribe a part of a recording. */
export interface TranscriptionOrder {
  readonly path: string;
  readonly sound: SampleRange;
  readonly model: string;
  readonly format: ResponseFormat;
  /** ISO 639; undefined: to be detected. */
  readonly language: string | undefined;
  /** Words to expect. */
  readonly prompt: string | undefined;
}

/** The requests to a server. Each fails as `sendRequest` does. */
export interface AudioClient {
  /** @param onSent gets the number of bytes of each piece */
  transcribe(order: TranscriptionOrder, signal: AbortSignal, onSent: (bytes: number) => void): Promise<Transcript>;
  /** @returns the names of its models; null if it does not list them */
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
      const inquiry = {
        doing: 'a question after its models',
        path: '/models',
        answer: modelList.nullable(),
        sent: () => {},
      };
      // whisper.cpp does not list models.
      const list = await sendRequest(connection, { ...inquiry, whereMissing: null }, signal);
      return list?.data.map(({ id }) => id) ?? null;
    },
  };
}

function fields({ model, format, language, prompt }: TranscriptionOrder): readonly (readonly [string, string])[] {
  const optional: readonly (readonly [string, string | undefined])[] = [
    ['language', language],
    ['prompt', prompt],
    ['timestamp_granularities[]', format === 'verbose_json' ? 'segment' : undefined],
    // OpenAI requires it for recordings of more than 30 seconds.
    ['chunking_strategy', format === 'diarized_json' ? 'auto' : undefined],
  ];
  return [
    ['model', model],
    ['response_format', format],
    ...optional.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  ];
}

/**
 * The parts of a response that are used here, in all formats (developers.openai.com/api/reference, "Create
 * transcription"): `json` has only the text, `verbose_json` segments with scores, `diarized_json` segments with
 * speakers. Other servers leave some out.
 */
export const transcript = z.object({
  text: z.string(),
  /** A code, or an English name (`whisper-1`). */
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
        /** The gzip compression ratio of the text: high if it repeats itself. */
        compression_ratio: z.number().nullish(),
      }),
    )
    .nullish(),
});

export type Transcript = z.output<typeof transcript>;
export type Segment = NonNullable<Transcript['segments']>[number];

/** `GET /models`. */
export const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });
