import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type CliHost, cli, startCli } from '../../../core/cli/testing.ts';
import { type Answer, send } from '../client.ts';
import { adminKey } from '../host-process.ts';
import { smallDisk } from './full-disk.ts';

const probing = await temporaryFolder();
const probe = await smallDisk(join(probing.path, 'disk'));
probe?.remove();
await probing.remove();
const canMount = probe !== undefined;
const canTrace = spawnSync('strace', ['-V']).status === 0;

/** A host whose audit log is on a disk of its own, if this user may mount one, and a record to ask for. */
interface Practice {
  readonly host: CliHost;
  readonly folder: string;
  readonly audit: string;
  readonly disk: Awaited<ReturnType<typeof smallDisk>>;
  readonly record: string;
  call(method: string, path: string, rest?: Partial<Parameters<typeof send>[1]>): Promise<Answer>;
  keys(...args: readonly string[]): ReturnType<typeof cli>;
}

async function newPractice({ withDisk = true } = {}): Promise<Practice> {
  const { path: folder, remove } = await temporaryFolder();
  onTestFinished(remove);
  const audit = join(folder, 'data', 'audit');
  await mkdir(join(folder, 'data'));
  const disk = withDisk ? await smallDisk(audit) : undefined;
  onTestFinished(() => disk?.remove());
  const config = join(folder, 'config.yaml');
  const plugins = { mcp: true, webhooks: { with: { allowPrivateAddresses: true } } };
  await writeFile(config, JSON.stringify({ http: { rateLimit: { perMinute: 0 } }, log: { level: 'silent' }, plugins }));
  const options = ['--data', join(folder, 'data'), '--config', config];
  const host = await startCli(options, { environment: { CHRONOSCRIBE_API_KEY: adminKey } });
  onTestFinished(async () => {
    host.process.kill('SIGKILL');
    await host.finished;
  });
  const call: Practice['call'] = (method, path, rest) => send(host.url, { method, path, key: adminKey, ...rest });
  const made = await call('POST', '/api/v1/transcripts/upload_audio_file', { form: visit });
  const { id } = z.object({ id: z.string() }).parse(made.json);
  return { host, folder, audit, disk, record: id, call, keys: (...args) => cli(['keys', ...args, ...options]) };
}

function visit(): FormData {
  const form = new FormData();
  form.append(
    'file',
    new File(['WEBVTT\n\n00:00.000 --> 00:02.000\nThe patient reports pain in the back.\n'], 'v.vtt'),
  );
  return form;
}

const tus = { 'tus-resumable': '1.0.0' };

/** Each way in which a request is answered that must be in the log, and the status of its answer. */
const ways: Readonly<Record<string, { readonly ok: number; readonly ask: (practice: Practice) => Promise<Answer> }>> = {
  'an answer': { ok: 200, ask: ({ call }) => call('GET', '/admin/keys') },
  'a record': { ok: 200, ask: ({ call, record }) => call('GET', `/api/v1/transcripts/${record}`) },
  'a download': {
    ok: 200,
    ask: ({ call, record }) => call('GET', `/api/v1/transcripts/${record}/export?format=md`),
  },
  'a stream of events': {
    ok: 200,
    ask: ({ call }) =>
      call('POST', '/api/v1/transcripts/upload_audio_file', { form: visit, headers: { accept: 'text/event-stream' } }),
  },
  'an upload in pieces': {
    ok: 201,
    ask: ({ call }) => call('POST', '/api/v1/uploads', { headers: { ...tus, 'upload-length': '3' } }),
  },
  'a webhook': {
    ok: 201,
    ask: ({ call }) =>
      call('POST', '/api/v1/webhooks', { json: { url: 'http://127.0.0.1:9/hook', events: ['run.failed'] } }),
  },
  'a refusal': { ok: 401, ask: ({ call }) => call('GET', '/api/v1/runs', { key: 'wrong' }) },
};

