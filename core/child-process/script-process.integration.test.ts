import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { getPriority } from 'node:os';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { confinements } from './confinement.ts';
import { programEnvironment } from './isolation.ts';
import type { TimeLimits } from './limits.ts';
import { awaitAnswer, startScript } from './script-process.ts';
import type { AboutItself, Order } from './testing/child.ts';
import { deathOf } from './testing/death.ts';

const script = { url: new URL('./testing/child.ts', import.meta.url), heapMegabytes: 64 };
const never = new AbortController().signal;
afterEach(() => void vi.unstubAllEnvs());

const start = (supplies: Parameters<typeof startScript>[1] = {}) => startScript(script, supplies);

function ask(child: ReturnType<typeof start>, order: Order, { limits = {} as TimeLimits, signal = never } = {}) {
  return awaitAnswer(child, { request: order, limits, signal, onMessage: (message) => message });
}

describe('a script process', () => {
  test('answers one request after another, including bytes', async () => {
    await using child = start();
    const bytes = new Uint8Array([0, 255, 10]);
    expect(await ask(child, { does: 'give-back', bytes })).toMatchObject({ status: 'answered', answer: bytes });
    expect(await ask(child, { does: 'give-back', bytes: new Uint8Array() })).toMatchObject({ status: 'answered' });
    expect(child.isAlive).toBe(true);
  });

  test('sends messages until one of them is the answer', async () => {
    await using child = start();
    const heard: unknown[] = [];
    const outcome = await awaitAnswer(child, {
      request: { does: 'count-to', last: 3 } satisfies Order,
      limits: {},
      signal: never,
      onMessage: (message) => (heard.push(message) === 3 ? 'three' : undefined),
    });
    expect({ outcome, heard }).toEqual({ outcome: { status: 'answered', answer: 'three' }, heard: [1, 2, 3] });
  });

  test('gets its arguments and the same package, and none of the keys of the host', async () => {
    vi.stubEnv('A_SECRET_FOR_TESTS', 'csk_secret');
    await using child = startScript({ ...script, arguments: ['--like', 'so'] });
    const outcome = await ask(child, { does: 'tell-about-itself' });
    if (outcome.status !== 'answered') throw new Error(outcome.status);
    // What `child.ts` answers.
    const { environment, arguments: given, house } = outcome.answer as AboutItself;
    expect(given).toEqual(['--like', 'so']);
    expect(fileURLToPath(house)).toBe(fileURLToPath(new URL('../index.ts', import.meta.url)));
    expect(environment).toContain('PATH');
    expect(environment).not.toContain('A_SECRET_FOR_TESTS');
  });

  test('leaves the processors to the host', async () => {
    await using child = start();
    const outcome = await ask(child, { does: 'tell-about-itself' });
    if (outcome.status !== 'answered') throw new Error(outcome.status);
    expect((outcome.answer as AboutItself).priority).toBe(Math.min(19, getPriority() + 5));
  });

  test.runIf(confinements().some(({ is }) => is === 'have no network'))(
    'reaches no network, unless it needs it',
    async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo; // It has a port.
      await using child = start();
      expect(await ask(child, { does: 'call', port })).toEqual({ status: 'answered', answer: 'not reached' });
      await using open = startScript({ ...script, network: true });
      expect(await ask(open, { does: 'call', port })).toEqual({ status: 'answered', answer: 'reached' });
    },
  );

  test('reads its standard input', async () => {
    await using child = start({ input: Buffer.from('a file') });
    expect(await ask(child, { does: 'read-input' })).toEqual({ status: 'answered', answer: 'a file' });
  });

  test('passes all of its standard error on', async () => {
    let length = 0;
    await using child = start({
      onStderr(text) {
        length += text.length;
      },
    });
    expect(await ask(child, { does: 'complain-and-exit' })).toMatchObject({ status: 'ended', code: 0 });
    expect(length).toBe(1e6);
  });

  test('delivers its last message, and then reports its exit code', async () => {
    await using child = start();
    expect(await ask(child, { does: 'speak-and-exit', code: 7 })).toEqual({ status: 'answered', answer: 'spoken' });
    expect(await ask(child, { does: 'hang' })).toEqual({ status: 'ended', code: 7, signal: null });
    expect(child.isAlive).toBe(false);
  });

  test('keeps none of its answers in memory while it runs on', async () => {
    await using child = start();
    const answers: WeakRef<object>[] = [];
    // The last one may still be on its way out.
    for (let round = 0; round < 3; round += 1)
      answers.push(new WeakRef(await ask(child, { does: 'give-back', bytes: new Uint8Array(9) })));
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    await nextTurn();
    collectGarbage();
    expect(answers.slice(0, 2).map((answer) => answer.deref())).toEqual([undefined, undefined]);
    expect(child.isAlive).toBe(true);
  });

  test('that cannot be started, or does not exist, reports that as its exit', async () => {
    await using large = startScript({ ...script, arguments: ['x'.repeat(5e6)] });
    expect(await ask(large, { does: 'hang' })).toMatchObject({ status: 'not-started', cause: { code: 'E2BIG' } });
    await using missing = startScript({ ...script, url: new URL('./nowhere.ts', import.meta.url) });
    expect(await ask(missing, { does: 'hang' })).toEqual({ status: 'ended', code: 1, signal: null });
  });
});

