import { type Cluster, type RunEvent, singleHostCluster } from 'chronoscribe';
import { silentLog } from 'chronoscribe/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { News } from './news.ts';

const never = new AbortController().signal;

/** Two hosts on one cluster, and all that went between them. */
function twoHosts(lookUp: (runs: readonly string[]) => ReadonlyMap<string, 'open' | 'settled'> = () => new Map()) {
  const cluster = singleHostCluster(silentLog);
  const sent: string[] = [];
  const listening: Cluster = {
    ...cluster,
    send(topic, text) {
      sent.push(text);
      cluster.send(topic, text);
    },
  };
  const news = (sender: string) => {
    const made = new News({
      cluster: listening,
      topic: 'runs',
      sender,
      lookUp: async (runs) => lookUp(runs),
      queued: () => {},
      cancelled: () => {},
      failed: (error) => {
        throw error;
      },
    });
    made.open();
    onTestFinished(() => {
      made.leaveWatchers();
      made.close();
    });
    return made;
  };
  return { here: news('here'), there: news('there'), sent };
}

const text = (piece: string): RunEvent => ({ type: 'text', text: piece });
const sentBy = (ms = 50) => new Promise((resolve) => setTimeout(resolve, ms));

it('text does not leave a host where no other follows the run', async () => {
  const { here, sent } = twoHosts();
  const events = Array.fromAsync(here.follow('r1', never));
  here.tell('r1', 1, text('Mrs Lovelace'));
  here.settled('r1', { cancelled: false });
  expect(await events).toEqual([text('Mrs Lovelace'), { type: 'end' }]);
  await sentBy();
  expect(sent.join()).not.toContain('Lovelace');
});

it('a host that has lost a run is not heard beside the one that has taken over', async () => {
  const statuses = new Map<string, 'open' | 'settled'>([['r1', 'open']]);
  const { here, there } = twoHosts(() => statuses);
  const events = Array.fromAsync(here.follow('r1', never));
  await sentBy();
  there.tell('r1', 2, text('second turn'));
  there.tell('r1', 1, text('first turn, late'));
  there.tell('r1', 2, text('second turn still'));
  statuses.set('r1', 'settled');
  there.settled('r1', { cancelled: false });
  expect(await events).toEqual([text('second turn'), text('second turn still'), { type: 'end' }]);
});

it('whoever begins to listen learns what is followed', async () => {
  const { here, there } = twoHosts();
  const events: RunEvent[] = [];
  void (async () => {
    for await (const event of here.follow('r1', never)) events.push(event);
  })();
  await vi.waitFor(() => expect(there.isFollowed('r1')).toBe(true));
});

it('an end is not taken for that of a retry', async () => {
  let answer = Promise.withResolvers<ReadonlyMap<string, 'open' | 'settled'>>();
  const cluster = singleHostCluster(silentLog);
  const here = new News({
    cluster,
    topic: 'runs',
    sender: 'here',
    lookUp: () => answer.promise,
    queued: () => {},
    cancelled: () => {},
    failed: () => {},
  });
  const first = Array.fromAsync(here.follow('r1', never));
  const asked = answer;
  answer = Promise.withResolvers();
  const second = Array.fromAsync(here.follow('r1', never));
  asked.resolve(new Map([['r1', 'settled']]));
  expect(await first).toEqual([{ type: 'end' }]);
  answer.resolve(new Map([['r1', 'open']]));
  here.tell('r1', 2, text('again'));
  here.leaveWatchers();
  expect(await second).toEqual([text('again')]);
});
