import { type Collection, type Documents, findAll } from 'chronoscribe';
import { nodes, type StoredRun, signals } from './documents.ts';

interface OfRun {
  readonly id: string;
  readonly run: string;
  readonly number: number;
}

/** All documents of a run, in their order. */
export function allOf<T extends OfRun>(
  documents: Pick<Documents, 'find'>,
  collection: Collection<T>,
  run: string,
): Promise<T[]> {
  // The boundary: the types of a query do not see that `T` has these fields.
  const query = { equals: { run }, orderBy: 'number' } as unknown as Parameters<typeof findAll<T>>[2];
  return Array.fromAsync(findAll(documents, collection, query));
}

/** Erases what a run holds, but for its result and its failure. */
export async function eraseContents(documents: Documents, run: StoredRun): Promise<StoredRun> {
  for (const node of await allOf(documents, nodes, run.id))
    await documents.put(nodes, { ...node, output: null, error: null });
  for (const { id } of await allOf(documents, signals, run.id)) await documents.delete(signals, id);
  return { ...run, input: null, key: null };
}
