import { silentLog, startProvider } from 'chronoscribe/testing';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import sqlite from '../../providers/store/sqlite/index.ts';
import { createLeases } from '../concurrency/lease.ts';
import { singleHostCluster } from '../concurrency/single-host-cluster.ts';
import type { Cluster } from '../kinds/cluster.ts';
import { Store } from '../kinds/store.ts';
import { createIdempotency, type RecordedAnswer } from './idempotency.ts';

const request = {
  ...{ account: 'clinic', method: 'POST', path: '/work', key: 'k', fingerprint: 'body' },
  signal: new AbortController().signal,
};
const answer = (body: string): RecordedAnswer => ({ type: 'response', status: 200, headers: [], body });

let store: Store;
let cluster: Cluster;
let aheadMs: number;
beforeEach(async () => {
  const started = await startProvider(Store, sqlite);
  onTestFinished(() => started.stop());
  store = started.instance;
  const solo = singleHostCluster(silentLog);
  aheadMs = 0;
  cluster = { ...solo, now: () => solo.now() + aheadMs };
});

const host = (together: boolean, said: Partial<Cluster> = {}) => {
  const own = { ...cluster, ...said };
  return createIdempotency({ store, cluster: own, leases: createLeases(own, together), log: silentLog });
};

test.each([503, 507])(
  'a request that was answered %i is tried again as the same operation, and its next answer is kept',
  async (status) => {
    const idempotency = await host(false);
    const ids: string[] = [];
    const busy: RecordedAnswer = { type: 'response', status, headers: [], body: 'come again' };
    const ask = (given: RecordedAnswer) =>
      idempotency.once(request, async (id) => {
        ids.push(id);
        return given;
      });
    expect(await ask(busy)).toEqual({ answer: busy, replayed: false });
    expect(await ask(answer('done'))).toEqual({ answer: answer('done'), replayed: false });
    expect(await ask(answer('never'))).toEqual({ answer: answer('done'), replayed: true });
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(ids[0]);
  },
);

describe('a request whose host died while it was at work', () => {
  const never = () => new Promise<RecordedAnswer>(() => undefined);

  test('is taken over by another host once the dead one has been silent for a while, as the same operation', async () => {
    const ids: string[] = [];
    const dying = await host(true);
    void dying.once(request, (id) => {
      ids.push(id);
      return never();
    });
    await expect.poll(() => ids.length).toBe(1);
    const other = await host(true);
    let answered = false;
    const taken = other
      .once(request, async (id) => {
        ids.push(id);
        return answer('done');
      })
      .finally(() => {
        answered = true;
      });
    // Longer than a waiting host takes to look again.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect([answered, ids.length]).toEqual([false, 1]);
    aheadMs = 60_000;
    expect(await taken).toEqual({ answer: answer('done'), replayed: false });
    expect(ids[1]).toBe(ids[0]);
  });

  test('is taken over at once by the next process of a host that is alone', async () => {
    const begun = Promise.withResolvers<void>();
    void (await host(false)).once(request, () => {
      begun.resolve();
      return never();
    });
    await begun.promise;
    const again = await (await host(false)).once(request, async () => answer('again'));
    expect(again).toEqual({ answer: answer('again'), replayed: false });
  });
});

test('who waits hears of the answer though what hosts say to each other is lost', async () => {
  const gate = Promise.withResolvers<RecordedAnswer>();
  const begun = Promise.withResolvers<void>();
  const first = (await host(true, { send: () => undefined })).once(request, () => {
    begun.resolve();
    return gate.promise;
  });
  await begun.promise;
  const second = (await host(true)).once(request, async () => answer('twice'));
  gate.resolve(answer('once'));
  expect(await first).toEqual({ answer: answer('once'), replayed: false });
  expect(await second).toEqual({ answer: answer('once'), replayed: true });
});

test('work that gave no answer is begun anew by who waits for it, at another host and at the same', async () => {
  const [here, there] = [await host(true), await host(true)];
  const gate = Promise.withResolvers<RecordedAnswer>();
  const begun = Promise.withResolvers<void>();
  const failed = here.once(request, () => {
    begun.resolve();
    return gate.promise;
  });
  await begun.promise;
  let works = 0;
  const work = async () => {
    works += 1;
    return answer('made up for');
  };
  const others = Promise.all([here.once(request, work), there.once(request, work)]);
  gate.reject(new Error('a slip'));
  await expect(failed).rejects.toThrow('a slip');
  expect((await others).map(({ answer: each }) => each)).toEqual([answer('made up for'), answer('made up for')]);
  expect(works).toBe(1);
});

test('who waits for another host is let go when its own one stops', async () => {
  const begun = Promise.withResolvers<void>();
  void (await host(true)).once(request, () => {
    begun.resolve();
    return new Promise(() => undefined);
  });
  await begun.promise;
  const leaving = new AbortController();
  const waiting = (await host(true)).once({ ...request, signal: leaving.signal }, async () => answer('never'));
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'stopping' });
});
