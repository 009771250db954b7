import { expect, onTestFinished, test } from 'vitest';
import type { ScriptPool } from './script-pool.ts';
import { textPool } from './text-pool.ts';

const modules = {
  'text-work': new URL('./testing/text-work.ts', import.meta.url),
  'counting-work': new URL('./testing/counting-work.ts', import.meta.url),
  'missing-work': new URL('./testing/missing-work.js', import.meta.url),
};

function open(name: keyof typeof modules): ScriptPool {
  const pool = textPool(modules[name]);
  onTestFinished(() => pool[Symbol.asyncDispose]());
  return pool;
}

interface Answer {
  readonly process: number;
}

async function answerOf(pool: ScriptPool, parts: readonly unknown[]): Promise<Answer> {
  const { signal } = new AbortController();
  const outcome = await pool.run({ parts, limits: {}, signal, onMessage: (message) => message as Answer });
  if (outcome.status !== 'answered') throw new Error(outcome.status);
  return outcome.answer;
}

test('jobs of two modules are done by the same process, each by its own', async () => {
  const first = await answerOf(open('text-work'), ['a', 'b']);
  expect(first).toMatchObject({ parts: ['a', 'b'] });
  expect(await answerOf(open('counting-work'), ['a', 'b'])).toEqual({ process: first.process, count: 2 });
});

test('warming up several modules loads them in one process', async () => {
  const pools = [open('text-work'), open('counting-work')];
  const { signal } = new AbortController();
  const outcomes = await Promise.all(
    pools.map((pool) => pool.warmUp({ parts: [], limits: {}, signal, onMessage: (message) => message as Answer })),
  );
  const processes = outcomes.map((outcome) => outcome.status === 'answered' && outcome.answer.process);
  expect(processes).toEqual([processes[0], processes[0]]);
});

test('a module that cannot be loaded ends its own job, and none of another module', async () => {
  const missing = open('missing-work');
  await expect(answerOf(missing, [])).rejects.toThrow('ended');
  expect(await answerOf(open('text-work'), ['a'])).toMatchObject({ parts: ['a'] });
});

test('the processes end with the last module that uses them, and start anew for the next', async () => {
  const [first, second] = [open('text-work'), open('counting-work')];
  const { process: id } = await answerOf(first, []);
  await first[Symbol.asyncDispose]();
  expect((await answerOf(second, [])).process).toBe(id);
  await second[Symbol.asyncDispose]();
  expect(() => process.kill(id, 0)).toThrow('ESRCH');
  expect((await answerOf(open('text-work'), [])).process).not.toBe(id);
});
