import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { expect } from 'vitest';
import type { z } from 'zod';
import { type CliHost, startCli } from '../../core/cli/testing.ts';
import { type OllamaDouble, startOllama } from '../doubles/ollama.ts';
import { type OpenAiAudioDouble, startOpenAiAudio } from '../doubles/openai-audio.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A host in a process of its own that logs all it can, with a recogniser and a model elsewhere. */
export interface Practice {
  readonly recogniser: OpenAiAudioDouble;
  readonly model: OllamaDouble;
  call(
    method: string,
    path: string,
    init?: { readonly body?: FormData | string; readonly headers?: Record<string, string> },
  ): Promise<Answer>;
  /** The bodies of all refusals and failures so far. */
  errors(): string;
  /** Every word's places: files of the data folder and temporary files, by name and content. */
  found(words: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>>;
  /** Kills the host, and starts it again with other settings. @throws Error with what it says if it does not start */
  restart(settings: object): Promise<void>;
  /** Stops the host, and returns what it has written to its log. */
  stopHost(): Promise<string>;
  close(): Promise<void>;
}

const key = 'a-key-for-tests-that-is-long-enough';
const model = 'scribe-vision';

/**
 * @param store the provider that keeps the records
 * @param settings further ones of the host
 */
export async function openPractice(store: string, settings: object = {}): Promise<Practice> {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  const recogniser = await startOpenAiAudio();
  const writer = await startOllama(model);
  await mkdir(at('temporary'));
  const { baseUrl, apiKey } = recogniser;
  const config = {
    log: { level: 'debug' },
    http: { rateLimit: { perMinute: 0 } },
    providers: {
      store: { use: store },
      transcriber: { use: 'openai-compatible', with: { baseUrl, apiKey, model: 'whisper-1' } },
      writer: { use: 'ollama', with: { model, baseUrl: writer.url } },
    },
  };
  const start = async (further: object): Promise<CliHost> => {
    await writeFile(at('config.yaml'), JSON.stringify({ ...config, ...further }));
    return startCli(['--data', at('data'), '--config', at('config.yaml')], {
      environment: { CHRONOSCRIBE_API_KEY: key, TMPDIR: at('temporary') },
    });
  };
  let host = await start(settings);
  const errors: string[] = [];

  return {
    recogniser,
    model: writer,
    async call(method, path, { body, headers = {} } = {}) {
      const sent = { method, headers: { 'x-api-key': key, ...headers }, ...(body !== undefined && { body }) };
      const response = await fetch(new URL(path, host.url), sent);
      const answer = { status: response.status, headers: response.headers, text: await response.text() };
      if (answer.status >= 400) errors.push(answer.text);
      return answer;
    },
    errors: () => errors.join('\n'),
    async found(words) {
      const contents = await Promise.all([at('data'), at('temporary')].map(filesUnder));
      const files = contents.flat();
      const places = (word: string) =>
        files.filter(({ path, text }) => `${path}${text}`.includes(word)).map(({ path }) => path);
      return Object.fromEntries(words.map((word) => [word, places(word)]));
    },
    async restart(further) {
      host.process.kill('SIGKILL');
      await host.finished;
      host = await start(further);
    },
    async stopHost() {
      const { code, stderr } = await host.stop();
      expect(code).toBe(0);
      return stderr;
    },
    async close() {
      await host.stop();
      await Promise.all([recogniser.stop(), writer.stop()]);
      await folder.remove();
    },
  };
}

async function filesUnder(folder: string): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  // What is written anew is another file for a moment.
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8').catch(() => '') })));
}

/** The answer's body in the shape of `schema`. */
export function bodyOf<T extends z.ZodType>(schema: T, { text }: Answer): z.output<T> {
  return schema.parse(JSON.parse(text));
}
