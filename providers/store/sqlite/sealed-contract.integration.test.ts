import { randomBytes } from 'node:crypto';
import { defineCollection, findAll, Store } from 'chronoscribe';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createKeyRing } from '../../../core/encryption/key-ring.ts';
import { sealedStore } from '../../../core/encryption/sealed-instance.ts';
import { documentsContract } from '../contract/documents.ts';
import { findingContract } from '../contract/finding.ts';
import { pagingContract } from '../contract/paging.ts';
import { transactionsContract } from '../contract/transactions.ts';
import { wordsContract } from '../contract/words.ts';
import { isInFiles } from '../contract.ts';
import { storeProperties } from '../testing/properties.ts';
import sqlite from './index.ts';

const ring = createKeyRing([randomBytes(32).toString('base64')]);
const openPlain = (folder: string) => startProvider(Store, sqlite, { dataFolder: folder });
const open = async (folder: string) => {
  const { instance, stop } = await openPlain(folder);
  return { store: sealedStore(instance, ring, 'alone'), holds: (text: string) => isInFiles(folder, text), stop };
};

// What the rest of the suite looks for in files is not there, and damages documents that it finds by sealed fields.
describe('the store sqlite, sealed', () => {
  documentsContract(open);
  findingContract(open);
  pagingContract(open);
  transactionsContract(open);
  wordsContract(open);
});
storeProperties('sqlite, sealed', open);

const letters = defineCollection({
  name: 'letters',
  schema: z.object({ id: z.string(), sentAt: z.number(), text: z.string() }),
  indexes: [],
});
const indexed = { ...letters, indexes: [['sentAt']] } as const;
const all = Array.from({ length: 250 }, (_, at) => ({ id: String(at), sentAt: 1000 - at, text: 'penicillin' }));

test('documents that were stored before are sealed, and found by an index that is added later', async ({
  onTestFinished,
}) => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const plain = await openPlain(folder.path);
  await plain.instance.prepare(letters);
  for (const letter of all) await plain.instance.put(letters, letter);
  await plain.stop();

  const { store, holds, stop } = await open(folder.path);
  onTestFinished(stop);
  await store.prepare(letters);
  await store.scrub();
  expect(await holds('penicillin')).toBe(false);
  await store.prepare(indexed);
  const found = await Array.fromAsync(findAll(store, indexed, { orderBy: 'sentAt', limit: 100 }));
  expect(found).toEqual(all.toReversed());
});

test('documents that a former key sealed are sealed with the new one when a host starts alone', async ({
  onTestFinished,
}) => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const { instance, stop } = await openPlain(folder.path);
  onTestFinished(stop);
  const [former, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  const letter = { id: 'first', sentAt: 1, text: 'penicillin' };
  const begun = sealedStore(instance, createKeyRing([former]), 'alone');
  await begun.prepare(letters);
  await begun.put(letters, letter);

  const read = async (keys: readonly [string, ...string[]], use: 'alone' | 'shared' | 'command') => {
    const store = sealedStore(instance, createKeyRing(keys), use);
    await store.prepare(letters);
    return store.get(letters, 'first');
  };
  for (const use of ['command', 'shared'] as const) expect(await read([next, former], use)).toEqual(letter);
  await expect(read([next], 'alone')).rejects.toThrow('sealed with the key');
  expect(await read([next, former], 'alone')).toEqual(letter);
  expect(await read([next], 'alone')).toEqual(letter);
  await expect(read([former], 'command')).rejects.toThrow('sealed with the key');
});

test('a document whose fields are not of its collection is named, without its values', async ({ onTestFinished }) => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const { store, stop } = await open(folder.path);
  onTestFinished(stop);
  await store.prepare(letters);
  const careless = { ...letters, schema: z.looseObject({ id: z.string() }), indexes: [] };
  await store.put(careless, { id: 'broken', sentAt: 'penicillin' });
  const failure = await store.get(letters, 'broken').catch(String);
  expect(failure).toMatch(/"broken" of the collection "letters" is damaged/);
  expect(failure).not.toContain('penicillin');
});
