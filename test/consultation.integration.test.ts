import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { type TestHost, type TestResponse, testHost } from 'chronoscribe/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { type AssemblyAiDouble, startAssemblyAi } from './doubles/assemblyai.ts';
import type { Fault } from './doubles/faults.ts';
import { type OllamaDouble, startOllama } from './doubles/ollama.ts';

/** From a recording to a note over HTTP, through the whole house, as configured by the file that a user would write. */
const shared = resolve(import.meta.dirname, '../../shared/data/audio');
const hasAudio = existsSync(shared);
const hasPocketsphinx = (process.env.PATH ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'pocketsphinx_continuous')));

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function started(config: object): Promise<TestHost> {
  const host = await testHost({ config });
  stops.push(() => host.stop());
  return host;
}

async function services(): Promise<{ assemblyai: AssemblyAiDouble; ollama: OllamaDouble; providers: object }> {
  const assemblyai = await startAssemblyAi({ queuedPolls: 0, processingPolls: () => 0 });
  const ollama = await startOllama('scribe');
  stops.push(
    () => assemblyai.stop(),
    () => ollama.stop(),
  );
  const providers = {
    transcriber: {
      use: 'assemblyai',
      with: { apiKey: assemblyai.apiKey, baseUrl: assemblyai.url, pollMs: 100, timeoutMs: 1000 },
    },
    writer: { use: 'ollama', with: { model: 'scribe', baseUrl: ollama.url, timeoutMs: 1000 } },
  };
  return { assemblyai, ollama, providers };
}

async function upload(
  host: TestHost,
  file: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<TestResponse> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(await readFile(file))], 'recording'));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
}

interface Note {
  readonly stream: string;
  readonly id: string;
  readonly note: string;
  readonly transcript: string;
  readonly createdAt: number;
}

describe('with the recogniser that Debian packages', () => {
  test.skipIf(!hasAudio || !hasPocketsphinx)(
    'real speech becomes a real transcript and a note that quotes it',
    async () => {
      const host = await started({ providers: { transcriber: { use: 'command', with: { preset: 'pocketsphinx' } } } });
      const answer = await upload(host, join(shared, 'jfk.wav'));
      expect(answer.status).toBe(200);
      const note = answer.json as Note;
      expect(Object.keys(note)).toEqual(['stream', 'id', 'note', 'transcript', 'createdAt']);
      expect(note.stream).toBe(`STREAM: ${note.note}`);
      expect(note.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
      expect(note.transcript).toMatch(/^--- Transcript:\n\nSpeaker 1:\n\[00:00:\d\d - 00:00:\d\d\] \S/);
      expect(note.transcript).toContain('your country');
      const record = (await host.call('GET', `/api/v1/transcripts/${note.id}`)).json as {
        warnings: string[];
        durationMs: number;
      };
      expect(record.durationMs).toBe(11_000);
      expect(record.warnings.length).toBeGreaterThan(0);
    },
  );
});

describe('with AssemblyAI and Ollama', () => {
  const formats = hasAudio ? readdirSync(shared).filter((name) => /^consult\.(?!rttm)/.test(name)) : [];

  test.skipIf(!hasAudio)(
    'every format of a recording becomes the same transcript and a note that a model wrote',
    async () => {
      const { providers, ollama } = await services();
      const host = await started({ providers });
      expect(formats).toHaveLength(8);
      for (const format of formats) {
        const answer = await upload(host, join(shared, format), { text: 'Dwell on the back.' });
        expect([format, answer.status]).toEqual([format, 200]);
        const { transcript, note } = answer.json as Note;
        expect(transcript).toContain('Speaker 2:\n[00:00:02 - 00:00:04] My lower back has hurt since Tuesday.');
        expect(note).toContain('My lower back has hurt since Tuesday.');
      }
      expect(ollama.chats).toHaveLength(formats.length);
    },
  );

  const faults: readonly (readonly [name: string, fault: Fault | 'refused', status: number, type: string])[] = [
    ['a closed port', 'refused', 503, 'provider_unavailable'],
    ['a refused key', { fault: 'status', status: 401 }, 503, 'provider_unavailable'],
    [
      'too many requests',
      { fault: 'status', status: 429, headers: { 'retry-after': '120' } },
      503,
      'provider_unavailable',
    ],
    ['its own fault', { fault: 'status', status: 500 }, 503, 'provider_unavailable'],
    ['silence', { fault: 'hang' }, 503, 'provider_unavailable'],
    ['a cut answer', { fault: 'cut' }, 502, 'provider_failed'],
    ['another shape', { fault: 'wrong-shape' }, 502, 'provider_failed'],
    ['half an object', { fault: 'invalid-json' }, 502, 'provider_failed'],
    ['a web page', { fault: 'html' }, 502, 'provider_failed'],
  ];

  test
    .skipIf(!hasAudio)
    .each(faults.flatMap((fault) => [['recogniser', ...fault] as const, ['model', ...fault] as const]))(
    'a %s that answers with %s is told as it is, and no note is made',
    async (who, _name, fault, status, type) => {
      const { assemblyai, ollama, providers } = await services();
      const host = await started({ providers });
      const service = who === 'model' ? ollama : assemblyai;
      if (fault === 'refused') await service.refuse();
      else service.fail({ fault });
      const answer = await upload(host, join(shared, 'jfk.wav'));
      expect(answer.status).toBe(status);
      expect(answer.json).toMatchObject({ detail: [{ type }] });
      if (who === 'recogniser' && fault !== 'refused' && fault.fault === 'status' && fault.status === 429)
        expect(answer.headers.get('retry-after')).toBe('120');
      expect((await host.call('GET', '/api/v1/transcripts')).json).toMatchObject({ items: [] });
    },
  );
});

test.skipIf(!hasAudio)(
  'with no recogniser at all the server starts, sound is refused with what to install, transcripts are taken',
  async () => {
    const host = await started({
      providers: {
        transcriber: { use: 'command', with: { command: ['no-such-recogniser', '{input}'], format: 'vtt' } },
      },
    });
    const ready = await host.call('GET', '/ready');
    expect(ready.status).toBe(200);
    expect(ready.json).toMatchObject({ checks: { 'transcriber command': { status: 'degraded' } } });
    const refused = await upload(host, join(shared, 'jfk.wav'));
    expect(refused.status).toBe(503);
    expect(refused.text).toContain('no-such-recogniser');
    const taken = await upload(host, resolve(import.meta.dirname, '../config/tour/consultation.vtt'));
    expect(taken.status).toBe(200);
    expect((taken.json as Note).note).toMatch(
      /^Subjective:\n[\s\S]+\n\nObjective:\n[\s\S]+\n\nAssessment:\n[\s\S]+\n\nPlan:\n[\s\S]+\n\nFollow-Up:\n\S/,
    );
  },
);
