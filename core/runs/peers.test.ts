import { randomUUID } from 'node:crypto';
import { engineListener, silentLog } from 'chronoscribe/testing';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { route } from '../api/route.ts';
import { workflow } from '../api/workflow.ts';
import { singleHostCluster } from '../concurrency/single-host-cluster.ts';
import type { Blobs } from '../kinds/blobs.ts';
import type { Cluster } from '../kinds/cluster.ts';
import type { SettledRun } from '../kinds/runs.ts';
import type { Store } from '../kinds/store.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import type { RunRegistry } from './registry.ts';
import { runs } from './stored-run.ts';
import { registryOver, startParts, upload } from './testing/parts.ts';

const never = new AbortController().signal;
const dayMs = 86_400_000;
const reader = { account: 'clinic', scopes: ['clinical'] } as const;

let failing: boolean;
const echo = workflow<string>('echo')
  .step('say', ({ input }) => {
    if (failing) throw new Error('cannot speak');
    return input;
  })
  .answer((body) => ({ body, location: '/' }));
const endpoint = route({
  method: 'POST',
  path: '/echo',
  summary: 'Echo',
  response: z.string(),
  byRun: true,
  handle: ({ run }) => run(echo, 'hello'),
});

let store: Store;
let blobs: Blobs;
let engine: WorkflowEngine;
let cluster: Cluster;
/** How far the wall time is ahead. */
let aheadMs: number;
/** What listeners were told, at whichever host. */
let told: SettledRun[];
/** What the engine tells the hosts of ends. */
let announce: (id: string) => void;
/** Tells the host that was started last. */
let hear: (id: string) => void;
beforeEach(async () => {
  failing = false;
  aheadMs = 0;
  told = [];
  ({ store, blobs, engine } = await startParts());
  const solo = singleHostCluster(silentLog);
  cluster = { ...solo, now: () => solo.now() + aheadMs };
  await engine.start(
    [echo],
    engineListener((id) => announce(id)),
  );
});

/** The runs as one of several hosts has them, before it has begun to work. */
async function host(listener: (run: SettledRun) => Promise<void> = async () => undefined): Promise<RunRegistry> {
  const ofHost: WorkflowEngine = {
    ...engine,
    async start(_, { settled }) {
      hear = settled;
    },
    stop: async () => undefined,
  };
  const registry = await registryOver({ store, blobs, engine: ofHost, cluster }, { isClustered: true });
  registry.onSettled(async (run) => {
    await listener(run);
    told.push(run);
  });
  onTestFinished(() => registry.stop());
  return registry;
}

const submission = {
  account: 'clinic',
  workflow: 'echo',
  name: 'a.wav',
  endpoint: 'POST /echo',
  auth: 'clinical',
  input: 'hello',
} as const;

async function submit(registry: RunRegistry, uploads: readonly string[] = [], id = randomUUID()): Promise<string> {
  await registry.submit({ ...submission, id, uploads }, never);
  return id;
}

const isOpen = async (id: string) => (await store.get(runs, id))?.status === 'open';
const over = (id: string) => expect.poll(async () => (await engine.state(id))?.status).toMatch(/done|failed/);
const files = () => Array.fromAsync(blobs.list(''), ({ name }) => name);

describe('the end of a run', () => {
  test('that its host did not live to finalize is finalized once by another one', async () => {
    announce = () => undefined;
    const id = await submit(await host(), [await upload(blobs)]);
    await over(id);
    const [peer, other] = [await host(), await host()];
    await Promise.all([peer.start([echo], [endpoint]), other.start([echo], [endpoint])]);
    await expect.poll(() => isOpen(id)).toBe(false);
    expect([told, await files()]).toEqual([
      [{ id, account: 'clinic', workflow: 'echo', status: 'done', attempt: 1 }],
      [],
    ]);
  });

  test('that two hosts learn of at the same time is reported once', async () => {
    const hosts = [await host(), await host()];
    announce = () => undefined;
    const ids = [await submit(hosts[0] as RunRegistry), await submit(hosts[1] as RunRegistry)];
    for (const id of ids) await over(id);
    await Promise.all(hosts.map((each) => each.sweep(cluster.now())));
    await Promise.all(hosts.map((each) => each.sweep(cluster.now())));
    expect(told.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test('is left to the host that finalizes it, until the lease of that host expires', async () => {
    announce = () => undefined;
    const death = Promise.withResolvers<void>();
    const dying = await host(() => death.promise.then(() => Promise.reject(new Error('dead'))));
    onTestFinished(() => death.resolve());
    const id = await submit(dying);
    await over(id);
    void dying.sweep(cluster.now());
    await expect.poll(async () => (await store.get(runs, id))?.hold).not.toBeNull();
    const peer = await host();
    await peer.sweep(cluster.now());
    expect([await isOpen(id), told]).toEqual([true, []]);
    aheadMs = 60_000;
    await peer.sweep(cluster.now());
    expect([await isOpen(id), told.length]).toEqual([false, 1]);
  });

  test('reaches watchers at another host after it is finalized', async () => {
    const booking = Promise.withResolvers<void>();
    const working = await host(() => booking.promise);
    announce = () => void working.sweep(cluster.now());
    const there = await host();
    const id = randomUUID();
    let ended = false;
    await submit(working, [], id);
    const events = Array.fromAsync((await there.watch(id, never)) ?? []).then(() => {
      ended = true;
    });
    await over(id);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(ended).toBe(false);
    booking.resolve();
    await events;
    expect(await isOpen(id)).toBe(false);
  });
});

describe('a run of another host', () => {
  test('can be retried and deleted before it is finalized, and each end is reported', async () => {
    announce = () => undefined;
    failing = true;
    const id = await submit(await host());
    await over(id);
    const there = await host();
    failing = false;
    await there.retry(reader, id);
    await expect.poll(async () => (await engine.state(id))?.status).toBe('done');
    await there.forget('clinic', id);
    expect([await store.get(runs, id), await engine.state(id)]).toEqual([undefined, undefined]);
    expect(told.map(({ status, attempt }) => [status, attempt])).toEqual([
      ['failed', 1],
      ['done', 2],
    ]);
  });

  test('that was withdrawn although the engine had it is erased from the engine', async () => {
    announce = (id) => void store.delete(runs, id).then(() => hear(id));
    const working = await host();
    await working.start([echo], [endpoint]);
    const id = await submit(working);
    await expect.poll(() => store.get(runs, id)).toBeUndefined();
    await expect.poll(() => engine.state(id)).toBeUndefined();
    expect(told).toEqual([]);
  });
});

test('files that belong to no run are deleted when they are a day old, also during uploads', async () => {
  announce = () => undefined;
  failing = true;
  const registry = await host();
  await registry.start([echo], [endpoint]);
  const [young, held] = [await upload(blobs), await upload(blobs)];
  const id = await submit(registry, [held]);
  await over(id);
  await registry.sweep(cluster.now());
  expect((await files()).toSorted()).toEqual([held, young].toSorted());
  aheadMs = dayMs + 3_600_000;
  // It fails again then, so its upload is kept.
  await registry.retry(reader, id);
  await over(id);
  await registry.sweep(cluster.now());
  expect(await files()).toEqual([held]);
});
