import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Archive, Cluster, defineProvider, Store } from 'chronoscribe';
import { singleHostCluster } from 'chronoscribe/concurrency';
import { z } from 'zod';
import { Journal } from '../journal/kind.ts';
import { openSqlite } from './open.ts';
import { sqliteStore } from './store.ts';

/** A store in one SQLite file on this machine: the default, for one host. */
export default defineProvider({
  kind: Store,
  name: 'sqlite',
  singleHost: true,
  provides: { journal: Journal, archive: Archive, cluster: Cluster },
  config: z.strictObject({
    file: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Path of the database file, from the data folder if relative. Default: chronoscribe.db in the data folder.',
      ),
  }),
  async create({ config, dataFolder, log, readOnly }) {
    const file = resolve(dataFolder, config.file ?? 'chronoscribe.db');
    if (readOnly && !existsSync(file)) {
      throw new Error(`There is no database ${file}. Name another data folder with --data, or start the host once.`);
    }
    return { ...(await sqliteStore(file, await openSqlite(file))), cluster: singleHostCluster(log) };
  },
  stop: (store) => store.stop(),
  health: (store) => store.health(),
});
