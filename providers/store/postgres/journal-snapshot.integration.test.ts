import { connect, createServer } from 'node:net';
import { Store } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { entry } from '../contract/journal/entry.ts';
import { Journal } from '../journal/kind.ts';
import postgres from './index.ts';
import { openSnapshot } from './journal-snapshot.ts';
import { sharedDatabase } from './testing/database.ts';

const shared = sharedDatabase();

/** The url of a server that accepts one connection at a time. */
async function withOneConnection(to: string): Promise<string> {
  const url = new URL(to);
  const [port, hostname] = [Number(url.port), url.hostname];
  const server = createServer((client) => {
    const upstream = connect(port, hostname);
    client.pipe(upstream).pipe(client);
    for (const end of [client, upstream]) end.on('error', () => [client, upstream].map((each) => each.destroy()));
  });
  server.maxConnections = 1;
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  onTestFinished(() => void server.close());
  await promise;
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  return url.href;
}

test('a search in a thread needs one connection, as the server may have no other to spare', async () => {
  const { settings } = shared();
  const dataFolder = 'a-search-in-a-thread';
  const started = await startProvider(Store, postgres, { with: settings(dataFolder), dataFolder });
  onTestFinished(started.stop);
  const journal = started.provided(Journal);
  await journal.transaction('ann', (writes) => writes.append([entry('a', { time: 1 }), entry('b', { time: 2 })]));
  const view = await journal.view('ann', 'primary');
  if (view === undefined) throw new Error('no view');
  const { options } = await journal.snapshot(view);
  const { url } = settings(dataFolder);
  const snapshot = await openSnapshot(Object.assign({}, options, { url: await withOneConnection(url) }));
  onTestFinished(() => snapshot.close());
  const query = { place: 'here', from: 0, to: 10, limit: 5 };
  const found = [await snapshot.search?.(query), await snapshot.search?.({ ...query, from: 2 })];
  expect(found.map((each) => each?.map(({ time }) => time))).toEqual([[1, 2], [2]]);
});
