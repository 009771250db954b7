import { writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { childrenRunning } from '../child-process/testing/running.ts';
import { testFolder } from './testing/folder.ts';
import { cli, startCli } from './testing.ts';

const in_ = testFolder();

async function statusWith(url: string, key: string): Promise<number> {
  const { status } = await fetch(new URL('/v1/current-time', url), { headers: { 'x-api-key': key } });
  return status;
}

describe('the key of the first start', () => {
  test('is printed once, opens everything, and goes on to do so after a restart that prints none', async () => {
    const first = await startCli(['--data', in_('data')]);
    expect(first.key).toMatch(/^csk_[\w-]{32}$/);
    expect(first.announced).toContain('Keep it now: it is not shown again.');
    expect(await statusWith(first.url, first.key)).toBe(200);
    await first.stop();

    const second = await startCli(['--data', in_('data')]);
    expect(second.announced).toMatch(new RegExp(`^everything is kept in ${in_('data')}\nlistening on ${second.url}\n`));
    expect(await statusWith(second.url, first.key)).toBe(200);
    expect(await statusWith(second.url, `${first.key}x`)).toBe(401);
    const { stdout, stderr } = await second.stop();
    expect(stdout + stderr).not.toContain('csk_');
  });

  test('is not lost to a start that fails: the first one that serves prints it', async () => {
    const other = await startCli(['--data', in_('other')]);
    const { port } = new URL(other.url);
    expect(await cli(['start', '--data', in_('data'), '--port', port])).toMatchObject({ code: 1, stdout: '' });
    await other.stop();

    const host = await startCli(['--data', in_('data')]);
    expect(await statusWith(host.url, host.key)).toBe(200);
    await host.stop();
  });

  test('is not made where one is given in the environment', async () => {
    const environment = { CHRONOSCRIBE_API_KEY: 'twenty-four-characters-or-more' };
    const host = await startCli(['--data', in_('data')], { environment });
    expect(host.key).toBe('');
    expect(await statusWith(host.url, environment.CHRONOSCRIBE_API_KEY)).toBe(200);
    await host.stop();
  });
});

test('the first person of the console joins by a link that each start prints until somebody has', async () => {
  const first = await startCli(['--data', in_('data')]);
  const second = await first.stop().then(() => startCli(['--data', in_('data')]));
  const link = (announced: string) => /^to become the first person, .*: (\S+)$/m.exec(announced)?.[1] ?? '';
  expect(link(first.announced)).toMatch(/^http:\/\/localhost:\d+\/console\/invitation\/[\w-]{43}$/);
  const address = (announced: string) => {
    const { pathname } = new URL(link(announced));
    return new URL(pathname.replace('/console/invitation/', '/api/v1/invitations/'), second.url);
  };
  // The later link is in place of the former.
  expect((await fetch(address(first.announced))).status).toBe(404);
  const joined = await fetch(address(second.announced), {
    method: 'POST',
    body: JSON.stringify({ name: 'Ada', email: 'ada@practice.example', password: 'a password that is long enough' }),
  });
  expect([joined.status, await joined.json()]).toMatchObject([
    200,
    { roles: ['operator', 'admin'], person: { name: 'Ada' } },
  ]);
  await second.stop();
  const third = await startCli(['--data', in_('data')]);
  expect(third.announced).toBe(`everything is kept in ${in_('data')}\nlistening on ${third.url}\n`);
  await third.stop();
});

test.skipIf(process.platform !== 'linux')(
  'the process that makes notes is ready before anybody asks for one',
  async () => {
    const host = await startCli(['--data', in_('data')]);
    await until(async () => (await childrenRunning('text-child', host.process.pid)).length === 1);
    expect(await host.stop()).toMatchObject({ code: 0 });
  },
);

describe('a stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('is asked for by %s and ends with exit code 0', async (signal) => {
    const host = await startCli(['--data', in_('data')]);
    host.process.kill(signal);
    expect(await host.finished).toMatchObject({ code: 0 });
  });

  test('lets a running request finish, also where the signal arrives more than once', async () => {
    const host = await startCli(['--data', in_('data')]);
    const slow = await halfSent(`${host.url}/v1/travel`, host.key);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGINT'] as const) host.process.kill(signal);
    await until(async () => !(await canConnect(host.url)));
    expect(await slow.finish()).toBe(200);
    expect(await host.finished).toMatchObject({ code: 0 });
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('waits for nothing any more at a second signal (%s)', async (signal) => {
    const host = await startCli(['--data', in_('data')]);
    await halfSent(`${host.url}/v1/travel`, host.key);
    host.process.kill('SIGTERM');
    await until(async () => !(await canConnect(host.url)));
    host.process.kill(signal);
    expect(await host.finished).toMatchObject({ code: null });
    expect(host.process.signalCode).toBe(signal);
  });
});