/** What a tool of MCP tells an agent. */
async function tool({ host, record }: Practice): Promise<{ readonly isError: boolean; readonly text: string }> {
  const client = new Client({ name: 'tests', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${adminKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', host.url), { requestInit }));
  try {
    const { content, isError } = await client.callTool({ name: 'read_transcript', arguments: { id: record } });
    return { isError: isError === true, text: JSON.stringify(content) };
  } finally {
    await client.close();
  }
}

const checkOf = async ({ call }: Practice): Promise<unknown> =>
  (((await call('GET', '/ready')).json ?? {}) as { checks?: { audit?: unknown } }).checks?.audit;

async function expectRefused(practice: Practice, status: number): Promise<void> {
  for (const [way, { ask }] of Object.entries(ways)) {
    const answer = await ask(practice);
    expect([way, answer.status]).toEqual([way, status]);
    expect(answer.text).not.toContain('pain in the back');
  }
  const told = await tool(practice);
  expect(told).toMatchObject({ isError: true, text: expect.stringContaining('audit log could not be written') });
  expect(told.text).not.toContain('pain in the back');
  await expect.poll(() => checkOf(practice)).toMatchObject({ status: 'failed' });
  // What is not in the log anyway is answered.
  expect((await practice.call('GET', '/v1/current-time')).status).toBe(200);
}

async function expectRecovered(practice: Practice): Promise<void> {
  // By itself, without a request.
  await expect.poll(() => checkOf(practice)).toMatchObject({ status: 'ok' });
  for (const [way, { ok, ask }] of Object.entries(ways)) {
    expect([way, (await ask(practice)).status]).toEqual([way, ok]);
  }
  expect(await tool(practice)).toMatchObject({ isError: false });
  await practice.host.stop();
  const data = ['--data', join(practice.folder, 'data')];
  expect(await cli(['audit', 'verify', ...data])).toMatchObject({ code: 0 });
}

test.skipIf(!canMount)('on a disk that became read-only nothing is answered in any way without its entry', async () => {
  const practice = await newPractice();
  const { audit } = practice;
  execFileSync('mount', ['--bind', audit, audit]);
  try {
    execFileSync('mount', ['-o', 'remount,bind,ro', audit]);
    await expectRefused(practice, 503);
    expect(await practice.keys('create', '--name', 'unseen')).toMatchObject({ code: 1, stdout: '' });
  } finally {
    execFileSync('umount', [audit]);
  }
  expect((await practice.call('GET', '/admin/keys')).text).not.toContain('unseen');
  await expectRecovered(practice);
});

test.skipIf(!canMount)('on a full disk nothing is answered in any way without its entry', async () => {
  const practice = await newPractice();
  await practice.disk?.fill();
  // Until the page is full that the file has already.
  while ((await practice.call('GET', '/admin/keys')).status === 200);
  await expectRefused(practice, 507);
  expect(await practice.keys('create')).toMatchObject({ code: 1, stdout: '' });
  await practice.disk?.clear();
  await expectRecovered(practice);
});

test.skipIf(!canTrace)('on a disk that cannot sync nothing is answered in any way without its entry', async () => {
  const practice = await newPractice({ withDisk: false });
  const [name = ''] = (await readdir(join(practice.audit, '1'))).filter((each) => each.endsWith('.ndjson'));
  const file = join(practice.audit, '1', name);
  const before = await readFile(file, 'utf8');
  const fault = ['-f', '-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO', '-P', file];
  const tracer = spawn('strace', [...fault, '-o', '/dev/null', '-p', String(practice.host.process.pid)]);
  onTestFinished(() => void tracer.kill('SIGKILL'));
  await once(tracer.stderr, 'data');
  await expectRefused(practice, 503);
  tracer.kill('SIGINT');
  await once(tracer, 'close');
  expect(await readFile(file, 'utf8')).toBe(before);
  await expectRecovered(practice);
});

test('a chain that is deleted while the host runs is told of at once, and the log goes on behind the gap', async () => {
  const practice = await newPractice({ withDisk: false });
  for (let asked = 0; asked < 5; asked += 1) await practice.call('GET', '/admin/keys');
  await rm(practice.audit, { recursive: true });
  // A command takes the first chain that nobody has locked: not that of the host.
  const [made, asked] = await Promise.all([practice.keys('create'), practice.call('GET', '/admin/keys')]);
  expect([made.code, asked.status]).toEqual([0, 200]);
  await expect
    .poll(() => checkOf(practice))
    .toMatchObject({
      status: 'degraded',
      detail: expect.stringContaining('entries 1 to 6 are missing'),
    });
  await practice.host.stop();
  const data = ['--data', join(practice.folder, 'data')];
  const verified = await cli(['audit', 'verify', ...data]);
  expect([verified.code, verified.stdout]).toEqual([1, expect.stringContaining('entries 1 to 6 are missing')]);
  expect(verified.stdout).not.toMatch(/comes after|was changed/);
  await cli(['audit', 'acknowledge', ...data]);
  expect(await cli(['audit', 'verify', ...data])).toMatchObject({ code: 0 });
});

test('a line that somebody removes while the host runs is told of by /ready, without a request', async () => {
  const practice = await newPractice({ withDisk: false });
  const [name = ''] = (await readdir(join(practice.audit, '1'))).filter((each) => each.endsWith('.ndjson'));
  const file = join(practice.audit, '1', name);
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  await writeFile(
    file,
    lines
      .slice(0, -1)
      .map((line) => `${line}\n`)
      .join(''),
  );
  await expect
    .poll(() => checkOf(practice))
    .toMatchObject({
      status: 'degraded',
      detail: expect.stringContaining('entry 1 is missing'),
    });
});
