import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { EngineDatabase, SqlValue } from '../database.ts';
import { createRunQueue } from '../queue.ts';
import { openSqlite } from './database.ts';

const Plan = z.array(z.object({ detail: z.string() }));

/** The database, and how SQLite finds the queued runs in each statement that asks for them. */
async function explainingDatabase(): Promise<{ readonly database: EngineDatabase; readonly steps: string[] }> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const opened = await openSqlite(join(folder.path, 'workflows.db'));
  onTestFinished(() => opened.close());
  const steps: string[] = [];
  const explain = async (statement: string, values: readonly SqlValue[] = []) => {
    const plan = Plan.parse(await opened.query(`explain query plan ${statement}`, values));
    steps.push(...plan.map(({ detail }) => detail).filter((detail) => / run /.test(detail)));
    return opened.query(statement, values);
  };
  return { database: { ...opened, query: explain, queryUnsynced: explain }, steps };
}

test('each queued run is found by its id, however many wait', async () => {
  const { database, steps } = await explainingDatabase();
  const queue = createRunQueue(database);
  await queue.size('clinic');
  await queue.claiming(database.backend, 2).claimWorkflowRun({ workerId: 'worker', leaseDurationMs: 1_000 });
  const byId = 'SEARCH run USING INDEX chronoscribe_runs_by_id (namespace_id=? AND idempotency_key=?)';
  expect(steps).toEqual([byId, byId]);
});
