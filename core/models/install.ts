import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ModelPackage } from '../api/provider.ts';
import { ifThere, syncFolder } from '../files/durable-write.ts';
import { type DownloadOptions, deletePartial, download } from './download.ts';
import {
  digestFile,
  type InstalledFile,
  type ModelPaths,
  type Receipt,
  readReceipt,
  writeReceipt,
  wrongModel,
} from './model-folder.ts';
import { InvalidArchive, unpack } from './unpack.ts';

/** The share of the progress that the download makes: unpacking takes about a fifth of the time at 50 Mbit/s. */
const downloadShare = 0.8;

/**
 * Downloads a model, verifies and installs it. The caller holds the model's lock.
 *
 * @throws Problem; the reason of the signal; errors of the file system
 */
export async function fetchModel(options: DownloadOptions): Promise<void> {
  const { model, url, paths, signal, progress } = options;
  await download({ ...options, progress: (fraction) => progress(fraction * downloadShare) });
  const fetched = await digestFile(paths.partial, signal);
  const { sha256, fault } = await expectedHash(options);
  if (sha256 !== null && fetched.sha256 !== sha256) {
    await deletePartial(paths);
    throw wrongModel(model, url, `its SHA-256 is ${fetched.sha256}, and ${fault}`);
  }
  await install(model, paths, { from: url, fetched }, async (folder) => {
    const [only = ''] = model.files;
    if (model.archive === 'none') {
      await rename(paths.partial, join(folder, only));
      return [{ name: only, ...fetched }];
    }
    const rest = (fraction: number) => progress(downloadShare + fraction * (1 - downloadShare));
    return unpack({ archive: paths.partial, files: model.files, folder }, { signal, progress: rest });
  }).catch(async (thrown: unknown) => {
    if (!(thrown instanceof InvalidArchive)) throw thrown;
    await deletePartial(paths);
    throw wrongModel(model, url, thrown.message);
  });
  await deletePartial(paths);
  progress(1);
}

/**
 * The hash that the file must have: the one its provider declares, else the one of the first download from this URL.
 */
async function expectedHash({ model, url, paths }: DownloadOptions) {
  if (model.sha256 !== null) return { sha256: model.sha256, fault: `must be ${model.sha256}` };
  const before = await readReceipt(paths.folder);
  return {
    sha256: before?.from === url ? (before.fetched?.sha256 ?? null) : null,
    fault: `was another when it was fetched before. If its maker has changed it, delete ${paths.folder} first`,
  };
}

/**
 * Installs a model atomically: `fill` writes its files into an empty folder, which is then renamed to the model's
 * folder and replaces the one that was there. The caller holds the model's lock.
 */
export async function install(
  model: ModelPackage,
  paths: ModelPaths,
  origin: Pick<Receipt, 'from' | 'fetched'>,
  fill: (folder: string) => Promise<readonly InstalledFile[]>,
): Promise<void> {
  await clearStaging(paths);
  const staging = await mkdtemp(paths.staging);
  try {
    const files = await fill(staging);
    await writeReceipt(staging, { name: model.name, ...origin, at: new Date().toISOString(), files: [...files] });
    await syncFolder(staging);
    await ifThere(rename(paths.folder, `${staging}-old`));
    await rename(staging, paths.folder);
    await syncFolder(dirname(paths.folder));
  } finally {
    await clearStaging(paths);
  }
}

/** Deletes what this attempt, or a killed one, left behind. */
async function clearStaging({ unfinished, staging }: ModelPaths): Promise<void> {
  for (const name of await readdir(unfinished)) {
    if (name.startsWith(basename(staging))) await rm(join(unfinished, name), { recursive: true, force: true });
  }
}
