import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { definePlugin } from '../api/plugin.ts';
import { Cluster } from '../kinds/cluster.ts';
import { Runs } from '../kinds/runs.ts';
import { Store } from '../kinds/store.ts';
import { type TestHost, testHost } from '../testing/host.ts';
import { temporaryFolder } from '../testing/provider.ts';
import {
  type DeliveryOutcome,
  messageCollection,
  type OutboxMessage,
  type RetrySchedule,
  type StoredMessage,
} from './message-queue.ts';
import { type Outbox, openOutbox } from './outbox.ts';

type Message = OutboxMessage<string>;
const soon: RetrySchedule = { initialDelayMs: 10, maxDelayMs: 20, giveUpAfterMs: 60_000 };
const away: DeliveryOutcome = { outcome: 'later', reason: 'It is away.' };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: TestHost | undefined;
/** The messages that `deliver` got. */
let tried: Message[];
let outcome: (message: Message, signal: AbortSignal) => DeliveryOutcome | Promise<DeliveryOutcome>;
beforeEach(async () => {
  folder = await temporaryFolder();
  tried = [];
  outcome = () => ({ outcome: 'delivered' });
});
afterEach(async () => {
  await host?.stop();
  await folder.remove();
});

/** A host with an outbox, on the data of the one before. @param before is put into the store before the outbox opens */
async function start(schedule = soon, before: readonly StoredMessage[] = []): Promise<Outbox<string>> {
  await host?.stop();
  let opened: Outbox<string> | undefined;
  const post = definePlugin({
    name: 'post',
    auth: 'clinical',
    needs: { store: Store, runs: Runs, cluster: Cluster },
    async start({ needs: { store, runs, cluster }, log }) {
      const messages = messageCollection('post');
      await store.prepare(messages);
      for (const message of before) await store.put(messages, message);
      opened = await openOutbox({
        ...{ name: 'post', about: z.string(), schedule, store, cluster, runs, log },
        deliver(message, signal) {
          tried.push(message);
          return Promise.resolve(outcome(message, signal));
        },
      });
      return { outbox: opened };
    },
    workflows: ({ parts: { outbox } }) => ({ delivery: outbox.start() }),
    routes: () => [],
    stop: ({ outbox }) => outbox.stop(),
  });
  host = await testHost({ plugins: [post], dataFolder: folder.path });
  if (opened === undefined) throw new Error('the outbox was not opened');
  return opened;
}

const message = (id: string, to = 'there'): Message => ({ id, account: 'acc', to, about: `about ${id}` });
const triedIds = () => tried.map(({ id }) => id);
const none = { retrying: 0, givenUp: 0, lastError: null };

