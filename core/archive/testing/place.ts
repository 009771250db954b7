import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import disk from '../../../providers/blobs/disk/index.ts';
import sqlite from '../../../providers/store/sqlite/index.ts';
import embedded from '../../../providers/workflow-engine/embedded/index.ts';
import type { Kind } from '../../api/kind.ts';
import { createLogger } from '../../api/logger.ts';
import { sealedInstance } from '../../encryption/sealed-instance.ts';
import type { HostSealing } from '../../encryption/sealing.ts';
import { writeFileAtomic } from '../../files/durable-write.ts';
import { Blobs } from '../../kinds/blobs.ts';
import { Archive, defineCollection, Store } from '../../kinds/store.ts';
import { WorkflowEngine } from '../../kinds/workflow-engine.ts';
import { writeArchive } from '../write.ts';

/** Documents that name a blob. */
export const letters = defineCollection({
  name: 'letters',
  schema: z.strictObject({ id: z.string(), file: z.string() }),
  indexes: [],
});

/** A store, blobs and an engine in a new folder, as a host has them. @param sealing seals them */
export async function newPlace(sealing?: HostSealing) {
  const folder = await temporaryFolder();
  const options = { dataFolder: folder.path };
  const parts = [
    await startProvider(Store, sqlite, options),
    await startProvider(Blobs, disk, options),
    await startProvider(WorkflowEngine, embedded, options),
  ] as const;
  onTestFinished(async () => {
    for (const part of parts) await part.stop();
    await folder.remove();
  });
  const [{ instance: plainStore, provided }, { instance: plainBlobs }, { instance: engine }] = parts;
  const host = { sealing, dataFolder: folder.path, use: 'alone', log: createLogger('silent') } as const;
  const sealed = async <T>(kind: Kind<T>, instance: T) => (await sealedInstance(kind, instance, host)).instance as T;
  const store = await sealed(Store, plainStore);
  const blobs = await sealed(Blobs, plainBlobs);
  const archive = await sealed(Archive, provided(Archive));
  // A sealed store notes what was prepared, and an archive is restored before anything is.
  if (sealing === undefined) await store.prepare(letters);
  let exports = 0;
  return {
    folder: folder.path,
    store,
    blobs,
    engine,
    archive,
    sealing,
    write: (name: string, text: string) => blobs.write(name, textOf(text)),
    /** A document, and the file that it names. */
    async letter(id: string, text = id): Promise<string> {
      const file = `records/letters/${id}/1-${uuidOf(id)}.txt`;
      await blobs.write(file, textOf(text));
      await store.put(letters, { id, file });
      return file;
    },
    names: async () => (await Array.fromAsync(blobs.list(''))).map(({ name }) => name).toSorted(),
    text: async (name: string) => Buffer.concat(await Array.fromAsync(blobs.read(name))).toString('utf8'),
    /** Writes an archive, and returns its path. */
    async export(changed: { readonly archive?: Archive; readonly blobs?: Blobs } = {}): Promise<string> {
      exports += 1;
      const path = join(folder.path, `export-${exports}.tar`);
      const from = { archive, blobs, folder: folder.path, sealing, ...changed };
      await writeArchive(from, (bytes) => writeFileAtomic(path, bytes), new AbortController().signal);
      return path;
    },
  };
}

export type Place = Awaited<ReturnType<typeof newPlace>>;

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** One that is always the same for an id. */
const uuidOf = (id: string): string =>
  `00000000-0000-4000-8000-${Buffer.from(id).toString('hex').padStart(12, '0').slice(-12)}`;

export const bytesOf = (path: string): Promise<Buffer> => readFile(path);
