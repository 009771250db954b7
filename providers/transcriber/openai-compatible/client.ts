import type { SoundPlace } from '../wav.ts';
import { modelList, type Transcript, transcript } from './answers.ts';
import { type Connection, exchange } from './exchange.ts';
import { formOf } from './form.ts';

export const responseFormats = ['verbose_json', 'json', 'diarized_json'] as const;
export type ResponseFormat = (typeof responseFormats)[number];

/** A part of a recording, and what is asked of it. */
export interface Order {
  readonly path: string;
  readonly sound: SoundPlace;
  readonly model: string;
  readonly format: ResponseFormat;
  /** ISO 639; undefined: to be detected. */
  readonly language: string | undefined;
}

/** The requests that are made of a server; each fails as `exchange` says. */
export interface AudioClient {
  /** `onSent` gets the bytes of each piece. */
  transcribe(order: Order, signal: AbortSignal, onSent: (bytes: number) => void): Promise<Transcript>;
  /** The names of its models; null where it does not list them. */
  models(signal: AbortSignal): Promise<readonly string[] | null>;
}

export function audioClient(connection: Connection): AudioClient {
  return {
    transcribe(order, signal, onSent) {
      const form = formOf(fields(order), order.path, order.sound);
      return exchange(
        connection,
        { doing: 'the recording', path: '/audio/transcriptions', form, answer: transcript, sent: onSent },
        signal,
      );
    },
    async models(signal) {
      const inquiry = { doing: 'a question after its models', path: '/models', answer: modelList.nullable(), sent: () => {} };
      // whisper.cpp has no such list.
      const list = await exchange(connection, { ...inquiry, whereMissing: null }, signal);
      return list?.data.map(({ id }) => id) ?? null;
    },
  };
}

function fields({ model, format, language }: Order): readonly (readonly [string, string])[] {
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
