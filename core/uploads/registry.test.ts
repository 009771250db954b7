import { silentLog } from 'chronoscribe/testing';
import { beforeEach, expect, test } from 'vitest';
import { Problem } from '../api/problem.ts';
import { singleHostCluster } from '../concurrency/single-host-cluster.ts';
import type { Blobs } from '../kinds/blobs.ts';
import type { Store } from '../kinds/store.ts';
import { startParts } from '../runs/testing/parts.ts';
import { createUploadRegistry, type UploadRegistry } from './registry.ts';

/** Two hosts that share a store and blobs. */
let hosts: readonly [UploadRegistry, UploadRegistry];
let blobs: Blobs;
/** Whether what is committed is answered with a failure, as by a database whose connection breaks at that moment. */
let answersAreLost: boolean;
beforeEach(async () => {
  const parts = await startParts();
  ({ blobs } = parts);
  answersAreLost = false;
  const store: Store = {
    ...parts.store,
    async transaction(work) {
      const result = await parts.store.transaction(work);
      if (answersAreLost) throw new Problem('provider-unavailable', { detail: 'The connection is gone.' });
      return result;
    },
  };
  const limits = { maxBytes: 1_000, bytesPerAccount: 2_000, keepMs: 1_000 };
  const host = () =>
    createUploadRegistry({ ...parts, store, cluster: singleHostCluster(silentLog), limits, log: silentLog });
  hosts = [await host(), await host()];
});

const bytesOf = async (upload: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(upload)).toString();

/** Waits until it is told to go on, so that both hosts have seen the same offset. */
async function* held(text: string, until: Promise<void>) {
  await until;
  yield Buffer.from(text);
}

test('a piece that was committed is kept though the database failed to say so', async () => {
  const [one, other] = hosts;
  const { id } = await one.create({ account: 'clinic', length: 20, metadata: null, holder: null });
  answersAreLost = true;
  await expect(one.append('clinic', id, { offset: 0 }, held('Good ', Promise.resolve()))).rejects.toThrow('gone');
  expect(await other.get('clinic', id)).toMatchObject({ bytes: 5 });
  expect(await bytesOf(other.read('clinic', id))).toBe('Good ');
});

test('of two hosts that add at one offset, one does, and nothing of the other is kept', async () => {
  const [one, other] = hosts;
  const { id } = await one.create({ account: 'clinic', length: null, metadata: null, holder: null });
  await one.append('clinic', id, { offset: 0 }, held('Good ', Promise.resolve()));
  const go = Promise.withResolvers<void>();
  const both = Promise.allSettled([
    one.append('clinic', id, { offset: 5 }, held('morning', go.promise)),
    other.append('clinic', id, { offset: 5 }, held('evening', go.promise)),
  ]);
  go.resolve();
  const outcomes = await both;
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'upload-conflict' } });
  expect(await bytesOf(other.read('clinic', id))).toMatch(/^Good (morning|evening)$/);
  expect(await Array.fromAsync(blobs.list('incoming/'))).toHaveLength(2);
});

test('what had come before a source failed is kept', async () => {
  const [one, other] = hosts;
  const { id } = await one.create({ account: 'clinic', length: 20, metadata: null, holder: null });
  async function* breaking() {
    yield Buffer.from('Good ');
    throw new Error('the network is gone');
  }
  await expect(one.append('clinic', id, { offset: 0 }, breaking())).rejects.toThrow('network');
  expect(await other.get('clinic', id)).toMatchObject({ bytes: 5 });
});

test('a sweep deletes what a crash left of a deletion', async () => {
  const [one] = hosts;
  const { id } = await one.create({ account: 'clinic', length: 20, metadata: 'filename eA==', holder: null });
  await one.append('clinic', id, { offset: 0 }, held('Good ', Promise.resolve()));
  await blobs.write('incoming/4f9e0f1e-0000-4000-8000-000000000000/piece', held('left', Promise.resolve()));
  await one.sweep(Date.now());
  const names = (await Array.fromAsync(blobs.list('incoming/'))).map(({ name }) => name.split('/')[1]);
  expect(names).toEqual([id, id]);
});
