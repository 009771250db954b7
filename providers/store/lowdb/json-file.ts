import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode, syncFolder } from 'chronoscribe/files';
import type { Adapter } from 'lowdb';
import { restoreHint } from '../store-file.ts';
import { type Contents, formatContents, parseContents } from './file-format.ts';

/**
 * A lowdb adapter for one JSON file. A write is durable when it resolves; a process that is killed during a write
 * leaves the file unchanged. `<file>.bak` holds a second copy of the same version, so that deleted text is in neither.
 *
 * @param readOnly true if another process may use the file: nothing is written then
 */
export function jsonFile(file: string, { readOnly }: { readonly readOnly: boolean }): Adapter<Contents> {
  const backup = `${file}.bak`;
  return {
    /** @throws Error that names the file, if it is damaged or missing */
    async read() {
      const text = await readIfThere(file);
      if (text === undefined) {
        const copy = await readIfThere(backup);
        // The first write of a new store is empty, and may have been killed between its two copies.
        if (copy === undefined || holdsNothing(copy)) return null;
        throw new Error(
          `${file} is missing, but its copy exists. ` +
            `To use that copy: cp '${backup}' '${file}'. To start empty, move '${backup}' away.`,
        );
      }
      const read = parseContents(text);
      if ('contents' in read) return read.contents;
      const hint =
        (await readIfThere(backup)) === undefined
          ? `${restoreHint} Without one, move it away to start empty.`
          : `To use its copy: cp '${backup}' '${file}'.`;
      throw new Error(`${file} is damaged: ${read.fault}. Nothing was changed in it. ${hint}`);
    },
    async write(contents) {
      if (readOnly) throw new Error(`${file} was opened to be read alone.`);
      // Encoded once for both.
      const bytes = Buffer.from(formatContents(contents));
      const fresh = temporaryName(file);
      const copy = temporaryName(file);
      try {
        await writeDurably(fresh, bytes);
        await writeDurably(copy, bytes);
        // The copy first: a failure before the last rename leaves the file unchanged.
        await rename(copy, backup);
        await rename(fresh, file);
        await syncFolder(dirname(file));
      } catch (thrown) {
        await rm(fresh, { force: true });
        await rm(copy, { force: true });
        const reason = thrown instanceof Error ? thrown.message : String(thrown);
        throw new Error(`${file} could not be written, so the change was not made: ${reason}`, { cause: thrown });
      }
    },
  };
}

function holdsNothing(text: string): boolean {
  const read = parseContents(text);
  if (!('contents' in read)) return false;
  const { counters, collections, journal } = read.contents;
  return counters.size + collections.size + journal.length === 0;
}

const temporaryName = (file: string): string => `${file}.${randomUUID()}.tmp`;

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return undefined;
    throw thrown;
  }
}
