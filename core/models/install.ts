import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ModelPackage } from '../api/provider.ts';
import { hasCode, syncFolder } from '../files/durable-write.ts';
import type { ModelPlaces } from './places.ts';
import { type Receipt, type ReceivedFile, writeReceipt } from './receipt.ts';

/**
 * Puts a model in place whole: `fill` writes its files into an empty folder beside, which then takes the name of the model in
 * one step. A folder that had it is gone afterwards. To be called by the one that holds the lock.
 */
export async function install(
  model: ModelPackage,
  places: ModelPlaces,
  origin: Pick<Receipt, 'from' | 'fetched'>,
  fill: (folder: string) => Promise<readonly ReceivedFile[]>,
): Promise<void> {
  await clearStaging(places);
  const staging = await mkdtemp(places.staging);
  try {
    const files = await fill(staging);
    await writeReceipt(staging, { name: model.name, ...origin, at: new Date().toISOString(), files: [...files] });
    await syncFolder(staging);
    await rename(places.folder, `${staging}-old`).catch((thrown: unknown) => {
      if (!hasCode(thrown, 'ENOENT')) throw thrown;
    });
    await rename(staging, places.folder);
    await syncFolder(dirname(places.folder));
  } finally {
    await clearStaging(places);
  }
}

/** What this try, or one that was killed, has left. */
async function clearStaging({ unfinished, staging }: ModelPlaces): Promise<void> {
  for (const name of await readdir(unfinished)) {
    if (name.startsWith(basename(staging))) await rm(join(unfinished, name), { recursive: true, force: true });
  }
}
