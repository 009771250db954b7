import { Cluster, Store } from 'chronoscribe';
import { inTransaction, openPostgres } from 'chronoscribe/postgres';
import { silentLog, startProvider } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import postgres from './index.ts';
import { sharedDatabase } from './testing/database.ts';

const shared = sharedDatabase();
const windowMs = 60_000;

test('a host that is kept waiting counts within the window that another has begun meanwhile', async ({ skip }) => {
  skip(!shared().database.isServer, 'PGlite has one session, so nobody waits for another');
  const settings = shared().settings('waiting');
  const { provided, stop } = await startProvider(Store, postgres, { with: settings });
  onTestFinished(stop);
  const host = provided(Cluster);
  await host.count('key', windowMs);
  const outside = await openPostgres({ ...settings, connections: 2, log: silentLog });
  onTestFinished(() => outside.end());

  const waiting = await inTransaction(outside, async (connection) => {
    await connection.query('update tallies set count = 1');
    const counted = host.count('key', windowMs);
    const waiters = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await outside.query(waiters)).rows).toHaveLength(1);
    await connection.query(`update tallies set ends_at = clock_timestamp() + $1 * interval '1 millisecond'`, [
      windowMs,
    ]);
    return { counted };
  });
  expect((await waiting.counted).count).toBe(2);
});