describe('a start that cannot be', () => {
  test('says that the port is in use, and how to choose another', async () => {
    const host = await startCli(['--data', in_('data')]);
    const { port } = new URL(host.url);
    expect(await cli(['start', '--data', in_('other'), '--port', port])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `Port ${port} on 127.0.0.1 is in use. Stop what listens there, or choose another with --port (0 picks a free one).\n`,
    });
    await host.stop();
  });

  test.each([
    ['under a file', () => in_('file', 'data')],
    // Node's own recursive mkdir never returns from there.
    ['where no folder can be made', () => '/proc/chronoscribe/data'],
  ])('says that the data folder cannot be written to: %s', async (_, place) => {
    await writeFile(in_('file'), '');
    const { code, stdout, stderr } = await cli(['start', '--port', '0', '--data', place()]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^The data folder \S+ cannot be written to \(.+\)\. Choose another with --data, or change its owner\.\n$/,
    );
  });

  test('says all that is wrong with the configuration, and where', async () => {
    await writeFile(in_('clinic.yaml'), 'http: { prot: 1 }\nproviders:\n  store: { with: { fiel: a.db } }\n');
    const outcome = await cli(['start', '--config', 'clinic.yaml'], { workingDirectory: in_() });
    expect(outcome).toEqual({
      code: 1,
      stdout: '',
      stderr: `clinic.yaml:1:9  http.prot
    unknown setting "prot"; known: host, port, allowedHosts, trustedProxies, tls, rateLimit; did you mean "port"?
clinic.yaml:3:20  providers.store.with.fiel
    unknown setting "fiel"; known: file
`,
    });
  });

  test('refuses a key that could be guessed', async () => {
    const environment = { CHRONOSCRIBE_API_KEY: 'too-short' };
    const { code, stderr } = await cli(['start', '--data', in_('data')], { environment });
    expect(code).toBe(1);
    expect(stderr).toContain('CHRONOSCRIBE_API_KEY\n    shorter than 24 characters');
    expect(stderr).not.toContain('too-short');
  });

  test('says that there is no such port', async () => {
    const { code, stderr } = await cli(['start', '--data', in_('data'), '--port', '70000']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^--port {2}http\.port\n {4}expected .*65535/);
  });
});

test('an exception that nobody caught is logged and ends the process with exit code 1', async () => {
  const fixture = new URL('../../test/fixtures/broken-plugins/throws-later/config.yaml', import.meta.url).pathname;
  const host = await startCli(['--data', in_('data'), '--config', fixture]);
  await fetch(new URL('/throws-later', host.url), { method: 'POST' }).catch(() => undefined);
  const { code, stderr } = await host.finished;
  expect(code).toBe(1);
  const lines = stderr
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({
      msg: 'ended by an unexpected failure',
      err: expect.objectContaining({
        frames: expect.arrayContaining([expect.stringContaining('throws-later/index.ts')]),
      }),
    }),
  );
  expect(stderr).not.toContain('nobody catches this');
});

/** A request whose body is withheld until `finish`, which returns the status of the answer. */
async function halfSent(url: string, key: string): Promise<{ finish(): Promise<number | undefined> }> {
  const body = JSON.stringify({ destination_time: '2030-01-01T00:00:00Z', location: 'Bern' });
  const headers = { 'x-api-key': key, 'content-type': 'application/json', 'content-length': body.length };
  let outgoing: ClientRequest | undefined;
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing = request(url, { method: 'POST', headers }, resolve).once('error', reject);
  });
  // A test may end the host instead.
  answered.catch(() => undefined);
  await new Promise<void>((resolve) => {
    outgoing?.write(body.slice(0, 1), () => resolve());
  });
  return {
    async finish() {
      outgoing?.end(body.slice(1));
      return (await answered).statusCode;
    },
  };
}

async function canConnect(url: string): Promise<boolean> {
  return fetch(new URL('/health', url)).then(
    () => true,
    () => false,
  );
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(20);
}
