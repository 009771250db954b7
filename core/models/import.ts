import { access, constants, copyFile, open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ModelPackage } from '../api/provider.ts';
import { messageOf } from '../api/text.ts';
import { hasCode } from '../files/durable-write.ts';
import { install } from './install.ts';
import { digestFile, type InstalledFile, modelPaths, type Receipt, readReceipt, wrongModel } from './model-folder.ts';
import { withModelLock } from './models.ts';
import { InvalidArchive, unpack } from './unpack.ts';

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
      verified: receipt !== null || (model.sha256 !== null && isComparable(model, isFolder)),
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

/** The declared hash of an archive cannot verify the files that were unpacked from it. */
const isComparable = (model: ModelPackage, isFolder: boolean): boolean => model.archive === 'none' || !isFolder;

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
    await syncFile(copy);
    const found = model.archive === 'none' ? await digestVerified(model, copy, signal) : await digestFile(copy, signal);
    const known = receipt?.files.find((file) => file.name === name)?.sha256;
    if (receipt !== null && known !== found.sha256)
      throw wrongModel(model, path, 'its receipt (model.json) says otherwise');
    files.push({ name, ...found });
  }
  return files;
}

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}
