import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { type CallOptions, type TestHost, type TestResponse, testHost } from 'chronoscribe/testing';
import { expect } from 'vitest';
import { z } from 'zod';
import type { ModelReply } from '../doubles/model-server.ts';
import { obedientModel } from '../doubles/obedient-model.ts';
import { startOllama } from '../doubles/ollama.ts';
import { startVendorServer } from '../doubles/vendor-server.ts';

/** A practice whose model does whatever it reads, and on the same host another account with something to hide. */
export interface Scene {
  readonly host: TestHost;
  /** Where orders lead: nobody ever asks here. */
  readonly elsewhere: string;
  readonly stranger: Stranger;
  /** What the model was asked, as it was sent. */
  asked(): string;
  /** How many tools the model was offered in all. */
  toolsOffered(): number;
  /** From now on the model answers so, until `checkAndForget`. */
  reply(reply: ModelReply): void;
  call(method: string, path: string, options?: CallOptions): Promise<TestResponse>;
  send(
    path: string,
    field: 'file' | 'files',
    file: File,
    fields?: Readonly<Record<string, string>>,
  ): Promise<TestResponse>;
  /** What must hold after every test: nothing of the stranger was told, and nobody was asked but the model. */
  checkAndForget(): Promise<void>;
  stop(): Promise<void>;
}

export interface Stranger {
  readonly key: string;
  /** Of their record, which is also the id of its run. */
  readonly id: string;
  /** A word that is in their record alone. */
  readonly secret: string;
}

const model = 'scribe-vision';

export async function openScene(): Promise<Scene> {
  const server = await startOllama(model);
  const canary = await startVendorServer(() => ({ json: {} }));
  const host = await testHost({
    config: { providers: { writer: { use: 'ollama', with: { model, baseUrl: server.url } } } },
  });
  const stranger = await newStranger(host);
  const told: string[] = [];
  const connections = watchConnections();
  await server.reset();
  server.reply(obedientModel);

  const call: Scene['call'] = async (method, path, options) => {
    const answer = await host.call(method, path, options);
    told.push(answer.text);
    return answer;
  };
  return {
    host,
    elsewhere: canary.url,
    stranger,
    asked: () => JSON.stringify(server.chats.map(({ body }) => body)),
    toolsOffered: () => server.chats.reduce((sum, { tools }) => sum + tools, 0),
    reply: (reply) => server.reply(reply),
    call,
    send(path, field, file, fields = {}) {
      const form = new FormData();
      form.append(field, file);
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      return call('POST', path, { form });
    },
    async checkAndForget() {
      expect(canary.requests).toEqual([]);
      expect(
        server.requests.map(({ method, path }) => `${method} ${path}`).filter((asked) => !usual.test(asked)),
      ).toEqual([]);
      // The tests' own requests to the host, and those of the host to the model.
      expect([...connections.addresses]).toContain(new URL(host.url).host);
      expect(
        [...connections.addresses].filter((address) => ![host.url, server.url].includes(`http://${address}`)),
      ).toEqual([]);
      for (const words of [...told, ...server.requests.map(({ body }) => String(body))])
        expect(words).not.toContain(stranger.secret);
      told.length = 0;
      connections.addresses.clear();
      await server.reset();
      server.reply(obedientModel);
    },
    async stop() {
      connections.end();
      await host.stop();
      await server.stop();
      await canary.stop();
    },
  };
}

/** What a writer asks Ollama: which models it has, and what they say. */
const usual = /^(POST \/api\/(chat|show)|GET \/api\/version)$/;

async function newStranger(host: TestHost): Promise<Stranger> {
  const secret = 'Rumpelstilzchen';
  const { key } = await host.newAccount('stranger');
  const form = new FormData();
  form.append('file', transcript(['Patient', `My name is ${secret} and my hip hurts.`], ...elevenWords));
  const answer = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form, key });
  const { id, note } = z.object({ id: z.string(), note: z.string() }).parse(answer.json);
  expect(note).toContain(secret);
  return { key, id, secret };
}

/** So that the record of the stranger has segments, s2 to s12, that shorter ones have not. */
const elevenWords = Array.from(
  { length: 11 },
  (_, index) => ['Doctor', `Exercise number ${index + 1}, every day.`] as const,
);

/**
 * Where this process connects to, as `127.0.0.1:8080`, and which names it looks up. Processes that it starts have no
 * keys and are watched by the canary alone.
 */
function watchConnections(): { readonly addresses: Set<string>; end(): void } {
  const addresses = new Set<string>();
  const note = (message: unknown): void => {
    const { socket } = z.object({ socket: z.instanceof(Socket) }).parse(message);
    socket.on('connectionAttempt', (ip: string, port: number) => addresses.add(`${ip}:${port}`));
    socket.on('lookup', (_error, _address, _family, name: string) => addresses.add(name));
  };
  subscribe('net.client.socket', note);
  return { addresses, end: () => unsubscribe('net.client.socket', note) };
}

/** A WebVTT file in which these lines are spoken, two seconds each. */
export function transcript(...lines: readonly (readonly [speaker: string, words: string])[]): File {
  const stamp = (second: number): string => new Date(second * 1000).toISOString().slice(11, 23);
  const cues = lines.map(
    ([speaker, words], at) => `${stamp(2 * at)} --> ${stamp(2 * at + 2)}\n<v ${speaker}>${words}\n`,
  );
  return new File([`WEBVTT\n\n${cues.join('\n')}`], 'visit.vtt');
}
