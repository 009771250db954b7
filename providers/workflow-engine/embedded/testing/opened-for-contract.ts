import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
    // A single host has none.
    async expireLeases() {},
  };
};

/** The database, its log and whatever else is there, as bytes: what is deleted but not erased is found, too. */
async function anyFileHolds(folder: string, text: string): Promise<boolean> {
  for (const name of await readdir(folder)) {
    if ((await readFile(join(folder, name))).includes(text)) return true;
  }
  return false;
}
