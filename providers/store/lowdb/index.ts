import { resolve } from 'node:path';
import { Archive, Cluster, defineProvider, Store } from 'chronoscribe';
import { singleHostCluster } from 'chronoscribe/concurrency';
import { z } from 'zod';
import { Journal } from '../journal/kind.ts';
import { lowdbStore } from './store.ts';

/** A store in one JSON file, through lowdb: for small installations whose owner wants to read it. */
export default defineProvider({
  kind: Store,
  name: 'lowdb',
  singleHost: true,
  provides: { journal: Journal, archive: Archive, cluster: Cluster },
  config: z.strictObject({
    file: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Path of the JSON file, from the data folder if relative. Default: chronoscribe.json in the data folder.',
      ),
  }),
  async create({ config, dataFolder, log, readOnly }) {
    const file = resolve(dataFolder, config.file ?? 'chronoscribe.json');
    return { ...(await lowdbStore(file, { readOnly })), cluster: singleHostCluster(log) };
  },
  stop: (store) => store.stop(),
  health: (store) => store.health(),
});
