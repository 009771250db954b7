import { resolve } from 'node:path';
import { defineProvider, Store } from 'chronoscribe';
import { z } from 'zod';
import { Journal } from '../journal/kind.ts';
import { openSqlite } from './open.ts';
import { type SqliteStore, sqliteStore } from './store.ts';

/** Everything in one SQLite file on this machine: the default, for one host. */
export default defineProvider({
  kind: Store,
  name: 'sqlite',
  oneHostOnly: true,
  provides: { journal: Journal },
  config: z.strictObject({
    file: z
      .string()
      .min(1)
      .optional()
      .describe('Path of the database file, from the data folder if relative. Default: chronoscribe.db in the data folder.'),
  }),
  async create({ config, dataFolder }) {
    const file = resolve(dataFolder, config.file ?? 'chronoscribe.db');
    return sqliteStore(file, await openSqlite(file));
  },
  stop: (store: SqliteStore) => store.stop(),
  health: (store: SqliteStore) => store.health(),
});
