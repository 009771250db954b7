import { access, constants, copyFile, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../api/logger.ts';
import type { ModelPackage } from '../api/provider.ts';
import { messageOf } from '../api/text.ts';
import { hasCode, ifThere, makeFolder, syncFolder } from '../files/durable-write.ts';
import { lockFile } from '../files/file-lock.ts';
import type { Models } from '../kinds/operations.ts';
import { type DownloadOptions, deletePartial, download } from './download.ts';
import {
  digestFile,
  diskProblem,
  type InstalledFile,
  type ModelPaths,
  modelPaths,
  modelState,
  modelUnavailable,
  type Receipt,
  readReceipt,
  writeReceipt,
  wrongModel,
} from './model-folder.ts';
import { InvalidArchive, unpack } from './unpack.ts';

export interface ModelsOptions {
  /** The folder of all models; created when the first one is downloaded. */
  readonly folder: string;
  /** See `downloadUrl`. */
  readonly mirror: string | null;
  readonly log: Logger;
  /** Milliseconds without data after which a download is aborted. Default 60,000. */
  readonly idleTimeoutMs?: number;
}

/** The models in a folder, see `Models`. Any number of processes may share it. */
export function createModels({ folder, mirror, log, idleTimeoutMs = 60_000 }: ModelsOptions): Models {
  return {
    state: async (model) => modelState(model, modelPaths(folder, model).folder),
    async ensure(model, { download, signal, progress }) {
      signal.throwIfAborted();
      const paths = modelPaths(folder, model);
      const found = await modelState(model, paths.folder);
      if (found.status === 'ready') return found.folder;
      if (!download) throw modelUnavailable(model, found);
      return withModelLock(model, paths, signal, async () => {
        // The previous holder of the lock may have installed it.
        if ((await modelState(model, paths.folder)).status === 'ready') return paths.folder;
        const url = downloadUrl(model.url, mirror);
        log.info({ model: model.name, url }, 'downloading a model');
        await fetchModel({ model, url, paths, idleTimeoutMs, signal, progress });
        log.info({ model: model.name, folder: paths.folder }, 'installed a model');
        return paths.folder;
      });
    },
  };
}

/**
 * The URL that a model is downloaded from. A mirror replaces the server and nothing else: with
 * `https://mirror.example/models`, `https://github.com/a/b.onnx` becomes `https://mirror.example/models/a/b.onnx`.
 */
export function downloadUrl(url: string, mirror: string | null): string {
  if (mirror === null) return url;
  const { pathname, search } = new URL(url);
  return `${mirror.replace(/\/+$/, '')}${pathname}${search}`;
}

const retryLockMs = 200;

/**
 * Runs `change` while nobody else, in this process or another, changes the model's folder.
 *
 * @throws Problem for errors of the file system; the reason of the signal
 */
async function withModelLock<T>(
  model: ModelPackage,
  paths: ModelPaths,
  signal: AbortSignal,
  change: () => Promise<T>,
): Promise<T> {
  try {
    signal.throwIfAborted();
    await makeFolder(paths.unfinished);
    let release = await lockFile(paths.lock);
    while (release === undefined) {
      await wait(retryLockMs, undefined, { signal });
      release = await lockFile(paths.lock);
    }
    try {
      return await change();
    } finally {
      release();
    }
  } catch (thrown) {
    signal.throwIfAborted();
    throw diskProblem(model, paths.unfinished, thrown) ?? thrown;
  }
}

/** The share of the progress that the download makes: unpacking takes about a fifth of the time at 50 Mbit/s. */
const downloadShare = 0.8;

/**
 * Downloads a model, verifies and installs it. The caller holds the model's lock.
 *
 * @throws Problem; the reason of the signal; errors of the file system
 */
async function fetchModel(options: DownloadOptions): Promise<void> {
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
async function install(
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

/**
 * Installs a model from a local copy: the file that its URL names, or a folder of its files, such as that of another
 * host.
 *
 * @param source path of the file or folder
 * @param models the folder of all models
 * @returns where it is; `verified` is false if nothing is known that the contents could be compared with
 * @throws Problem if the source is not the model; the reason of the signal
 */
export async function importModel(model: ModelPackage, source: string, models: string, signal: AbortSignal) {
  const paths = modelPaths(models, model);
  const isFolder = await isFolderAt(source);
  return withModelLock(model, paths, signal, async () => {
    const receipt = isFolder ? await readReceipt(source) : null;
    const other = receipt === null ? await otherEdition(model, source, isFolder) : null;
    if (other !== null) {
      await install(model, paths, { from: basename(source), fetched: null }, (folder) =>
        copyFiles({ ...model, archive: 'tar.bz2' }, other, folder, null, signal),
      );
      return { folder: paths.folder, verified: false };
    }
    const packed = isFolder ? null : await digestVerified(model, source, signal);
    if (receipt?.fetched && model.sha256 !== null && receipt.fetched.sha256 !== model.sha256) {
      throw wrongModel(model, source, 'its receipt (model.json) names another edition');
    }
    const origin = receipt ?? { from: basename(source), fetched: packed };
    await install(model, paths, { from: origin.from, fetched: origin.fetched }, async (folder) => {
      if (packed !== null && model.archive === 'tar.bz2') {
        return unpack({ archive: source, files: model.files, folder }, { signal, progress: () => {} });
      }
      const sources = model.files.map((name) => ({ name, path: isFolder ? join(source, name) : source }));
      return copyFiles(model, sources, folder, receipt, signal);
    }).catch((thrown: unknown) => {
      throw thrown instanceof InvalidArchive ? wrongModel(model, source, thrown.message) : thrown;
    });
    return {
      folder: paths.folder,
      // The declared hash of an archive cannot verify the files that were unpacked from it.
      verified: receipt !== null || (model.sha256 !== null && (model.archive === 'none' || !isFolder)),
    };
  });
}

/** Files that are fit for the model, though they are not those that its provider declares; null: the same files. */
async function otherEdition(model: ModelPackage, source: string, isFolder: boolean) {
  if (model.identify === undefined) return null;
  const isPacked = !isFolder && model.archive !== 'none' && !source.endsWith('.onnx');
  const paths = isFolder ? (await readdir(source)).map((name) => join(source, name)) : [source];
  const named = paths.filter((path) => !isFolder || model.files.includes(basename(path)));
  const isSame =
    named.length === model.files.length &&
    (model.archive === 'none' ? (await stat(named[0] ?? source)).size === model.bytes : isFolder);
  if (isPacked || isSame) return null;
  const found = await model.identify(paths);
  const lacking = model.files.filter((_, at) => (found[at] ?? null) === null);
  if (lacking.length > 0) throw wrongModel(model, source, `no file in it is fit for ${lacking.join(', ')}`);
  return model.files.map((name, at) => ({ name, path: found[at] ?? '' }));
}

async function isFolderAt(source: string): Promise<boolean> {
  try {
    await access(source, constants.R_OK);
    return (await stat(source)).isDirectory();
  } catch (cause) {
    throw new Error(`${source} cannot be read (${messageOf(cause)}).`, { cause });
  }
}

/** The digest of a file that was verified against what its provider declares. */
async function digestVerified(model: ModelPackage, path: string, signal: AbortSignal) {
  const found = await digestFile(path, signal);
  if (model.bytes !== null && found.bytes !== model.bytes) {
    throw wrongModel(model, path, `it has ${found.bytes} bytes instead of ${model.bytes}`);
  }
  if (model.sha256 !== null && found.sha256 !== model.sha256) {
    throw wrongModel(model, path, `its SHA-256 is ${found.sha256} and must be ${model.sha256}`);
  }
  return found;
}

async function copyFiles(
  model: ModelPackage,
  sources: readonly { readonly name: string; readonly path: string }[],
  folder: string,
  receipt: Receipt | null,
  signal: AbortSignal,
): Promise<readonly InstalledFile[]> {
  const files: InstalledFile[] = [];
  for (const { name, path } of sources) {
    signal.throwIfAborted();
    const copy = join(folder, name);
    await copyFile(path, copy).catch((thrown: unknown) => {
      throw hasCode(thrown, 'ENOENT') ? wrongModel(model, path, 'there is no such file') : thrown;
    });
    await using copied = await open(copy, 'r+');
    await copied.sync();
    const found = model.archive === 'none' ? await digestVerified(model, copy, signal) : await digestFile(copy, signal);
    const known = receipt?.files.find((file) => file.name === name)?.sha256;
    if (receipt !== null && known !== found.sha256)
      throw wrongModel(model, path, 'its receipt (model.json) says otherwise');
    files.push({ name, ...found });
  }
  return files;
}
