import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { hostsOnOneStore } from '../../test/cluster/shared-store.ts';
import { definePlugin } from '../api/plugin.ts';
import { Cluster } from '../kinds/cluster.ts';
import { Runs } from '../kinds/runs.ts';
import { Store } from '../kinds/store.ts';
import { type Outbox, openOutbox } from './outbox.ts';

test('two hosts deliver each message to a server once and one at a time, whichever host added it', async () => {
  const opened: Outbox<null>[] = [];
  const tried: string[] = [];
  let atWork = 0;
  let mostAtOnce = 0;
  const post = definePlugin({
    name: 'post',
    auth: 'clinical',
    needs: { store: Store, runs: Runs, cluster: Cluster },
    async start({ needs: { store, runs, cluster }, log }) {
      const outbox = await openOutbox({
        ...{ name: 'post', about: z.null(), schedule: { initialDelayMs: 10, maxDelayMs: 20, giveUpAfterMs: 60_000 } },
        async deliver({ id }) {
          tried.push(id);
          atWork += 1;
          mostAtOnce = Math.max(mostAtOnce, atWork);
          await pause(100);
          atWork -= 1;
          return { outcome: 'delivered' };
        },
        // The second host is slow, so that what it has seen is no longer so when it acts.
        store: opened.length === 0 ? store : { ...store, find: (...of) => store.find(...of).finally(() => pause(10)) },
        ...{ runs, cluster, log },
      });
      opened.push(outbox);
      return { outbox };
    },
    workflows: ({ parts: { outbox } }) => ({ delivery: outbox.start() }),
    routes: () => [],
    stop: ({ outbox }) => outbox.stop(),
  });
  const { stop } = await hostsOnOneStore(2, { plugins: [post], config: { plugins: { webhooks: false } } });
  onTestFinished(stop);
  const messages = Array.from({ length: 8 }, (_, place) => ({
    id: `letter-${place}`,
    account: 'acc',
    to: 'there',
    about: null,
  }));
  await Promise.all(messages.map((message, place) => opened[place % 2]?.add(message)));
  await expect.poll(() => tried.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(messages.length);
  for (const outbox of opened) await expect.poll(() => outbox.backlog()).toMatchObject({ retrying: 0, givenUp: 0 });
  expect(tried.toSorted()).toEqual(messages.map(({ id }) => id).toSorted());
  expect(mostAtOnce).toBe(1);
});
