import { delimiter, join } from 'node:path';
import { startServer } from './servers.ts';
import type { SpeechParts } from './setup.ts';

/** A recogniser with real weights of Whisper tiny.en. */
export interface Recogniser {
  /** The provider, as in configuration. */
  readonly use: 'whisper' | 'openai-compatible' | 'command';
  /** What `providers.transcriber` of a configuration is. */
  readonly configuration: { readonly use: string; readonly with: object };
  /** Of a server with OpenAI's protocol, without its /v1; null: it has none. */
  readonly url: string | null;
  stop(): Promise<void>;
}

/** What starts each recogniser, or what it lacks. */
export function recognisers({ python, sherpa }: SpeechParts) {
  const nothing = async () => {};
  return {
    'openai-compatible':
      'lacks' in python
        ? python.lacks
        : async (): Promise<Recogniser> => {
            const script = join(import.meta.dirname, 'audio_server.py');
            const { url, stop } = await startServer(python.there.python, [script, python.there.ctranslate2]);
            const settings = { baseUrl: `${url}/v1`, model: 'tiny.en' };
            return {
              use: 'openai-compatible',
              configuration: { use: 'openai-compatible', with: settings },
              url,
              stop,
            };
          },
    command:
      'lacks' in python
        ? python.lacks
        : async (): Promise<Recogniser> => {
            const path = process.env.PATH ?? '';
            process.env.PATH = `${python.there.programs}${delimiter}${path}`;
            return {
              use: 'command',
              configuration: {
                use: 'command',
                with: { preset: 'whisper-ctranslate2', model: python.there.ctranslate2 },
              },
              url: null,
              stop: async () => {
                process.env.PATH = path;
              },
            };
          },
    whisper:
      'lacks' in sherpa
        ? sherpa.lacks
        : async (): Promise<Recogniser> => ({
            use: 'whisper',
            configuration: { use: 'whisper', with: { model: sherpa.there, autoDownload: false } },
            url: null,
            stop: nothing,
          }),
  } satisfies Record<Recogniser['use'], string | (() => Promise<Recogniser>)>;
}
