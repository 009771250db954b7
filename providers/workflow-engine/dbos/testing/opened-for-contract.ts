import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from 'chronoscribe/testing';
import type { OpenEngine } from '../../contract/test-bed.ts';
import { anyRowHolds } from '../../testing/any-row-holds.ts';
import { databaseOfTest } from '../../testing/database-of-test.ts';
import { openDbosEngine } from '../engine.ts';

/** So that a test need not wait half a minute for the end of a dead host, and some minutes for that of a workflow. */
const [leaseMs, absenceMs] = [2000, 2000];

/** The engine as the contract suite opens it: each folder has a schema of its own, and each host a folder in it. */
export const open: OpenEngine = async (folder, { name, cluster }) => {
  const database = { url: databaseOfTest(), schema: `of_${createHash('sha256').update(folder).digest('hex').slice(0, 16)}` };
  const dataFolder = join(folder, name);
  await mkdir(dataFolder, { recursive: true });
  const options = { database, dataFolder, hostId: undefined, cluster, concurrency: 2, log: silentLog, leaseMs, absenceMs };
  const engine = await openDbosEngine(options);
  return { engine, stop: () => engine.close(), keeps: (text) => anyRowHolds(database, text) };
};
