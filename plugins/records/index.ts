import { Audit, Blobs, Cluster, definePlugin, Runs, Store } from 'chronoscribe';
import { Records } from './kind.ts';
import { openRecordRepository } from './repository.ts';

/** Stores the records of the clinical plugins, with versions, deletion and retention. */
export default definePlugin({
  name: 'records',
  auth: 'clinical',
  needs: { store: Store, blobs: Blobs, runs: Runs, audit: Audit, cluster: Cluster },
  provides: { records: Records },

  start({ needs, log }) {
    const shelves = new Map<string, { close(): Promise<void> }>();
    const records: Records = {
      async openRepository(definition) {
        const { name } = definition;
        if (shelves.has(name)) throw new Error(`Two plugins keep records on a shelf "${name}". Let one choose another name.`);
        const shelf = await openRecordRepository(definition, { ...needs, log });
        shelves.set(name, shelf);
        return shelf;
      },
    };
    return { records, shelves };
  },

  routes: () => [],

  /** Their owners have closed them already, unless one of them failed to start. */
  async stop({ shelves }) {
    for (const shelf of shelves.values()) await shelf.close();
  },
});
