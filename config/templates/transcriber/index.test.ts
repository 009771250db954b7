import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { transcriberContract } from 'chronoscribe/contracts/transcriber';
import { type Recording, Transcriber } from 'chronoscribe/kinds/transcriber';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import provider from './index.ts';

const heard = { language: 'en', utterances: [{ speaker: 'A', start: 0.1, end: 0.9, text: 'My back hurts.' }] };

transcriberContract('__NAME__', () => startWith(200, JSON.stringify(heard)));

test.each([
  ['is down for the moment', 503, '', { code: 'provider-unavailable', transient: true }],
  ['refuses the recording', 401, '', { code: 'provider-unavailable', transient: false }],
  ['answers with a page', 200, '<html>', { code: 'provider-failed' }],
  ['answers with other JSON', 200, '{"text": "My back hurts."}', { code: 'provider-failed' }],
])('says so when the service %s', async (_, status, body, problem) => {
  const { transcriber, speech, close } = await startWith(status, body);
  const outcome = transcriber.transcribe(speech, { signal: new AbortController().signal, progress: () => {} });
  await expect(outcome).rejects.toMatchObject(problem);
  await close();
});

/**
 * The provider, and a service that gives the same answer to each recording of up to ten seconds, and none to longer
 * ones.
 */
async function startWith(status: number, body: string) {
  let working = 0;
  const service = createServer((request, response) => {
    working += 1;
    response.once('close', () => {
      working -= 1;
    });
    let received = 0;
    request.on('data', (piece: Buffer) => {
      received += piece.length;
    });
    request.once('end', () => {
      if (received <= bytesIn(10_000)) response.writeHead(status).end(body);
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const started = await startProvider(Transcriber, provider, { with: { url } });
  const folder = await temporaryFolder();
  return {
    transcriber: started.instance,
    provider: '__NAME__',
    speech: await recording(join(folder.path, 'visit.wav'), 1_000),
    long: await recording(join(folder.path, 'long.wav'), 60_000),
    running: () => working,
    hearsSilence: false,
    async close() {
      await started.stop();
      service.close();
      await folder.remove();
    },
  };
}

/** The test server ignores the content. */
async function recording(path: string, durationMs: number): Promise<Recording> {
  await writeFile(path, Buffer.alloc(bytesIn(durationMs)));
  return { path, durationMs };
}

function bytesIn(durationMs: number): number {
  return durationMs * 32;
}
