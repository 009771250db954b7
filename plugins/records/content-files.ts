import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type Blobs, type Logger, Problem, undefinedIfNotFound } from 'chronoscribe';
import { createPause } from 'chronoscribe/concurrency';
import { parseJson, textLines } from 'chronoscribe/host';
import type { z } from 'zod';
import type { RepositoryDefinition } from './kind.ts';
import type { StoredVersion } from './stored-record.ts';

/** The content of a version is missing or damaged. Says what to do, and nothing of the content. */
export class UnreadableContent extends Problem {
  constructor(noun: string, id: string, version: number) {
    super('internal', {
      detail:
        `The content of ${noun} ${id}, version ${version}, is missing or damaged. ` +
        `Restore its file, which the log names, from a backup, or delete the ${noun}.`,
    });
  }
}

/** The contents of a repository's records: one file for each version, which never changes. */
export function contentFiles<Content>(
  { name, noun, schema }: Pick<RepositoryDefinition<Content>, 'name' | 'noun' | 'schema'>,
  { blobs, log }: { readonly blobs: Blobs; readonly log: Logger },
) {
  const folder = (id: string) => recordFiles(name, id);

  return {
    /**
     * Writes a new file. Two writers of one version use different files; the store decides which counts.
     *
     * @returns the file's name and hash.
     */
    async write(id: string, version: number, content: Content) {
      const file = `${folder(id)}${version}-${randomUUID()}.json`;
      const { sha256 } = await blobs.write(file, linesOf(content));
      return { file, sha256 };
    },

    /** @throws UnreadableContent */
    async read(id: string, { version, file, sha256 }: StoredVersion): Promise<Content> {
      const content = await undefinedIfNotFound(contentOf({ blobs, file, sha256, schema }));
      if (content !== undefined) return content;
      // What is wrong in it is not logged: that would quote it.
      log.error({ record: id, version, file }, 'the content of a record is missing or damaged');
      throw new UnreadableContent(noun, id, version);
    },

    delete: (file: string) => blobs.delete(file),

    /** Deletes all files of a record, also those that a killed process did not register in the store. */
    async deleteAll(id: string): Promise<void> {
      for await (const file of blobs.list(folder(id))) await blobs.delete(file.name);
    },
  };
}

/** The prefix of the blobs of a record; of all of a repository for an empty id. */
export function recordFiles(repository: string, id: string): string {
  return id === '' ? `records/${repository}/` : `records/${repository}/${id}/`;
}

/** Items of a list in one line. */
const lineLength = 500;

/**
 * Content as JSON Lines: the first line is all of it, but long lists are empty there, and each further line adds items
 * to one of them. So the host does other work while a long content is written or read. A content without long lists is
 * one line of JSON.
 */
async function* linesOf(content: unknown): AsyncGenerator<Uint8Array> {
  const isLong = (field: [string, unknown]): field is [string, unknown[]] =>
    Array.isArray(field[1]) && field[1].length > lineLength;
  const long = Array.isArray(content) ? [] : Object.entries(fieldsOf(content)).filter(isLong);
  const emptied = Object.fromEntries(long.map(([name]) => [name, []]));
  yield Buffer.from(JSON.stringify(long.length === 0 ? content : { ...fieldsOf(content), ...emptied }));
  const pause = createPause();
  for (const [name, items] of long) {
    for (let at = 0; at < items.length; at += lineLength) {
      await pause();
      yield Buffer.from(`\n${JSON.stringify({ [name]: items.slice(at, at + lineLength) })}`);
    }
  }
}

interface Source<Content> {
  readonly blobs: Blobs;
  readonly file: string;
  readonly sha256: string;
  readonly schema: z.ZodType<Content>;
}

/** The content of a file; undefined if there is no such file, or it is not as it was written. */
async function contentOf<Content>({ blobs, file, sha256, schema }: Source<Content>): Promise<Content | undefined> {
  const hash = createHash('sha256');
  let head: unknown;
  let content: Content | undefined;
  const lists = new Map<string, unknown[]>();
  const pause = createPause();
  for await (const line of textLines(hashed(blobs.read(file), hash))) {
    await pause();
    const fields = parseJson(line);
    const isHead = head === undefined;
    head ??= fields;
    const parsed = schema.safeParse(isHead ? fields : { ...fieldsOf(head), ...fieldsOf(fields) });
    if (!parsed.success) return undefined;
    if (isHead) content = parsed.data;
    else for (const name of Object.keys(fieldsOf(fields))) append(lists, name, fieldsOf(parsed.data)[name]);
  }
  if (hash.digest('hex') !== sha256) return undefined;
  // Each part was parsed by the schema of the whole.
  return lists.size === 0 ? content : ({ ...content, ...Object.fromEntries(lists) } as Content);
}

async function* hashed(pieces: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

function append(lists: Map<string, unknown[]>, name: string, items: unknown): void {
  const list = lists.get(name) ?? [];
  if (Array.isArray(items)) list.push(...items);
  lists.set(name, list);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
