import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from 'chronoscribe/testing';
import { startServer } from './servers.ts';
import type { WritingParts } from './setup.ts';

/** A writer with SmolLM2-135M behind a real server: it keeps to the grammar that it is given, and writes nonsense. */
export interface ModelWriter {
  readonly use: 'hosted' | 'ollama';
  /** Its settings; `contextTokens` as the server has them. */
  readonly settings: { readonly model: string; readonly baseUrl: string };
  stop(): Promise<void>;
}

/** The tokens that both servers have for request and answer together. */
export const contextTokens = 4096;

/** What starts each writer, or what it lacks. */
export function modelWriters({ python, llama, ollama }: WritingParts) {
  const weights = 'lacks' in python ? python.lacks : python.there.languageModel;
  return {
    hosted:
      'lacks' in python || 'lacks' in llama
        ? [python, llama].map((part) => ('lacks' in part ? part.lacks : '')).join(' ')
        : async (): Promise<ModelWriter> => {
            const script = join(import.meta.dirname, 'chat-server.ts');
            const { url, stop } = await startServer(process.execPath, [
              script,
              llama.there,
              weights,
              String(contextTokens),
            ]);
            const settings = { vendor: 'openai-compatible', model: 'smollm2', baseUrl: `${url}/v1` };
            return { use: 'hosted', settings, stop };
          },
    ollama:
      'lacks' in python || 'lacks' in ollama
        ? [python, ollama].map((part) => ('lacks' in part ? part.lacks : '')).join(' ')
        : async (): Promise<ModelWriter> => {
            const folder = await temporaryFolder();
            const environment = { HOME: folder.path, OLLAMA_MODELS: join(folder.path, 'models') };
            const { url, stop } = await startServer(ollama.there, ['serve'], {
              ...environment,
              OLLAMA_HOST: '127.0.0.1:0',
            });
            const description = join(folder.path, 'Modelfile');
            await writeFile(description, `FROM ${weights}\nPARAMETER num_ctx ${contextTokens}\n`);
            await promisify(execFile)(ollama.there, ['create', 'smollm2', '-f', description], {
              env: { ...process.env, ...environment, OLLAMA_HOST: url },
            });
            return {
              use: 'ollama',
              settings: { model: 'smollm2', baseUrl: url },
              stop: async () => {
                await stop();
                await folder.remove();
              },
            };
          },
  } satisfies Record<ModelWriter['use'], string | (() => Promise<ModelWriter>)>;
}
