import { z } from 'zod';
import type { Logger } from '../api/logger.ts';
import { type Documents, defineCollection, type Store } from './store.ts';

const migrations = defineCollection({ name: 'migrations', schema: z.object({ id: z.string() }), indexes: [] });

/**
 * Changes stored documents once in the life of a store, in one transaction: a crash leaves them as they were, and of
 * hosts that start at the same time one does it.
 *
 * @param name of the migration, never used for another
 * @param migrate changes documents, and returns the ids of what it has decided on, by what became of them, for the log
 */
export async function migrateOnce(
  store: Store,
  log: Logger,
  name: string,
  migrate: (documents: Documents) => Promise<Readonly<Record<string, readonly string[]>>>,
): Promise<void> {
  await store.prepare(migrations);
  const decided = await store.transaction(async (documents) => {
    if ((await documents.get(migrations, name)) !== undefined) return undefined;
    await documents.insert(migrations, { id: name });
    return migrate(documents);
  });
  const found = Object.entries(decided ?? {}).filter(([, ids]) => ids.length > 0);
  if (found.length > 0) log.info({ migration: name, ...Object.fromEntries(found) }, 'stored documents were migrated');
}
