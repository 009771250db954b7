import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const mebibyte = 1024 ** 2;
const upload = '/api/v1/transcripts/upload_audio_file';
const said = ['I have pain in my back.', 'Since when?', 'Two weeks ago.', 'Take 400 mg ibuprofen.', 'Okay.', 'Mm-hmm.'];

/** WebVTT of short cues by two voices, not longer than this. */
function shortCues(bytes: number): string {
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23);
  const cues = ['WEBVTT\n\n'];
  for (let at = 0, length = 8; ; at += 1) {
    const voice = at % 2 === 0 ? 'Patient' : 'Doctor';
    const cue = `${clock(at * 200)} --> ${clock(at * 200 + 200)}\n<v ${voice}>${said[at % said.length]}\n\n`;
    length += cue.length;
    if (length > bytes) return cues.join('');
    cues.push(cue);
  }
}

function formOf(transcript: string): FormData {
  const form = new FormData();
  form.append('file', new File([transcript], 'long.vtt'));
  return form;
}

describe('a long transcript of short cues', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await testHost();
  });
  afterAll(() => host.stop());

  test('of 4 MiB keeps no other request waiting while it is read and drafted', async () => {
    let answered = 0;
    let isDone = false;
    const others = (async () => {
      for (; !isDone; answered += 1) expect((await host.call('GET', '/health', { key: null })).status).toBe(200);
    })();
    const during = await countInSteps(host, shortCues(4 * mebibyte), () => answered).finally(() => {
      isDone = true;
    });
    await others;
    // Were it read in this process, about 40 would be answered, all of them before or after.
    expect(during.transcript).toBeGreaterThan(150);
    expect(during.note).toBeGreaterThan(150);
  });

  test('of more than 4 MiB is refused', async () => {
    const { status, json } = await host.call('POST', upload, { form: formOf(shortCues(4 * mebibyte + 1000)) });
    expect({ status, json }).toMatchObject({
      status: 413,
      json: { detail: [{ type: 'too_large', msg: expect.stringContaining('4 MiB') }] },
    });
  });
});

/** Uploads a transcript, and says by how much a counter grows during the steps of its run. */
async function countInSteps(
  host: TestHost,
  transcript: string,
  counter: () => number,
): Promise<Readonly<Record<string, number>>> {
  const response = await fetch(host.url + upload, {
    method: 'POST',
    headers: { 'x-api-key': host.key, accept: 'text/event-stream' },
    body: formOf(transcript),
  });
  expect(response.status).toBe(200);
  const begun = new Map<string, number>();
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const name = /^event: (\w+)/m.exec(event)?.[1] ?? '';
      const step = name === 'progress' ? /"step":"(\w+)"/.exec(event)?.[1] : name;
      // A comment, which keeps the connection open, has no name.
      if (step !== undefined && step !== '' && !begun.has(step)) begun.set(step, counter());
    }
  }
  const steps = ['run', 'transcript', 'note', 'text', 'record', 'result'];
  expect([...begun.keys()]).toEqual(steps);
  const at = (step: string) => begun.get(step) ?? 0;
  return { transcript: at('note') - at('transcript'), note: at('result') - at('note') };
}

describe('a host with a small heap', () => {
  test('takes a transcript that reading at once would end it', async () => {
    const folder = await temporaryFolder();
    const config = join(folder.path, 'config.yaml');
    await writeFile(
      config,
      `log: { level: silent }\nplugins: { transcripts: { with: { maxTranscriptBytes: ${8 * mebibyte} } } }\n`,
    );
    const key = 'a-key-for-tests-that-is-long-enough';
    const house = resolve(import.meta.dirname, '../..');
    const args = ['core/cli/main.js', 'start', '--port', '0', '--data', join(folder.path, 'data'), '--config', config];
    const child = spawn(process.execPath, ['--max-old-space-size=256', '--conditions=chronoscribe-source', ...args], {
      cwd: house,
      env: { ...process.env, CHRONOSCRIBE_API_KEY: key },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exit = once(child, 'exit');
    try {
      let printed = '';
      for await (const piece of child.stdout.setEncoding('utf8')) {
        printed += piece;
        if (/listening on \S+\n/.test(printed)) break;
      }
      const url = /listening on (\S+)/.exec(printed)?.[1] ?? '';
      const response = await fetch(url + upload, {
        method: 'POST',
        headers: { 'x-api-key': key },
        body: formOf(shortCues(6 * mebibyte)),
      });
      expect(response.status).toBe(200);
      expect((await fetch(`${url}/health`)).status).toBe(200);
    } finally {
      child.kill('SIGTERM');
      await exit;
      await folder.remove();
    }
  });
});
