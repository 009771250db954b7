import { describe, expect, it } from 'vitest';
import { batchMap, createBatchLoader, createSequentialLoader, PendingLoad, resolve, resolveAll } from './batch-loader.ts';

/** Squares that are loaded, and what was loaded together. */
function squares() {
  const loads: (readonly number[])[] = [];
  const square = createBatchLoader(String, async (numbers: readonly number[]) => {
    loads.push(numbers);
    return numbers.map((number) => [number, number * number] as const);
  });
  return { square, loads };
}

describe('asking a question', () => {
  it('loads what is missing and asks again, as often as it takes', async () => {
    const { square, loads } = squares();
    expect(await resolve(() => square.get(square.get(3)))).toBe(81);
    expect(loads).toEqual([[3], [9]]);
  });

  it('loads nothing twice', async () => {
    const { square, loads } = squares();
    await resolve(() => square.get(3));
    expect(await resolve(() => square.get(3))).toBe(9);
    expect(loads).toEqual([[3]]);
  });

  it('knows an answer that is undefined', async () => {
    const nothing = createSequentialLoader(async (_: number) => undefined);
    expect(await resolve(() => nothing.get(3))).toBeUndefined();
  });

  it('loads again what was forgotten', async () => {
    const { square, loads } = squares();
    await resolve(() => square.get(3));
    square.clear();
    expect(await resolve(() => square.get(3))).toBe(9);
    expect(loads).toEqual([[3], [3]]);
  });

  it('passes on what goes wrong, in the question and in the loading', async () => {
    const broken = createSequentialLoader(async (_: number) => Promise.reject(new Error('no disk')));
    await expect(resolve(() => broken.get(3))).rejects.toThrow('no disk');
    const asking = resolve(() => {
      throw new Error('a wrong question');
    });
    await expect(asking).rejects.toThrow('a wrong question');
  });
});

it('answers that are loaded one by one are loaded once each', async () => {
  const loads: number[] = [];
  const doubled = createSequentialLoader(async (number: number) => 2 * number + 0 * loads.push(number));
  expect(await resolveAll([() => doubled.get(1), () => doubled.get(2), () => doubled.get(1)])).toEqual([2, 4, 2]);
  expect(loads).toEqual([1, 2]);
});

it('what is asked for and not loaded is said, and not asked for without end', async () => {
  const forgetful = createBatchLoader(String, async (_: readonly number[]) => new Map<number, number>());
  await expect(resolve(() => forgetful.get(3))).rejects.toThrow('3 was asked for and not loaded');
});

describe('asking several questions', () => {
  it('loads together what any of them lacks, and answers in their order', async () => {
    const { square, loads } = squares();
    const questions = [() => square.get(square.get(3)), () => square.get(2), () => 7, () => square.get(3)];
    expect(await resolveAll(questions)).toEqual([81, 4, 7, 9]);
    expect(loads).toEqual([[3, 2], [9]]);
  });

  it('asks those again only that lacked something', async () => {
    const { square } = squares();
    const asked: string[] = [];
    await resolveAll([() => asked.push('at once'), () => asked.push(`later ${square.get(3)}`)]);
    expect(asked).toEqual(['at once', 'later 9']);
  });

  it('answers none with none', async () => {
    expect(await resolveAll([])).toEqual([]);
  });
});

describe('asking about several things inside one question', () => {
  it('names all that is missing at once', async () => {
    const { square, loads } = squares();
    expect(await resolve(() => batchMap([1, 2, 3], square.get))).toEqual([1, 4, 9]);
    expect(loads).toEqual([[1, 2, 3]]);
  });

  it('throws like the question does', () => {
    const { square } = squares();
    expect(() => batchMap([1], square.get)).toThrow(PendingLoad);
    expect(() => batchMap([1], () => expect.fail('a wrong question'))).toThrow('a wrong question');
  });
});
