import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from 'chronoscribe/testing';
import type { OpenEngine } from '../../contract/test-bed.ts';
import { anyRowHolds, onSchema } from '../../testing/any-row-holds.ts';
import { databaseOfTest } from '../../testing/database-of-test.ts';
import { openPostgresEngine } from '../engine.ts';

/** The engine as the contract suite opens it: each folder has a schema of its own, and each host a folder in it. */
export const open: OpenEngine = async (folder, { name, cluster }) => {
  const at = { url: databaseOfTest(), schema: `of_${createHash('sha256').update(folder).digest('hex').slice(0, 16)}` };
  const dataFolder = join(folder, name);
  await mkdir(dataFolder, { recursive: true });
  const engine = await openPostgresEngine({
    ...at,
    cluster,
    dataFolder,
    concurrency: 2,
    log: silentLog,
    missingWorkflowMs: 3000,
  });
  return {
    engine,
    stop: () => engine.close(),
    keeps: (text) => anyRowHolds(at, text),
    expireLeases: () =>
      onSchema(at, async (postgres) => {
        await postgres.query('delete from documents_engine_hosts');
      }),
  };
};
