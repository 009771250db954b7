import { describe, expect, test } from 'vitest';
import { createKeyedMutex, createMutex, createSemaphore } from './mutex.ts';

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
    const { run } = createMutex();
    await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await run(async () => 'next')).toBe('next');
  });

  test('gains no permit from a second release', async () => {
    const mutex = createMutex();
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
