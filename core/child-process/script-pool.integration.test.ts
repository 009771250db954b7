import { expect, test, vi } from 'vitest';
import { workFor } from '../api/step.ts';
import type { TimeLimits } from './limits.ts';
import { type PoolOptions, type ScriptPool, scriptPool } from './script-pool.ts';

const script = { url: new URL('./testing/pool-child.ts', import.meta.url), heapMegabytes: 64 };
const never = new AbortController().signal;

const open = (options: PoolOptions = {}) => scriptPool(script, options);

interface Echo {
  readonly process: number;
  readonly parts: readonly unknown[];
}

function run(pool: ScriptPool, parts: readonly unknown[], { limits = {} as TimeLimits, signal = never } = {}) {
  return pool.run({ parts, limits, signal, onMessage: (message) => message as Echo });
}

async function answerOf(running: ReturnType<typeof run>): Promise<Echo> {
  const outcome = await running;
  if (outcome.status !== 'answered') throw new Error(outcome.status);
  return outcome.answer;
}

test('gives a job with all its parts to one process, and the next job to the same', async () => {
  await using pool = open();
  const first = await answerOf(run(pool, [1, ['two'], { three: 3 }]));
  expect(first.parts).toEqual([1, ['two'], { three: 3 }]);
  expect(await answerOf(run(pool, []))).toEqual({ process: first.process, parts: [] });
});

test('runs as many jobs at once as it has processes, and the others after them', async () => {
  await using pool = open({ size: 2 });
  const endless = new AbortController();
  const hanging = run(pool, ['hang'], { signal: endless.signal });
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((part) => answerOf(run(pool, [part]))));
  expect(answers.map(({ parts }) => parts)).toEqual([['a'], ['b'], ['c'], ['d']]);
  expect(new Set(answers.map(({ process }) => process)).size).toBe(1);
  endless.abort(new Error('cancelled'));
  await expect(hanging).rejects.toThrow('cancelled');
});

test('a job that waits takes the first process that is free, and not the one that was started for it', async () => {
  await using pool = open();
  const { process } = await answerOf(run(pool, []));
  const answers = await Promise.all(['a', 'b', 'c'].map((part) => answerOf(run(pool, [part]))));
  expect(answers.map((answer) => answer.process)).toEqual([process, process, process]);
});

test('a job learns how a process ended that could not be loaded', async () => {
  await using pool = scriptPool({ ...script, url: new URL('./testing/missing-child.ts', import.meta.url) });
  expect(await Promise.all([run(pool, ['a']), run(pool, ['b'])])).toMatchObject([
    { status: 'ended' },
    { status: 'ended' },
  ]);
});

test('lets the one job of an account go before the many that another has waiting', async () => {
  await using pool = open({ size: 1 });
  const order: string[] = [];
  const jobs = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) =>
    workFor(name.slice(0, 1), async () => {
      await answerOf(run(pool, [name]));
      order.push(name);
    }),
  );
  await Promise.all(jobs);
  expect(order).toEqual(['a1', 'b1', 'a2', 'a3', 'a4']);
});

test('a job that comes while a process is warmed up waits for that process', async () => {
  await using pool = open();
  const warming = pool.warmUp({ parts: ['warm'], limits: {}, signal: never, onMessage: (message) => message as Echo });
  const { process } = await answerOf(run(pool, ['job']));
  expect(await warming).toMatchObject({ status: 'answered', answer: { process } });
});

test('jobs go on where warming up fails', async () => {
  await using pool = open();
  const warming = pool.warmUp({ parts: ['crash'], limits: {}, signal: never, onMessage: () => undefined });
  expect((await answerOf(run(pool, ['job']))).parts).toEqual(['job']);
  expect(await warming).toMatchObject({ status: 'ended', code: 9 });
});

test('replaces a process that crashed', async () => {
  await using pool = open({ size: 1 });
  const { process } = await answerOf(run(pool, []));
  expect(await run(pool, ['crash'])).toMatchObject({ status: 'ended', code: 9 });
  expect((await answerOf(run(pool, []))).process).not.toBe(process);
});

test('kills a process that goes over its time', async () => {
  await using pool = open({ size: 1 });
  expect(await run(pool, ['hang'], { limits: { totalMs: 500 } })).toEqual({ status: 'exceeded', limit: 'time' });
  expect(await answerOf(run(pool, ['next']))).toMatchObject({ parts: ['next'] });
});

test('aborts a job that runs and a job that waits, each with the reason of its signal', async () => {
  await using pool = open({ size: 1 });
  const [running, waiting] = [new AbortController(), new AbortController()];
  const hanging = run(pool, ['hang'], { signal: running.signal });
  const queued = run(pool, [], { signal: waiting.signal });
  const last = answerOf(run(pool, ['last']));
  waiting.abort(new Error('cancelled while it waited'));
  await expect(queued).rejects.toThrow('cancelled while it waited');
  running.abort(new Error('cancelled while it ran'));
  await expect(hanging).rejects.toThrow('cancelled while it ran');
  expect(await last).toMatchObject({ parts: ['last'] });
});

test('refuses a job when too many wait', async () => {
  await using pool = open({ size: 1, maxWaiting: 1 });
  const taken = [run(pool, []), run(pool, [])];
  await expect(run(pool, [])).rejects.toMatchObject({ code: 'provider-unavailable', transient: true });
  await Promise.all(taken);
});

test('ends its processes when it is disposed of', async () => {
  const pool = open();
  const { process: id } = await answerOf(run(pool, []));
  await pool[Symbol.asyncDispose]();
  expect(() => process.kill(id, 0)).toThrow('ESRCH');
});

test('ends a process that has had no work for a while', async () => {
  await using pool = open({ idleMs: 1 });
  const { process: id } = await answerOf(run(pool, []));
  await vi.waitFor(() => expect(() => process.kill(id, 0)).toThrow('ESRCH'), { timeout: 30_000 });
});