describe('a message', () => {
  test('is delivered once, with its subject', async () => {
    const outbox = await start();
    await outbox.add(message('a'));
    await expect.poll(triedIds).toEqual(['a']);
    expect(tried[0]).toMatchObject(message('a'));
    await start();
    expect(triedIds()).toEqual(['a']);
  });

  test('that was added twice is delivered once', async () => {
    const outbox = await start();
    let deliver: (outcome: DeliveryOutcome) => void = () => undefined;
    outcome = () => new Promise((resolve) => (deliver = resolve));
    await outbox.add(message('a'));
    await expect.poll(triedIds).toEqual(['a']);
    await outbox.add({ ...message('a'), about: 'something else' });
    deliver({ outcome: 'delivered' });
    await outbox.add(message('b'));
    await expect.poll(triedIds).toEqual(['a', 'b']);
  });

  test('is tried until it is delivered, and is in the backlog until then', async () => {
    const outbox = await start();
    outcome = () => away;
    await outbox.add(message('a'));
    await expect.poll(() => tried.length).toBeGreaterThan(3);
    expect(await outbox.backlog()).toEqual({ retrying: 1, givenUp: 0, lastError: 'It is away.' });
    outcome = () => ({ outcome: 'delivered' });
    await expect.poll(() => outbox.backlog()).toEqual(none);
  });

  test('is tried again after an unexpected error', async () => {
    const outbox = await start();
    outcome = () => {
      if (tried.length < 3) throw new Error('a mistake');
      return { outcome: 'delivered' };
    };
    await outbox.add(message('a'));
    await expect.poll(triedIds).toEqual(['a', 'a', 'a']);
    await expect.poll(() => outbox.backlog()).toEqual(none);
  });

  test('that is refused is not tried again until the next start', async () => {
    const first = await start();
    outcome = () => ({ outcome: 'refused', reason: 'No.' });
    await first.add(message('a'));
    await first.add(message('b'));
    await expect.poll(() => first.backlog()).toEqual({ retrying: 0, givenUp: 2, lastError: 'No.' });
    expect(triedIds().toSorted()).toEqual(['a', 'b']);

    outcome = () => ({ outcome: 'delivered' });
    const second = await start();
    await expect.poll(() => second.backlog()).toEqual(none);
    expect(triedIds().toSorted()).toEqual(['a', 'a', 'b', 'b']);
  });

  test('is given up at the end of its time', async () => {
    const outbox = await start({ ...soon, giveUpAfterMs: 1_000 });
    outcome = () => away;
    await outbox.add(message('a'));
    await expect
      .poll(() => outbox.backlog(), { timeout: 15_000 })
      .toEqual({ retrying: 0, givenUp: 1, lastError: 'It is away.' });
    expect(tried.length).toBeGreaterThan(1);
  });
});

describe('one server', () => {
  test('gets one message at a time, and other servers do not wait for it', async () => {
    const outbox = await start();
    const open = new Map<string, (outcome: DeliveryOutcome) => void>();
    outcome = ({ id }) => new Promise((resolve) => open.set(id, resolve));
    await outbox.add(message('a1', 'a'));
    await outbox.add(message('a2', 'a'));
    await outbox.add(message('b1', 'b'));
    await expect.poll(() => [...open.keys()]).toEqual(['a1', 'b1']);
    open.get('a1')?.({ outcome: 'delivered' });
    await expect.poll(() => [...open.keys()]).toEqual(['a1', 'b1', 'a2']);
    open.get('a2')?.({ outcome: 'delivered' });
    open.get('b1')?.({ outcome: 'delivered' });
  });
});

describe('a stop', () => {
  test('during an attempt does not count as a failure, and the next start repeats the attempt', async () => {
    const first = await start();
    outcome = (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    await first.add(message('a'));
    await expect.poll(triedIds).toEqual(['a']);
    await host?.stop();
    outcome = () => ({ outcome: 'delivered' });
    const second = await start();
    await expect.poll(triedIds).toEqual(['a', 'a']);
    await expect.poll(() => second.backlog()).toEqual(none);
  });

  const kept = { ...message('a'), addedAt: Date.now(), tries: 1, reason: null };
  const long = 40 * 24 * 3_600_000;

  test.each([
    ['is repeated at once', Date.now() + 900_000],
    ['counts as lost after a while and is repeated', Date.now() - 1],
  ])('before the engine knew of an attempt: it %s', async (_, dueAt) => {
    const outbox = await start(soon, [{ ...kept, state: 'under-way', dueAt }]);
    await expect.poll(() => triedIds().length).toBeGreaterThan(0);
    await expect.poll(() => outbox.backlog()).toEqual(none);
    expect(new Set(triedIds())).toEqual(new Set(['a']));
  });

  test('keeps messages that were given up for a month', async () => {
    const ended = { ...kept, state: 'ended', reason: 'No.' } as const;
    outcome = () => away;
    const outbox = await start(soon, [
      { ...ended, id: 'old', dueAt: Date.now() - long },
      { ...ended, id: 'new', dueAt: Date.now() },
    ]);
    await expect.poll(() => outbox.backlog()).toMatchObject({ retrying: 1, givenUp: 0 });
    expect(new Set(triedIds())).toEqual(new Set(['new']));
  });
});
