import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { hasCode } from '../files/durable-write.ts';
import type { ModelPaths } from './model-folder.ts';

const notes = z.object({
  url: z.string(),
  /** As the server sent it, with its quotes; null if it sent none. */
  etag: z.string().nullable(),
  /** Bytes of the whole file; null if the server did not say. */
  total: z.number().nullable(),
});

/** What a partial file is the beginning of. */
export type PartialNotes = z.output<typeof notes>;

/** The beginning of a file whose download was interrupted. */
export interface PartialFile extends PartialNotes {
  /** Bytes on the disk. */
  readonly bytes: number;
}

/** The partial file of `url`; null if there is none, or none that is known to be of the same file. */
export async function readPartial({ partial, partialNotes }: ModelPaths, url: string): Promise<PartialFile | null> {
  try {
    const known = notes.parse(JSON.parse(await readFile(partialNotes, 'utf8')));
    const { size } = await stat(partial);
    if (known.url !== url || size === 0 || (known.etag === null && known.total === null)) return null;
    return known.total !== null && size > known.total ? null : { ...known, bytes: size };
  } catch (thrown) {
    if (thrown instanceof SyntaxError || thrown instanceof z.ZodError || hasCode(thrown, 'ENOENT')) return null;
    throw thrown;
  }
}

/**
 * Saves the notes of a partial file. Call it before the first byte is written, so that a crash leaves no unknown file.
 */
export async function savePartialNotes({ partialNotes }: ModelPaths, known: PartialNotes): Promise<void> {
  await writeFile(partialNotes, JSON.stringify(known), { mode: 0o600 });
}

export async function deletePartial({ partial, partialNotes }: ModelPaths): Promise<void> {
  await rm(partial, { force: true });
  await rm(partialNotes, { force: true });
}
