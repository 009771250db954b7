import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFairQueue, createKeyedMutex, createSemaphore } from './mutex.ts';

/** Tasks that end when they are told to, and the order in which they started. */
function manualTasks() {
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    started,
    task: (name: string) => () => {
      started.push(name);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    },
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a semaphore', () => {
  test('runs as many tasks as it has permits, and the others in the order of asking', async () => {
    const { run } = createSemaphore(2);
    const { task, started, end } = manualTasks();
    const results = ['a', 'b', 'c', 'd'].map((name) => run(task(name)));
    await settle();
    expect(started).toEqual(['a', 'b']);
    end('b');
    await settle();
    expect(started).toEqual(['a', 'b', 'c']);
    end('a');
    await settle();
    end('c');
    end('d');
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('passes the permit of a failed task on', async () => {
    const { run } = createSemaphore(1);
    await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await run(async () => 'next')).toBe('next');
  });

  test('gains no permit from a second release', async () => {
    const mutex = createSemaphore(1);
    const release = await mutex.acquire();
    release();
    release();
    const { task, started, end } = manualTasks();
    const both = [mutex.run(task('a')), mutex.run(task('b'))];
    await settle();
    expect(started).toEqual(['a']);
    end('a');
    await settle();
    end('b');
    await Promise.all(both);
  });
});

describe('a keyed mutex', () => {
  test('runs tasks of one key one after another, and beside those of other keys', async () => {
    const mutex = createKeyedMutex();
    const { task, started, end, fail } = manualTasks();
    const first = mutex.run('one', task('a'));
    const second = mutex.run('one', task('b'));
    const other = mutex.run('other', task('c'));
    await settle();
    expect(started).toEqual(['a', 'c']);
    fail('a');
    await expect(first).rejects.toThrow('a');
    await settle();
    expect(started).toEqual(['a', 'c', 'b']);
    end('b');
    end('c');
    expect(await Promise.all([second, other])).toEqual(['b', 'c']);
  });

  test('is idle when the tasks given so far have ended, though they failed', async () => {
    const mutex = createKeyedMutex();
    const { task, end, fail } = manualTasks();
    const failing = mutex.run('one', task('a'));
    failing.catch(() => undefined);
    const other = mutex.run('other', task('b'));
    let idle: string[] = [];
    const waits = [
      mutex.idle('one').then(() => idle.push('one')),
      mutex.idle().then(() => idle.push('all')),
      mutex.idle('unknown').then(() => idle.push('unknown')),
    ];
    await settle();
    expect(idle).toEqual(['unknown']);
    idle = [];
    fail('a');
    await settle();
    expect(idle).toEqual(['one']);
    end('b');
    await Promise.all([...waits, other]);
    expect(idle).toEqual(['one', 'all']);
  });
});

test('of those who wait, nobody is served twice before another who waited at the first time is served', () => {
  const arrivals = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), before: fc.nat(3) }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(arrivals, (given) => {
      const queue = createFairQueue<number>();
      const waiting = new Map<string, number[]>();
      /** Per key that waits, who was served since it began to. */
      const servedSince = new Map<string, string[]>();
      const serve = (): boolean => {
        const next = queue.shift();
        if (next === undefined) return false;
        // Of one key, the first comes first.
        expect(waiting.get(next.key)?.shift()).toBe(next.item);
        for (const [key, served] of servedSince) if (key !== next.key) served.push(next.key);
        servedSince.delete(next.key);
        if (waiting.get(next.key)?.length === 0) waiting.delete(next.key);
        else servedSince.set(next.key, []);
        for (const served of servedSince.values()) expect(new Set(served).size).toBe(served.length);
        return true;
      };
      for (const [item, { key, before }] of given.entries()) {
        for (let times = 0; times < before; times += 1) serve();
        queue.push(key, item);
        if (!waiting.has(key)) servedSince.set(key, []);
        waiting.set(key, [...(waiting.get(key) ?? []), item]);
      }
      while (serve());
      expect(waiting.size).toBe(0);
    }),
  );
});

test('a task of an account that asks for one comes before the many that another has waiting', async () => {
  const { run } = createSemaphore(1);
  const order: string[] = [];
  const tasks = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => run(async () => void order.push(name), name.slice(0, 1)));
  await Promise.all(tasks);
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('one account never has all permits, and another one begins at once', async () => {
  const { run } = createSemaphore(2, { perKey: 1 });
  const begun: string[] = [];
  const end = Promise.withResolvers<void>();
  const task = (name: string) =>
    run(
      async () => {
        begun.push(name);
        await end.promise;
      },
      name.slice(0, 1),
    );
  const tasks = ['a1', 'a2', 'a3', 'b1', 'c1'].map(task);
  await settle();
  expect(begun).toEqual(['a1', 'b1']);
  end.resolve();
  await Promise.all(tasks);
  expect(begun.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
});

test('permits that keys hold are never more than there are, and all tasks run', async () => {
  const keys = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(
      keys,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 3 }),
      async (given, permits, perKey) => {
        const { run } = createSemaphore(permits, { perKey });
        const running = new Map<string, number>();
        let done = 0;
        await Promise.all(
          given.map((key) =>
            run(async () => {
              running.set(key, (running.get(key) ?? 0) + 1);
              expect(running.get(key)).toBeLessThanOrEqual(perKey);
              expect([...running.values()].reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(permits);
              await Promise.resolve();
              running.set(key, (running.get(key) ?? 1) - 1);
              done += 1;
            }, key),
          ),
        );
        expect(done).toBe(given.length);
      },
    ),
    { numRuns: 50 },
  );
});
