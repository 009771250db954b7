import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CliHost, startCli } from '../../../core/cli/testing.ts';
import { type Answer, send } from '../client.ts';
import { adminKey } from '../host-process.ts';

/** A host with some data, in a process of its own, and what can be asked of it. */
export interface PracticeHost {
  readonly host: CliHost;
  call(method: string, path: string, json?: unknown): Promise<Answer>;
  /** A transcript of one sentence, and as much beside it as is asked for. */
  upload(bytes?: number): Promise<Answer>;
  importEvents(lines: readonly object[]): Promise<Answer>;
}

/** Starts a host on the folder `data` of a folder. Rejects with what it says, where it does not start. */
export async function startPractice(folder: string, store: string): Promise<PracticeHost> {
  await mkdir(folder, { recursive: true });
  const config = join(folder, 'config.yaml');
  const settings = {
    http: { rateLimit: { perMinute: 0 } },
    log: { level: 'error' },
    providers: { store: { use: store } },
  };
  await writeFile(config, JSON.stringify(settings));
  const host = await startCli(['--data', join(folder, 'data'), '--config', config], {
    environment: { CHRONOSCRIBE_API_KEY: adminKey },
  });
  return {
    host,
    call: (method, path, json) => send(host.url, { method, path, key: adminKey, ...(json !== undefined && { json }) }),
    upload: (bytes = 0) =>
      send(host.url, {
        method: 'POST',
        path: '/api/v1/transcripts/upload_audio_file',
        key: adminKey,
        form: () => cues(bytes),
      }),
    importEvents: (lines) =>
      send(host.url, {
        method: 'POST',
        path: '/v1/import-events',
        key: adminKey,
        body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
        headers: { 'content-type': 'application/x-ndjson' },
      }),
  };
}

function cues(bytes: number): FormData {
  const text = `WEBVTT\n\nNOTE ${'x'.repeat(bytes)}\n\n00:00.000 --> 00:02.000\nThe patient reports pain in the back.\n`;
  const form = new FormData();
  form.append('file', new File([text], 'visit.vtt'));
  return form;
}
