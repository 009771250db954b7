import { cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder, testDatabase } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { type CliHost, cli, startCli } from '../../../core/cli/testing.ts';
import { send } from '../client.ts';
import { adminKey } from '../host-process.ts';

/** A data folder with an audit log of some entries, and commands on it. */
interface Practice {
  readonly data: string;
  /** The folder of the only chain. */
  readonly chain: string;
  start(): Promise<CliHost>;
  audit(name: 'verify' | 'acknowledge'): ReturnType<typeof cli>;
}

const entriesBefore = 20;

async function newPractice(store: object, settings: object = {}): Promise<Practice> {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const data = join(folder.path, 'data');
  const config = join(folder.path, 'config.yaml');
  const http = { rateLimit: { perMinute: 0 } };
  await writeFile(config, JSON.stringify({ http, log: { level: 'error' }, providers: { store }, ...settings }));
  const options = ['--data', data, '--config', config];
  return {
    data,
    chain: join(data, 'audit', '1'),
    async start() {
      const host = await startCli(options, { environment: { CHRONOSCRIBE_API_KEY: adminKey } });
      onTestFinished(() => void host.process.kill('SIGKILL'));
      return host;
    },
    audit: (name) => cli(['audit', name, ...options]),
  };
}

const ask = (host: CliHost, path = '/admin/keys') => send(host.url, { method: 'GET', path, key: adminKey });

async function audited(host: CliHost, count: number): Promise<void> {
  for (let asked = 0; asked < count; asked += 1) expect((await ask(host)).status).toBe(200);
}

async function auditCheck(host: CliHost): Promise<unknown> {
  const { json } = await ask(host, '/ready');
  return (json as { checks: { audit: unknown } }).checks.audit;
}

const fileOf = async ({ chain }: Practice): Promise<string> => {
  const [file = ''] = (await readdir(chain)).filter((name) => name.endsWith('.ndjson'));
  return join(chain, file);
};
const cutLines = (count: number) => async (practice: Practice) => {
  const file = await fileOf(practice);
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  await writeFile(file, `${lines.slice(0, -count).join('\n')}\n`);
};

interface Damage {
  readonly missing: string;
  readonly damage: (practice: Practice) => Promise<void>;
}
const damages: Readonly<Record<string, Damage>> = {
  'the last line': { missing: 'entry 20 is missing', damage: cutLines(1) },
  'the last ten lines': { missing: 'entries 11 to 20 are missing', damage: cutLines(10) },
  'half of the last line': {
    missing: 'entry 20 is missing',
    async damage(practice) {
      const file = await fileOf(practice);
      const text = await readFile(file, 'utf8');
      await truncate(file, text.length - 100);
    },
  },
  'the file of the month': {
    missing: 'entries 1 to 20 are missing',
    damage: async (practice) => rm(await fileOf(practice)),
  },
  'all that is in the file': {
    missing: 'entries 1 to 20 are missing',
    damage: async (practice) => truncate(await fileOf(practice)),
  },
  'the folder of the chain': {
    missing: 'entries 1 to 20 are missing',
    damage: ({ chain }) => rm(chain, { recursive: true }),
  },
  'the folder of the log': {
    missing: 'entries 1 to 20 are missing',
    damage: ({ data }) => rm(join(data, 'audit'), { recursive: true }),
  },
  'the folder of the log and the id of the host': {
    missing: 'entries 1 to 20 are missing',
    async damage({ data }) {
      await rm(join(data, 'audit'), { recursive: true });
      await rm(join(data, 'host-id'));
    },
  },
};

/** Whoever verifies, whoever starts the host and whoever looks at it then is told. */
async function expectFound(practice: Practice, missing: string): Promise<void> {
  expect(await practice.audit('verify')).toMatchObject({ code: 1, stdout: expect.stringContaining(missing) });
  const host = await practice.start();
  expect(await auditCheck(host)).toMatchObject({ status: 'degraded', detail: expect.stringContaining(missing) });
  const { stderr } = await host.stop();
  expect(stderr).toContain('the audit log is not whole');
  expect(stderr).toContain(missing);
  expect(await readFile(await fileOf(practice), 'utf8')).toContain('"action":"audit entries missing"');
}

/** It is told also when the log has gone on, until an operator says that it is known. */
async function expectAcknowledged(practice: Practice, missing: string): Promise<void> {
  const again = await practice.start();
  await audited(again, 1);
  expect(await auditCheck(again)).toMatchObject({ status: 'degraded', detail: expect.stringContaining(missing) });
  await again.stop();
  expect(await practice.audit('verify')).toMatchObject({ code: 1, stdout: expect.stringContaining(missing) });
  expect(await practice.audit('acknowledge')).toMatchObject({ code: 0, stdout: expect.stringContaining(missing) });
  expect(await practice.audit('verify')).toMatchObject({ code: 0 });
  const last = await practice.start();
  expect(await auditCheck(last)).toMatchObject({ status: 'ok' });
  expect((await last.stop()).stderr).toBe('');
}

test.each(Object.entries(damages))('who removes %s from a log is found', async (_, { missing, damage }) => {
  const practice = await newPractice({ use: 'sqlite' });
  const host = await practice.start();
  await audited(host, entriesBefore);
  await host.stop();
  expect(await practice.audit('verify')).toMatchObject({ code: 0 });
  await damage(practice);
  await expectFound(practice, missing);
});

