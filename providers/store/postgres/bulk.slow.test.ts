import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Store } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { entry, ids } from '../contract/journal/fixture.ts';
import { Journal } from '../journal/kind.ts';
import postgres from './index.ts';
import { sharedDatabase } from './testing/database.ts';

/* A bulk and the other hosts of its database. */

const shared = sharedDatabase();

async function host(schema: string): Promise<Journal> {
  const { provided, stop } = await startProvider(Store, postgres, { with: shared().settings(schema) });
  onTestFinished(stop);
  return provided(Journal);
}

const append = (journal: Journal, account: string, eventId: string) =>
  journal.transaction(account, (writes) => writes.append([entry(eventId)]));

async function shown(journal: Journal, account: string): Promise<readonly string[]> {
  const view = await journal.view(account, 'primary');
  return view === undefined ? [] : ids(await journal.search(view, { place: 'here', from: 0, to: 10_000, limit: 100 }));
}

test('while one host writes a bulk, others wait with changes of its account and with no others, and what they then change comes after it', async () => {
  const one = await host('waiting');
  const other = await host('waiting');
  const begun = Promise.withResolvers<void>();
  const { promise: more, resolve: goOn } = Promise.withResolvers<void>();
  const bulk = one.bulk('ann', async (writes) => {
    await writes.append([entry('x1')]);
    begun.resolve();
    await more;
    await writes.append([entry('x2')]);
  });
  await begun.promise;

  let isChanged = false;
  const change = append(other, 'ann', 'y').then(() => {
    isChanged = true;
  });
  // PGlite has one session, which the bulk keeps.
  if (shared().database.isServer) {
    await append(other, 'bob', 'z');
    expect(await shown(other, 'bob')).toEqual(['z']);
    expect(await shown(other, 'ann')).toEqual([]);
  }
  // Longer than one who waits keeps a connection.
  await wait(2_500);
  expect(isChanged).toBe(false);
  goOn();
  await Promise.all([bulk, change]);
  expect(await shown(one, 'ann')).toEqual(['x1', 'x2', 'y']);
});

test('what a bulk has written is gone as soon as its host is killed, and nobody waits for it any more', async () => {
  const journal = await host('killed');
  await append(journal, 'ann', 'before');
  const script = fileURLToPath(new URL('./testing/bulk-process.ts', import.meta.url));
  const settings = JSON.stringify(shared().settings('killed'));
  const child = spawn(process.execPath, ['--conditions=chronoscribe-source', script, settings], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const change = append(journal, 'ann', 'after');
  child.kill('SIGKILL');
  await change;
  expect(await shown(journal, 'ann')).toEqual(['before', 'after']);
  expect(await journal.taken('ann', ['x1', 'x2', 'after'])).toEqual(['after']);
});
