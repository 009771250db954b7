import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { definePlugin } from '../api/plugin.ts';
import { Cluster } from '../kinds/cluster.ts';
import { Runs } from '../kinds/runs.ts';
import { Store } from '../kinds/store.ts';
import { type TestHost, testHost } from '../testing/host.ts';
import { temporaryFolder } from '../testing/provider.ts';
import { messageCollection, type OutboxMessage, type StoredMessage } from './message.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import type { Outcome, Schedule } from './schedule.ts';

type Post = OutboxMessage<string>;
const soon: Schedule = { firstMs: 10, longestMs: 20, giveUpMs: 60_000 };
const away: Outcome = { outcome: 'later', reason: 'It is away.' };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: TestHost | undefined;
/** Letters as they were handed to be delivered. */
let tried: Post[];
let outcome: (letter: Post, signal: AbortSignal) => Outcome | Promise<Outcome>;
beforeEach(async () => {
  folder = await temporaryFolder();
  tried = [];
  outcome = () => ({ outcome: 'delivered' });
});
afterEach(async () => {
  await host?.stop();
  await folder.remove();
});

/** A whole host with an outbox in it; what was kept before stays. `before` is put into the store before the outbox opens. */
async function start(schedule = soon, before: readonly StoredMessage[] = []): Promise<Outbox<string>> {
  await host?.stop();
  let opened: Outbox<string> | undefined;
  const post = definePlugin({
    name: 'post',
    auth: 'clinical',
    needs: { store: Store, runs: Runs, cluster: Cluster },
    async start({ needs: { store, runs, cluster }, log }) {
      const letters = messageCollection('post');
      await store.prepare(letters);
      for (const letter of before) await store.put(letters, letter);
      opened = await openOutbox({
        ...{ name: 'post', about: z.string(), schedule, store, cluster, runs, log },
        deliver(letter, signal) {
          tried.push(letter);
          return Promise.resolve(outcome(letter, signal));
        },
      });
      return { outbox: opened };
    },
    workflows: ({ parts: { outbox } }) => ({ delivery: outbox.begin() }),
    routes: () => [],
    stop: ({ outbox }) => outbox.stop(),
  });
  host = await testHost({ plugins: [post], dataFolder: folder.path });
  if (opened === undefined) throw new Error('the outbox was not opened');
  return opened;
}

const letter = (id: string, to = 'there'): Post => ({ id, account: 'acc', to, about: `about ${id}` });
const triedIds = () => tried.map(({ id }) => id);
const none = { waiting: 0, ended: 0, reason: null };

