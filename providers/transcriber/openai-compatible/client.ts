import { z } from 'zod';
import { HeardSegment } from '../heard-segments.ts';
import { HeardWords } from '../heard-words.ts';
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

/** How a server refuses a field that it does not know, or a value of it. */
const misunderstood = [400, 422, 501];

export type AudioClient = ReturnType<typeof audioClient>;

/** The requests to a server. Each fails as `sendRequest` does. */
export function audioClient(connection: Connection) {
  let takesWords = true;
  return {
    /** @param onSent gets the number of bytes of each piece */
    async transcribe(
      order: TranscriptionOrder,
      signal: AbortSignal,
      onSent: (bytes: number) => void,
    ): Promise<Transcript> {
      const inquiry = (words: boolean) => {
        const form = multipartForm(fields(order, words), order.path, order.sound);
        return { doing: 'the recording', path: '/audio/transcriptions', form, answer: transcript, sent: onSent };
      };
      const asksForWords = takesWords && order.format === 'verbose_json';
      if (asksForWords) {
        const instead = { of: misunderstood, result: undefined };
        const heard = await sendRequest(connection, { ...inquiry(true), instead }, signal);
        if (heard !== undefined) return heard;
      }
      const heard = await sendRequest(connection, inquiry(false), signal);
      // So it was that field which was refused.
      if (asksForWords) takesWords = false;
      return heard;
    },
    /** @returns the names of its models; null if it does not list them */
    async models(signal: AbortSignal): Promise<readonly string[] | null> {
      const inquiry = {
        doing: 'a question after its models',
        path: '/models',
        answer: modelList,
        sent: () => {},
      };
      // whisper.cpp does not list models.
      const list = await sendRequest(connection, { ...inquiry, instead: { of: [404, 405], result: null } }, signal);
      return list?.data.map(({ id }) => id) ?? null;
    },
  };
}

function fields(
  { model, format, language, prompt }: TranscriptionOrder,
  words: boolean,
): readonly (readonly [string, string])[] {
  const optional: readonly (readonly [string, string | undefined])[] = [
    ['language', language],
    ['prompt', prompt],
    ['timestamp_granularities[]', words ? 'word' : undefined],
    // A server that heeds one of several heeds the last.
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
 * transcription"): `json` has only the text, `verbose_json` segments with scores, and words in a list of their own
 * (whisper.cpp: in each segment), `diarized_json` segments with speakers. Other servers leave some out.
 */
export const transcript = z.object({
  text: z.string(),
  /** A code, or an English name (`whisper-1`). */
  language: z.string().nullish(),
  segments: z
    .array(
      HeardSegment.extend({
        /** Probability that nobody speaks. */
        no_speech_prob: z.number().nullish(),
        /** The gzip compression ratio of the text: high if it repeats itself. */
        compression_ratio: z.number().nullish(),
      }),
    )
    .nullish(),
  words: HeardWords,
});

export type Transcript = z.output<typeof transcript>;
export type Segment = NonNullable<Transcript['segments']>[number];

/** `GET /models`. */
export const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });
