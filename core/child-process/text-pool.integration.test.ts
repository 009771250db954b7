import { expect, onTestFinished, test } from 'vitest';
import { workFor } from '../api/step.ts';
import { type TextPool, textPool } from './text-pool.ts';

const modules = {
  'text-work': new URL('./testing/text-work.ts', import.meta.url),
  'counting-work': new URL('./testing/counting-work.ts', import.meta.url),
  'missing-work': new URL('./testing/missing-work.js', import.meta.url),
};

function open(name: keyof typeof modules, totalMs = 60_000): TextPool {
  const pool = textPool(modules[name], { does: 'counts', totalMs, tooMuch: (how) => new Error(`counting ${how}`) });
  onTestFinished(() => pool[Symbol.asyncDispose]());
  return pool;
}

interface Answer {
  readonly process: number;
  readonly niceness: number;
}

const { signal } = new AbortController();
const answerOf = (pool: TextPool, parts: readonly unknown[]) => pool.ask<Answer>({ parts, signal });

test('jobs of two modules are done by the same process, each by its own', async () => {
  const first = await answerOf(open('text-work'), ['a', 'b']);
  expect(first).toMatchObject({ parts: ['a', 'b'] });
  expect(await answerOf(open('counting-work'), ['a', 'b'])).toEqual({ process: first.process, count: 2 });
});

test('warming up several modules loads them in one process', async () => {
  const pools = [open('text-work'), open('counting-work')];
  const processes: unknown[] = [];
  const onMessage = (message: unknown) => processes.push((message as Answer).process);
  await Promise.all(pools.map((pool) => pool.warmUp({ parts: [], signal, onMessage })));
  expect(processes).toEqual([processes[0], processes[0]]);
  expect((await answerOf(open('text-work'), [])).process).toBe(processes[0]);
});

test('a job that takes too long, or ends its process, fails with what its module says of that', async () => {
  await expect(answerOf(open('text-work', 1000), ['hang'])).rejects.toThrow('counting took longer than 1 s');
  await expect(answerOf(open('text-work', 120_000), ['crash'])).rejects.toThrow('counting ended its process');
});

test('a module that cannot be loaded ends its own job, and none of another module', async () => {
  const missing = open('missing-work');
  await expect(answerOf(missing, [])).rejects.toThrow('counting ended its process');
  expect(await answerOf(open('text-work'), ['a'])).toMatchObject({ parts: ['a'] });
});

test('the processes end with the last module that uses them, and start anew for the next', async () => {
  const [first, second] = [open('text-work'), open('counting-work')];
  const { process: id } = await answerOf(first, []);
  await first[Symbol.asyncDispose]();
  expect((await answerOf(second, [])).process).toBe(id);
  await second[Symbol.asyncDispose]();
  expect(() => process.kill(id, 0)).toThrow('ESRCH');
  await expect(answerOf(second, [])).rejects.toThrow('after it was closed');
  expect((await answerOf(open('text-work'), [])).process).not.toBe(id);
});

test('what one account asks for at once goes behind what another asks for, in processes of their own', async () => {
  const pool = open('text-work');
  const ask = (account: string, ...parts: string[]) => workFor(account, () => answerOf(pool, parts));
  const first = await ask('clinic', 'a');
  const [one, other] = await Promise.all([ask('import', 'slowly'), ask('import', 'b')]);
  expect([one.niceness, (await ask('clinic', 'c')).niceness]).toEqual([first.niceness, first.niceness]);
  expect(other.niceness).toBeGreaterThan(first.niceness);
  expect(other.process).not.toBe(one.process);
});

test('what an account asks for at once while nobody else works goes behind nothing', async () => {
  const pool = open('text-work');
  const answers = await workFor('clinic', () => Promise.all([answerOf(pool, ['slowly']), answerOf(pool, ['b'])]));
  expect(new Set(answers.map(({ niceness }) => niceness)).size).toBe(1);
});
