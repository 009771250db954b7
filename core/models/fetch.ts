import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveFault } from './archive.ts';
import { digestOf } from './digest.ts';
import { type DownloadOrder, download } from './download.ts';
import { notIt } from './faults.ts';
import { install } from './install.ts';
import { dropPartial } from './partial-file.ts';
import { readReceipt } from './receipt.ts';
import { unpack } from './unpack.ts';

/** Unpacking takes about a fifth of the time at 50 Mbit/s. */
const downloadShare = 0.8;

/**
 * Fetches a model, compares it and puts it in place. To be called by the one that holds the lock.
 *
 * @throws Problem; the reason of the signal; what the file system says.
 */
export async function fetchModel(order: DownloadOrder): Promise<void> {
  const { model, url, places, signal, progress } = order;
  await download({ ...order, progress: (fraction) => progress(fraction * downloadShare) });
  const fetched = await digestOf(places.partial, signal);
  const { sha256, fault } = await expected(order);
  if (sha256 !== null && fetched.sha256 !== sha256) {
    await dropPartial(places);
    throw notIt(model, url, `its SHA-256 is ${fetched.sha256}, and ${fault}`);
  }
  await install(model, places, { from: url, fetched }, async (folder) => {
    const [only = ''] = model.files;
    if (model.archive === 'none') {
      await rename(places.partial, join(folder, only));
      return [{ name: only, ...fetched }];
    }
    const rest = (fraction: number) => progress(downloadShare + fraction * (1 - downloadShare));
    return unpack({ archive: places.partial, files: model.files, folder }, { signal, progress: rest });
  }).catch(async (thrown: unknown) => {
    if (!(thrown instanceof ArchiveFault)) throw thrown;
    await dropPartial(places);
    throw notIt(model, url, thrown.message);
  });
  await dropPartial(places);
  progress(1);
}

/** The hash that a model must have: its provider's word, else that of the first time it came from there. */
async function expected({ model, url, places }: DownloadOrder) {
  if (model.sha256 !== null) return { sha256: model.sha256, fault: `must be ${model.sha256}` };
  const before = await readReceipt(places.folder);
  return {
    sha256: before?.from === url ? (before.fetched?.sha256 ?? null) : null,
    fault: `was another when it was fetched before. If its maker has changed it, delete ${places.folder} first`,
  };
}