test('who puts an older copy in the place of a log is found', async () => {
  const practice = await newPractice({ use: 'sqlite' });
  const first = await practice.start();
  await audited(first, 5);
  await first.stop();
  const copy = join(practice.data, 'copy');
  await cp(join(practice.data, 'audit'), copy, { recursive: true });
  const second = await practice.start();
  await audited(second, entriesBefore - 5);
  await second.stop();
  await rm(join(practice.data, 'audit'), { recursive: true });
  await cp(copy, join(practice.data, 'audit'), { recursive: true });
  await expectFound(practice, 'entries 6 to 20 are missing');
  await expectAcknowledged(practice, 'entries 6 to 20 are missing');
});

test('on lowdb a tail that was cut is found', async () => {
  const practice = await newPractice({ use: 'lowdb' });
  const host = await practice.start();
  await audited(host, entriesBefore);
  await host.stop();
  await cutLines(10)(practice);
  await expectFound(practice, 'entries 11 to 20 are missing');
  await expectAcknowledged(practice, 'entries 11 to 20 are missing');
});

test('on Postgres a tail that was cut is found, and in a cluster the log of another host is not missed', async () => {
  const { url, stop } = await testDatabase();
  onTestFinished(stop);
  const store = { use: 'postgres', with: { url } };
  const blobs = await temporaryFolder();
  onTestFinished(blobs.remove);
  const providers = {
    store,
    'workflow-engine': { use: 'postgres', with: { url } },
    blobs: { use: 'disk', with: { folder: blobs.path } },
  };
  const one = await newPractice(store, { cluster: true, providers });
  const other = await newPractice(store, { cluster: true, providers });
  for (const practice of [one, other]) {
    const host = await practice.start();
    await audited(host, entriesBefore);
    await host.stop();
  }
  await rm(one.chain, { recursive: true });
  await expectFound(one, 'entries 1 to 20 are missing');
  expect(await one.audit('acknowledge')).toMatchObject({ code: 0 });
  expect(await one.audit('verify')).toMatchObject({ code: 0 });
  // Whose log is on which machine is not known here; that there is one is.
  const { code, stdout } = await other.audit('verify');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^1 of \S+ +\d+ +[0-9a-f]{64} +of another host, as of /m)]);
});

test('with encryption a tail that was cut is found too', async () => {
  const practice = await newPractice(
    { use: 'sqlite' },
    { encryption: { key: Buffer.alloc(32, 7).toString('base64') } },
  );
  const host = await practice.start();
  await audited(host, entriesBefore);
  await host.stop();
  await cutLines(1)(practice);
  await expectFound(practice, 'entry 20 is missing');
});

test('a host that is killed behind its last answer misses nothing: the log is never behind what the store has', async () => {
  const practice = await newPractice({ use: 'sqlite' });
  for (const count of [1, 7, 40]) {
    const host = await practice.start();
    await audited(host, count);
    host.process.kill('SIGKILL');
    await host.finished;
    expect(await practice.audit('verify')).toMatchObject({ code: 0 });
  }
  const host = await practice.start();
  expect(await auditCheck(host)).toMatchObject({ status: 'ok' });
  expect((await host.stop()).stderr).toBe('');
});

test('an older store beside a newer log misses nothing', async () => {
  const practice = await newPractice({ use: 'sqlite' });
  const first = await practice.start();
  await audited(first, 3);
  await first.stop();
  const copy = await readFile(join(practice.data, 'chronoscribe.db'));
  const second = await practice.start();
  await audited(second, entriesBefore);
  await second.stop();
  await writeFile(join(practice.data, 'chronoscribe.db'), copy);
  expect(await practice.audit('verify')).toMatchObject({ code: 0 });
  const third = await practice.start();
  expect(await auditCheck(third)).toMatchObject({ status: 'ok' });
  await third.stop();
});

test('a log that was moved to another data folder with its store is still known', async () => {
  const practice = await newPractice({ use: 'sqlite' });
  const host = await practice.start();
  await audited(host, entriesBefore);
  await host.stop();
  await rm(join(practice.data, 'host-id'));
  expect(await practice.audit('verify')).toMatchObject({ code: 0 });
  const moved = await practice.start();
  expect(await auditCheck(moved)).toMatchObject({ status: 'ok' });
  await moved.stop();
  await cutLines(1)(practice);
  expect(await practice.audit('verify')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('entry 20 is missing'),
  });
});

test('entries that are brought back are missed no more', async () => {
  const practice = await newPractice({ use: 'sqlite' });
  const host = await practice.start();
  await audited(host, entriesBefore);
  await host.stop();
  const file = await fileOf(practice);
  const whole = await readFile(file, 'utf8');
  await cutLines(5)(practice);
  await (await practice.start()).stop();
  const later = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .slice(entriesBefore - 5);
  await writeFile(file, `${whole}${later.join('\n')}\n`);
  expect(await practice.audit('verify')).toMatchObject({ code: 0 });
  await practice.audit('acknowledge');
  const again = await practice.start();
  expect(await auditCheck(again)).toMatchObject({ status: 'ok' });
  await again.stop();
  expect(await practice.audit('verify')).toMatchObject({ code: 0 });
});

test('entries that are removed before or behind an acknowledged gap are found anew', async () => {
  const practice = await newPractice({ use: 'sqlite' });
  const host = await practice.start();
  await audited(host, entriesBefore);
  await host.stop();
  await cutLines(5)(practice);
  await practice.audit('acknowledge');
  expect(await practice.audit('verify')).toMatchObject({ code: 0 });
  const file = await fileOf(practice);
  const whole = await readFile(file, 'utf8');
  const lines = whole.trimEnd().split('\n');
  await writeFile(file, `${lines.toSpliced(14, 1).join('\n')}\n`);
  expect(await practice.audit('verify')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('entries 15 to 20'),
  });
  await writeFile(file, `${lines.slice(0, -1).join('\n')}\n`);
  expect(await practice.audit('verify')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('entry 22 is missing'),
  });
});
