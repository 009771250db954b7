import type { Manifest } from '../archive/format.ts';
import { table } from './table.ts';

/** What is in an archive, for a person: how many of what, never whose. */
export function archiveCounts({ blobs, store }: Manifest): string {
  const bytes = [...blobs, ...store].reduce((sum, part) => sum + part.bytes, 0);
  return table([
    ...store.map(({ name, entries }) => [name, String(entries)]),
    ['files', String(blobs.length)],
    ['bytes in all', String(bytes)],
  ]);
}
