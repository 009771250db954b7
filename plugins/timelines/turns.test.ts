import { expect, test } from 'vitest';
import { turns } from './turns.ts';

test('no more than so many run at once, and the others follow in the order of asking, also after one that fails', async () => {
  const turn = turns(2);
  const begun: string[] = [];
  const work = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const done = turn(() => {
      begun.push(name);
      return promise;
    });
    return { done, finish: () => resolve(name), fail: () => reject(new Error(name)) };
  };
  const [a, b, c, d] = [work('a'), work('b'), work('c'), work('d')];
  expect(begun).toEqual(['a', 'b']);

  b.fail();
  await expect(b.done).rejects.toThrow('b');
  expect(begun).toEqual(['a', 'b', 'c']);

  a.finish();
  expect(await a.done).toBe('a');
  expect(begun).toEqual(['a', 'b', 'c', 'd']);

  c.finish();
  d.finish();
  await Promise.all([c.done, d.done]);
  const e = work('e');
  expect(begun).toContain('e');
  e.finish();
  await e.done;
});