describe('a process that must be killed', () => {
  test('is killed if it is inactive or takes too long, and the limit is named', async () => {
    for (const [limits, limit] of [
      [{ inactivityMs: 300, totalMs: 60_000 }, 'inactivity'],
      [{ inactivityMs: 60_000, totalMs: 300 }, 'time'],
    ] as const) {
      await using child = start();
      expect(await ask(child, { does: 'hang' }, { limits })).toEqual({ status: 'exceeded', limit });
      expect(child.isAlive).toBe(false);
    }
  });

  test.skipIf(process.platform !== 'linux')('is killed if it takes too much memory', async () => {
    await using child = start({ memoryBytes: 300e6 });
    expect(await ask(child, { does: 'grow' })).toEqual({ status: 'exceeded', limit: 'memory' });
  });

  test.skipIf(process.platform !== 'linux')('is killed if it computes too long, and not while it waits', async () => {
    await deathOf(async (socket) => {
      await using busy = start({ processorMs: 1000 });
      expect(await ask(busy, { does: 'loop', socket })).toEqual({ status: 'exceeded', limit: 'time' });
    });
    await using waiting = start({ processorMs: 1000 });
    const outcome = await ask(waiting, { does: 'tell-about-itself' });
    if (outcome.status !== 'answered') throw new Error(outcome.status);
    const { pid } = outcome.answer as AboutItself;
    process.kill(pid, 'SIGSTOP');
    await sleep(1500);
    process.kill(pid, 'SIGCONT');
    const bytes = new Uint8Array([1]);
    expect(await ask(waiting, { does: 'give-back', bytes })).toEqual({ status: 'answered', answer: bytes });
  });

  test('has ended before an abort is answered, even from an endless loop', async () => {
    const stop = new AbortController();
    const reason = new Error('the user cancelled');
    await deathOf(async (socket, called) => {
      await using child = start();
      called.then(() => stop.abort(reason));
      await expect(ask(child, { does: 'loop', socket }, { signal: stop.signal })).rejects.toBe(reason);
      expect(child.isAlive).toBe(false);
    });
  });

  test('has ended before the error about its message is thrown', async () => {
    await using child = start();
    const nonsense = new Error('nonsense');
    const asked = awaitAnswer(child, {
      request: { does: 'count-to', last: 1 } satisfies Order,
      limits: {},
      signal: never,
      onMessage() {
        throw nonsense;
      },
    });
    await expect(asked).rejects.toBe(nonsense);
    expect(child.isAlive).toBe(false);
  });

  test('has ended when its scope is left', async () => {
    await deathOf(async (socket, called) => {
      await using child = start();
      child.send({ does: 'loop', socket } satisfies Order);
      await called;
    });
  });
});

describe.skipIf(process.platform === 'win32')('when the host is killed', () => {
  test.each(['script', 'program'])('a %s in an endless loop is killed too', async (kind) => {
    const host = fileURLToPath(new URL('./testing/dying-host.ts', import.meta.url));
    await deathOf(async (socket, called) => {
      const running = fork(host, [kind, socket], { execArgv: ['--conditions=chronoscribe-source'] });
      await Promise.all([once(running, 'message'), called]);
      running.kill('SIGKILL');
    });
  });
});

test('a program of the user gets the variables that it needs, and no others', () => {
  for (const name of ['CHRONOSCRIBE_API_KEY', 'DATABASE_URL', 'DB_PASSWORD', 'SSH_AUTH_SOCK'])
    vi.stubEnv(name, 'secret');
  vi.stubEnv('WHISPER_MODELS', '/models');
  const seen = programEnvironment(['WHISPER_MODELS']);
  expect(seen).toMatchObject({ WHISPER_MODELS: '/models', PATH: process.env.PATH });
  expect(Object.values(seen)).not.toContain('secret');
});
