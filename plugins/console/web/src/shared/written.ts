import type { QueryKey } from '@tanstack/react-query';
import { notifyError, notifyUndo } from './action.tsx';
import { refresh } from './api.ts';

/** What people write at the host, where a change says from which version it was made: never over somebody else's. */
interface Written<Definition> {
  put(definition: Definition, version: number | null): Promise<{ readonly version: number }>;
  remove(version: number): Promise<unknown>;
  /** The queries that show it. */
  readonly shownBy: readonly QueryKey[];
}

/**
 * Writes something, or deletes it if there is no definition, and offers to take that back.
 *
 * @param before what it is changed from; null if nothing was written
 */
export async function write<Definition>(
  { put, remove, shownBy }: Written<Definition>,
  definition: Definition | undefined,
  before: { readonly definition: Definition; readonly version: number } | null,
  done: string,
): Promise<void> {
  const set = async (next: Definition | undefined, version: number | null): Promise<number | null> => {
    try {
      if (next !== undefined) return (await put(next, version)).version;
      if (version !== null) await remove(version);
      return null;
    } finally {
      // Also if somebody else was first: what they wrote is shown.
      await Promise.all(shownBy.map((key) => refresh(...key)));
    }
  };
  const version = await set(definition, before?.version ?? null);
  notifyUndo(done, () => void set(before?.definition, version).catch(notifyError));
}
