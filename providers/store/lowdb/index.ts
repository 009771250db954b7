import { resolve } from 'node:path';
import { defineProvider, Store } from 'chronoscribe';
import { z } from 'zod';
import { Journal } from '../journal/kind.ts';
import { type LowdbStore, lowdbStore } from './store.ts';

/** Everything in one JSON file, through lowdb: for small installations whose owner wants to read it. */
export default defineProvider({
  kind: Store,
  name: 'lowdb',
  oneHostOnly: true,
  provides: { journal: Journal },
  config: z.strictObject({
    file: z
      .string()
      .min(1)
      .optional()
      .describe('Path of the JSON file, from the data folder if relative. Default: chronoscribe.json in the data folder.'),
  }),
  create: ({ config, dataFolder }) => lowdbStore(resolve(dataFolder, config.file ?? 'chronoscribe.json')),
  stop: (store: LowdbStore) => store.stop(),
  health: (store: LowdbStore) => store.health(),
});