describe('a letter', () => {
  test('is delivered once, with what it is about', async () => {
    const outbox = await start();
    await outbox.add(letter('a'));
    await expect.poll(triedIds).toEqual(['a']);
    expect(tried[0]).toMatchObject(letter('a'));
    await start();
    expect(triedIds()).toEqual(['a']);
  });

  test('that was added twice is delivered once', async () => {
    const outbox = await start();
    let deliver: (outcome: Outcome) => void = () => undefined;
    outcome = () => new Promise((resolve) => (deliver = resolve));
    await outbox.add(letter('a'));
    await expect.poll(triedIds).toEqual(['a']);
    await outbox.add({ ...letter('a'), about: 'something else' });
    deliver({ outcome: 'delivered' });
    await outbox.add(letter('b'));
    await expect.poll(triedIds).toEqual(['a', 'b']);
  });

  test('is tried until it is delivered, and what is undelivered is told', async () => {
    const outbox = await start();
    outcome = () => away;
    await outbox.add(letter('a'));
    await expect.poll(() => tried.length).toBeGreaterThan(3);
    expect(await outbox.undelivered()).toEqual({ waiting: 1, ended: 0, reason: 'It is away.' });
    outcome = () => ({ outcome: 'delivered' });
    await expect.poll(() => outbox.undelivered()).toEqual(none);
  });

  test('is tried again after an unexpected error', async () => {
    const outbox = await start();
    outcome = () => {
      if (tried.length < 3) throw new Error('a slip');
      return { outcome: 'delivered' };
    };
    await outbox.add(letter('a'));
    await expect.poll(triedIds).toEqual(['a', 'a', 'a']);
    await expect.poll(() => outbox.undelivered()).toEqual(none);
  });

  test('that is refused is not tried again before the next start', async () => {
    const first = await start();
    outcome = () => ({ outcome: 'refused', reason: 'No.' });
    await first.add(letter('a'));
    await first.add(letter('b'));
    await expect.poll(() => first.undelivered()).toEqual({ waiting: 0, ended: 2, reason: 'No.' });
    expect(triedIds().toSorted()).toEqual(['a', 'b']);

    outcome = () => ({ outcome: 'delivered' });
    const second = await start();
    await expect.poll(() => second.undelivered()).toEqual(none);
    expect(triedIds().toSorted()).toEqual(['a', 'a', 'b', 'b']);
  });

  test('is given up when its time is over', async () => {
    const outbox = await start({ ...soon, giveUpMs: 100 });
    outcome = () => away;
    await outbox.add(letter('a'));
    await expect.poll(() => outbox.undelivered()).toEqual({ waiting: 0, ended: 1, reason: 'It is away.' });
    expect(tried.length).toBeGreaterThan(1);
  });
});

describe('one server', () => {
  test('gets one letter at a time, and others do not wait for it', async () => {
    const outbox = await start();
    const open = new Map<string, (outcome: Outcome) => void>();
    outcome = ({ id }) => new Promise((resolve) => open.set(id, resolve));
    await outbox.add(letter('a1', 'a'));
    await outbox.add(letter('a2', 'a'));
    await outbox.add(letter('b1', 'b'));
    await expect.poll(() => [...open.keys()]).toEqual(['a1', 'b1']);
    open.get('a1')?.({ outcome: 'delivered' });
    await expect.poll(() => [...open.keys()]).toEqual(['a1', 'b1', 'a2']);
    open.get('a2')?.({ outcome: 'delivered' });
    open.get('b1')?.({ outcome: 'delivered' });
  });
});

describe('a stop', () => {
  test('in the middle of a try does not count as a failure; the try is made again after the start', async () => {
    const first = await start();
    outcome = (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    await first.add(letter('a'));
    await expect.poll(triedIds).toEqual(['a']);
    await host?.stop();
    outcome = () => ({ outcome: 'delivered' });
    const second = await start();
    await expect.poll(triedIds).toEqual(['a', 'a']);
    await expect.poll(() => second.undelivered()).toEqual(none);
  });

  const kept = { ...letter('a'), addedAt: Date.now(), tries: 1, reason: null };
  const long = 40 * 24 * 3_600_000;

  test.each([
    ['is made at once', Date.now() + 900_000],
    ['counts as lost after a while, and another one is made', Date.now() - 1],
  ])('before the engine knew of a try: it %s', async (_, dueAt) => {
    const outbox = await start(soon, [{ ...kept, state: 'under-way', dueAt }]);
    await expect.poll(() => triedIds().length).toBeGreaterThan(0);
    await expect.poll(() => outbox.undelivered()).toEqual(none);
    expect(new Set(triedIds())).toEqual(new Set(['a']));
  });

  test('leaves what was given up; after a month it is let go', async () => {
    const ended = { ...kept, state: 'ended', reason: 'No.' } as const;
    outcome = () => away;
    const outbox = await start(soon, [
      { ...ended, id: 'old', dueAt: Date.now() - long },
      { ...ended, id: 'new', dueAt: Date.now() },
    ]);
    await expect.poll(() => outbox.undelivered()).toMatchObject({ waiting: 1, ended: 0 });
    expect(new Set(triedIds())).toEqual(new Set(['new']));
  });
});
