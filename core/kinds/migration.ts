import { z } from 'zod';
import type { Logger } from '../api/logger.ts';
import { type Documents, defineCollection, type Store } from './store.ts';

const migrations = defineCollection({ name: 'migrations', schema: z.object({ id: z.string() }), indexes: [] });

/**
 * Changes stored documents once in the life of a store, in one transaction: a crash leaves them as they were, and of
 * hosts that start at the same time one does it.
 *
 * @param name of the migration, never used for another
 * @param migrate changes documents, and returns how many
 */
export async function migrateOnce(
  store: Store,
  log: Logger,
  name: string,
  migrate: (documents: Documents) => Promise<number>,
): Promise<void> {
  await store.prepare(migrations);
  const changed = await store.transaction(async (documents) => {
    if ((await documents.get(migrations, name)) !== undefined) return undefined;
    await documents.insert(migrations, { id: name });
    return migrate(documents);
  });
  if (changed !== undefined && changed > 0) log.info({ migration: name, changed }, 'stored documents were migrated');
}
