import { expect, it } from 'vitest';
import { knownAnchors } from './anchors.ts';

const anchor = { anchor_id: 'anc_1', timestamp: 0, description: 'Release', locked: false };

it('reads the anchors of an account once until they change', async () => {
  const known = knownAnchors();
  let reads = 0;
  const read = async () => {
    reads += 1;
    return [{ ...anchor, description: `reading ${reads}` }];
  };
  const first = await known.of('clinic', read);
  expect(await known.of('clinic', read)).toBe(first);
  known.forget('clinic');
  expect(await known.of('clinic', read)).toMatchObject([{ description: 'reading 2' }]);
});

it('reads them again where they changed while they were read', async () => {
  const known = knownAnchors();
  const { promise, resolve } = Promise.withResolvers<(typeof anchor)[]>();
  const before = known.of('clinic', () => promise);
  known.forget('clinic');
  resolve([]);
  expect(await before).toEqual([]);
  expect(await known.of('clinic', async () => [anchor])).toEqual([anchor]);
});

it('remembers no failure to read', async () => {
  const known = knownAnchors();
  await expect(known.of('clinic', () => Promise.reject(new Error('The disk failed.')))).rejects.toThrow('disk');
  expect(await known.of('clinic', async () => [anchor])).toEqual([anchor]);
});

it('keeps no list of more than 1,000', async () => {
  const known = knownAnchors();
  let reads = 0;
  const read = async () => {
    reads += 1;
    return Array.from({ length: 1_001 }, () => anchor);
  };
  await known.of('clinic', read);
  await known.of('clinic', read);
  expect(reads).toBe(2);
});

it('forgets those of the account that asked first once 500 others have', async () => {
  const known = knownAnchors();
  const asked: string[] = [];
  const ask = (account: string) =>
    known.of(account, async () => {
      asked.push(account);
      return [];
    });
  for (let number = 0; number <= 500; number += 1) await ask(`${number}`);
  asked.length = 0;
  for (const account of ['500', '1', '0']) await ask(account);
  expect(asked).toEqual(['0']);
});
