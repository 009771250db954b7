import { describe, expect, it } from 'vitest';
import {
  batchMap,
  createBatchLoader,
  createSequentialLoader,
  PendingLoad,
  resolve,
  resolveAll,
} from './batch-loader.ts';

/** Squares that are loaded, and what was loaded together. */
function squares() {
  const loads: (readonly number[])[] = [];
  const square = createBatchLoader(String, async (numbers: readonly number[]) => {
    loads.push(numbers);
    return numbers.map((number) => [number, number * number] as const);
  });
  return { square, loads };
}

describe('resolving a query', () => {
  it('loads what is missing and runs it again until nothing is', async () => {
    const { square, loads } = squares();
    expect(await resolve(() => square.get(square.get(3)))).toBe(81);
    expect(loads).toEqual([[3], [9]]);
  });

  it('loads each key once', async () => {
    const { square, loads } = squares();
    await resolve(() => square.get(3));
    expect(await resolve(() => square.get(3))).toBe(9);
    expect(loads).toEqual([[3]]);
  });

  it('keeps a value that is undefined', async () => {
    const nothing = createSequentialLoader(async (_: number) => undefined);
    expect(await resolve(() => nothing.get(3))).toBeUndefined();
  });

  it('loads again what was cleared', async () => {
    const { square, loads } = squares();
    await resolve(() => square.get(3));
    square.clear();
    expect(await resolve(() => square.get(3))).toBe(9);
    expect(loads).toEqual([[3], [3]]);
  });

  it('throws the errors of the query and of the loader', async () => {
    const broken = createSequentialLoader(async (_: number) => Promise.reject(new Error('no disk')));
    await expect(resolve(() => broken.get(3))).rejects.toThrow('no disk');
    const asking = resolve(() => {
      throw new Error('a wrong question');
    });
    await expect(asking).rejects.toThrow('a wrong question');
  });
});

it('a sequential loader loads each key once', async () => {
  const loads: number[] = [];
  const doubled = createSequentialLoader(async (number: number) => 2 * number + 0 * loads.push(number));
  expect(await resolveAll([() => doubled.get(1), () => doubled.get(2), () => doubled.get(1)])).toEqual([2, 4, 2]);
  expect(loads).toEqual([1, 2]);
});

it('a loader that does not load a requested key fails instead of looping', async () => {
  const forgetful = createBatchLoader(String, async (_: readonly number[]) => new Map<number, number>());
  await expect(resolve(() => forgetful.get(3))).rejects.toThrow('3 was requested and not loaded');
});

describe('resolving several queries', () => {
  it('loads what any of them lacks in one batch and keeps their order', async () => {
    const { square, loads } = squares();
    const questions = [() => square.get(square.get(3)), () => square.get(2), () => 7, () => square.get(3)];
    expect(await resolveAll(questions)).toEqual([81, 4, 7, 9]);
    expect(loads).toEqual([[3, 2], [9]]);
  });

  it('runs only those again that lacked something', async () => {
    const { square } = squares();
    const asked: string[] = [];
    await resolveAll([() => asked.push('at once'), () => asked.push(`later ${square.get(3)}`)]);
    expect(asked).toEqual(['at once', 'later 9']);
  });

  it('resolves no queries to no results', async () => {
    expect(await resolveAll([])).toEqual([]);
  });
});

describe('mapping in batches inside a query', () => {
  it('requests everything that is missing at once', async () => {
    const { square, loads } = squares();
    expect(await resolve(() => batchMap([1, 2, 3], square.get))).toEqual([1, 4, 9]);
    expect(loads).toEqual([[1, 2, 3]]);
  });

  it('throws what the query throws', () => {
    const { square } = squares();
    expect(() => batchMap([1], square.get)).toThrow(PendingLoad);
    expect(() => batchMap([1], () => expect.fail('a wrong question'))).toThrow('a wrong question');
  });
});
