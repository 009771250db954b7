import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';

const key = 'a-key-for-tests-that-is-long-enough';
const root = resolve(import.meta.dirname, '../..');

/** Starts a host that may open 256 files. @returns its port */
async function startWithFewFiles(): Promise<number> {
  const folder = await temporaryFolder();
  const program = [process.execPath, '--conditions=chronoscribe-source', 'core/cli/main.js', 'start'];
  const host = spawn(
    'sh',
    ['-c', 'ulimit -n 256 && exec "$@"', 'sh', ...program, '--port', '0', '--data', folder.path],
    {
      cwd: root,
      env: { ...process.env, CHRONOSCRIBE_API_KEY: key },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  onTestFinished(async () => {
    host.kill();
    if (host.exitCode === null) await once(host, 'exit');
    await folder.remove();
  });
  for await (const line of createInterface({ input: host.stdout })) {
    const port = /^listening on http:\/\/127\.0\.0\.1:(\d+)$/.exec(line)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error('the host ended before it listened');
}

test('an upload is taken while somebody without a key holds more connections than the host may open files', async () => {
  const port = await startWithFewFiles();
  const idle = Array.from({ length: 400 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  onTestFinished(() => {
    for (const socket of idle) socket.destroy();
  });
  await wait(500);
  const visit = await readFile(join(root, 'config/tour/consultation.vtt'));
  const form = new FormData();
  form.append('file', new Blob([visit]), 'visit.vtt');
  const url = `http://127.0.0.1:${port}/api/v1/transcripts/upload_audio_file`;
  const answer = await fetch(url, { method: 'POST', headers: { 'x-api-key': key }, body: form });
  expect([answer.status, await answer.text()]).toMatchObject([200, expect.stringContaining('Subjective')]);
});
