import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { hasCode } from '../files/durable-write.ts';
import type { ModelPlaces } from './places.ts';

const notes = z.object({
  url: z.string(),
  /** As the server gave it, with its quotes; null where it gave none. */
  etag: z.string().nullable(),
  /** Bytes of the whole; null where the server did not say. */
  total: z.number().nullable(),
});

/** What a partial file is the beginning of. */
export type PartialNotes = z.output<typeof notes>;

export interface PartialFile extends PartialNotes {
  /** How many bytes are here. */
  readonly bytes: number;
}

/** The beginning of what `url` leads to, where an earlier try left one that can be told to be of the same file; else null. */
export async function partialOf({ partial, partialNotes }: ModelPlaces, url: string): Promise<PartialFile | null> {
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

/** To be called before the first byte is written: whatever ends the process then, what is here is known. */
export async function notePartial({ partialNotes }: ModelPlaces, known: PartialNotes): Promise<void> {
  await writeFile(partialNotes, JSON.stringify(known), { mode: 0o600 });
}

export async function dropPartial({ partial, partialNotes }: ModelPlaces): Promise<void> {
  await rm(partial, { force: true });
  await rm(partialNotes, { force: true });
}
