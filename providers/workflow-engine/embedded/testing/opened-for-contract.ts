import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { WorkflowEngine } from 'chronoscribe/host';
import { startProvider } from 'chronoscribe/testing';
import type { OpenEngine } from '../../contract/test-bed.ts';
import embedded from '../index.ts';

/** The engine as the contract suite opens it. */
export const open: OpenEngine = async (folder) => {
  const { instance, stop } = await startProvider(WorkflowEngine, embedded, {
    dataFolder: folder,
    with: { concurrency: 2 },
  });
  return {
    engine: instance,
    stop,
    keeps: (text) => anyFileHolds(folder, text),
    async expireLeases() {
      const connection = new DatabaseSync(join(folder, 'workflows.db'));
      connection.exec(`UPDATE workflow_runs SET available_at = '1970-01-01T00:00:00.000Z' WHERE status = 'running'`);
      connection.close();
    },
  };
};

/** The database, its log and whatever else is there, as bytes: what is deleted but not erased is found, too. */
async function anyFileHolds(folder: string, text: string): Promise<boolean> {
  for (const name of await readdir(folder)) {
    if ((await readFile(join(folder, name))).includes(text)) return true;
  }
  return false;
}
