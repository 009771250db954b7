import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Blobs, type Logger, Problem, undefinedIfNotFound } from 'chronoscribe';
import type { ShelfDefinition } from './kind.ts';
import type { StoredVersion } from './stored-record.ts';

/** The contents of a shelf's records: a file for each version, which is never written again. */
export interface ContentFiles<Content> {
  /** Returns the new file by its name. Two that write one version at once do not meet: which of them counts is the store's to say. */
  write(id: string, version: number, content: Content): Promise<Pick<StoredVersion, 'file' | 'sha256'>>;
  /** Throws an `internal` problem that names the record, where the file is missing or damaged. */
  read(id: string, version: StoredVersion): Promise<Content>;
  delete(file: string): Promise<void>;
  /** Deletes every file of a record, also those that a process left which died before it could name them in the store. */
  deleteAll(id: string): Promise<void>;
}

export function contentFiles<Content>(
  { name, noun, schema }: ShelfDefinition<Content>,
  { blobs, log }: { readonly blobs: Blobs; readonly log: Logger },
): ContentFiles<Content> {
  const folder = (id: string) => `records/${name}/${id}/`;

  return {
    async write(id, version, content) {
      const file = `${folder(id)}${version}-${randomUUID()}.json`;
      const { sha256 } = await blobs.write(file, Readable.from([Buffer.from(JSON.stringify(content))]));
      return { file, sha256 };
    },

    async read(id, { version, file, sha256 }) {
      const content = schema.safeParse(parsed(await whole(blobs, file, sha256)));
      if (content.success) return content.data;
      // Not what is wrong in it, which would quote it.
      log.error({ record: id, version, file }, 'the content of a record is missing or damaged');
      throw new Problem('internal', {
        detail:
          `The content of ${noun} ${id}, version ${version}, is missing or damaged. ` +
          `Restore its file, which the log names, from a backup, or delete the ${noun}.`,
      });
    },

    delete: (file) => blobs.delete(file),

    async deleteAll(id) {
      for await (const file of blobs.list(folder(id))) await blobs.delete(file.name);
    },
  };
}

/** Undefined where there is no such file, or it is not as it was written. */
async function whole(blobs: Blobs, file: string, sha256: string | null): Promise<string | undefined> {
  const found = await undefinedIfNotFound(Array.fromAsync(blobs.read(file)));
  const bytes = found && Buffer.concat(found);
  if (bytes === undefined || (sha256 !== null && createHash('sha256').update(bytes).digest('hex') !== sha256)) return undefined;
  return bytes.toString('utf8');
}

/** Undefined, which no schema of a record takes, for what is no JSON. */
function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
