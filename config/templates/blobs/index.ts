import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Blobs, blobName, defineProvider, Problem } from 'chronoscribe';
import { z } from 'zod';

/**
 * Stores every blob as a file of one folder. `runs/1/audio.wav` becomes `runs~1~audio.wav`; no blob name contains `~`.
 */
export default defineProvider({
  kind: Blobs,
  name: '__NAME__',
  config: z.strictObject({
    folder: z.string().min(1).default('__NAME__').describe('the folder; relative paths are in the data folder'),
  }),
  async create({ config, dataFolder }): Promise<Blobs> {
    const root = resolve(dataFolder, config.folder);
    const unfinished = join(root, 'unfinished');
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true, mode: 0o700 });

    const place = (name: string): string => {
      if (!blobName.test(name))
        throw new Error(`${JSON.stringify(name)} cannot name a blob: use letters, digits, ".", "_", "-" and "/".`);
      return join(root, name.replaceAll('/', '~'));
    };

    return {
      async write(name, source, { signal } = {}) {
        const target = place(name);
        const path = join(unfinished, randomUUID());
        try {
          const written = await fill(path, source, signal);
          signal?.throwIfAborted();
          await rename(path, target);
          await makeDurable(root);
          return written;
        } finally {
          await rm(path, { force: true });
        }
      },
      async *read(name, range) {
        const path = place(name);
        await stat(path).catch(notFound(name));
        yield* createReadStream(path, {
          ...(range && { start: range.from, end: range.to }),
        }) as AsyncIterable<Uint8Array>;
      },
      async withFile(name, use) {
        // A hard link, which stays when the blob is deleted meanwhile.
        const path = join(unfinished, `${randomUUID()}-${basename(name)}`);
        await link(place(name), path).catch(notFound(name));
        return use(path).finally(() => rm(path, { force: true }));
      },
      async delete(name) {
        await rm(place(name), { force: true });
        await makeDurable(root);
      },
      async *list(prefix) {
        for (const file of await readdir(root)) {
          const name = file.replaceAll('~', '/');
          if (!name.startsWith(prefix) || file === basename(unfinished)) continue;
          const found = await stat(join(root, file)).catch(() => undefined);
          if (found) yield { name, bytes: found.size, modifiedAt: found.mtimeMs };
        }
      },
    };
  },
});

type Written = { readonly bytes: number; readonly sha256: string };

async function fill(
  path: string,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Written> {
  await using file = await open(path, 'wx', 0o600);
  return await abortable(signal, copy(source, file));
}

async function copy(source: AsyncIterable<Uint8Array>, file: FileHandle): Promise<Written> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of source) {
    hash.update(piece);
    bytes += piece.byteLength;
    await file.writeFile(piece);
  }
  await file.sync();
  return { bytes, sha256: hash.digest('hex') };
}

/** Rejects when `signal` is aborted, also if the source never yields again. */
async function abortable<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return Promise.race([work, aborted.promise]).finally(() => signal?.removeEventListener('abort', abort));
}

async function makeDurable(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

function notFound(name: string): (thrown: unknown) => never {
  return (cause) => {
    throw new Problem('not-found', { detail: `There is no file "${name}".`, cause });
  };
}
