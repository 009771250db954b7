import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';

const key = 'a-key-for-tests-that-is-long-enough';
const root = resolve(import.meta.dirname, '../..');

/** Starts a host that may open 256 files. @param tls a certificate, if it speaks TLS @returns its port */
async function startWithFewFiles(tls?: object): Promise<number> {
  const folder = await temporaryFolder();
  const config = join(folder.path, 'config.yaml');
  await writeFile(config, JSON.stringify({ http: tls === undefined ? {} : { tls } }));
  const program = [process.execPath, '--conditions=chronoscribe-source', 'core/cli/main.js', 'start'];
  const host = spawn(
    'sh',
    [
      '-c',
      'ulimit -n 256 && exec "$@"',
      'sh',
      ...program,
      '--port',
      '0',
      '--config',
      config,
      '--data',
      join(folder.path, 'data'),
    ],
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
    const port = /^listening on https?:\/\/127\.0\.0\.1:(\d+)$/.exec(line)?.[1];
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

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

test.skipIf(!hasOpenssl)('over TLS too, where the others never end their handshakes', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const [cert, secret] = [join(folder.path, 'host.crt'), join(folder.path, 'host.key')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  spawnSync('openssl', ['req', ...kind, '-subj', '/CN=localhost', '-out', cert, '-keyout', secret]);
  const port = await startWithFewFiles({ cert, key: secret });
  let isOver = false;
  const held = new Set<ReturnType<typeof connect>>();
  // As many as before are there again whenever some are closed.
  const hold = (): void => {
    if (isOver) return;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    held.add(socket);
    socket.once('close', () => {
      held.delete(socket);
      setTimeout(hold, 100);
    });
  };
  for (let count = 0; count < 400; count += 1) hold();
  onTestFinished(() => {
    isOver = true;
    for (const socket of held) socket.destroy();
  });
  await wait(1500);
  const ask = async (): Promise<number | undefined> => {
    const asked = request({ port, path: '/admin/keys', headers: { 'x-api-key': key }, rejectUnauthorized: false });
    const [answer] = await once(asked.end(), 'response');
    answer.resume();
    return answer.statusCode;
  };
  for (let count = 0; count < 5; count += 1) expect(await ask()).toBe(200);
});
