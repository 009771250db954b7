import { access, constants, copyFile, open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ModelPackage } from '../api/provider.ts';
import { hasCode } from '../files/durable-write.ts';
import { ArchiveFault } from './archive.ts';
import { digestOf } from './digest.ts';
import { notIt } from './faults.ts';
import { install } from './install.ts';
import { inTurn } from './models.ts';
import { placesOf } from './places.ts';
import { type Receipt, type ReceivedFile, readReceipt } from './receipt.ts';
import { unpack } from './unpack.ts';

export interface Imported {
  readonly folder: string;
  /** False where nothing is known that its contents could be compared with; they are noted as they came. */
  readonly compared: boolean;
}

/**
 * Puts a model in place from what somebody carried here: the file that its address leads to, or a folder of its files, such as
 * that of another host.
 *
 * @param source path of the file or folder.
 * @throws Problem where that is not the model; the reason of the signal.
 */
export async function importModel(model: ModelPackage, source: string, models: string, signal: AbortSignal): Promise<Imported> {
  const places = placesOf(models, model);
  const isFolder = await isFolderAt(source);
  return inTurn(model, places, signal, async () => {
    const packed = isFolder ? null : await comparedFile(model, source, signal);
    const carried = isFolder ? await readReceipt(source) : null;
    if (carried?.fetched && model.sha256 !== null && carried.fetched.sha256 !== model.sha256) {
      throw notIt(model, source, 'its receipt (model.json) names another edition');
    }
    const origin = carried ?? { from: basename(source), fetched: packed };
    await install(model, places, { from: origin.from, fetched: origin.fetched }, async (folder) => {
      if (packed !== null && model.archive === 'tar.bz2') {
        return unpack({ archive: source, files: model.files, folder }, { signal, progress: () => {} });
      }
      const paths = model.files.map((name) => ({ name, path: isFolder ? join(source, name) : source }));
      return copied(model, paths, folder, carried, signal);
    }).catch((thrown: unknown) => {
      throw thrown instanceof ArchiveFault ? notIt(model, source, thrown.message) : thrown;
    });
    return { folder: places.folder, compared: carried !== null || (model.sha256 !== null && isComparable(model, isFolder)) };
  });
}

async function isFolderAt(source: string): Promise<boolean> {
  try {
    await access(source, constants.R_OK);
    return (await stat(source)).isDirectory();
  } catch (cause) {
    throw new Error(`${source} cannot be read (${cause instanceof Error ? cause.message : String(cause)}).`, { cause });
  }
}

/** The hash of an archive says nothing of the files that were taken out of it. */
function isComparable(model: ModelPackage, isFolder: boolean): boolean {
  return model.archive === 'none' || !isFolder;
}

/** A file as it should have been fetched. */
async function comparedFile(model: ModelPackage, path: string, signal: AbortSignal) {
  const found = await digestOf(path, signal);
  if (model.bytes !== null && found.bytes !== model.bytes) {
    throw notIt(model, path, `it has ${found.bytes} bytes instead of ${model.bytes}`);
  }
  if (model.sha256 !== null && found.sha256 !== model.sha256) {
    throw notIt(model, path, `its SHA-256 is ${found.sha256} and must be ${model.sha256}`);
  }
  return found;
}

async function copied(
  model: ModelPackage,
  sources: readonly { readonly name: string; readonly path: string }[],
  folder: string,
  carried: Receipt | null,
  signal: AbortSignal,
): Promise<readonly ReceivedFile[]> {
  const files: ReceivedFile[] = [];
  for (const { name, path } of sources) {
    signal.throwIfAborted();
    const copy = join(folder, name);
    await copyFile(path, copy).catch((thrown: unknown) => {
      throw hasCode(thrown, 'ENOENT') ? notIt(model, path, 'there is no such file') : thrown;
    });
    await synced(copy);
    const found = model.archive === 'none' ? await comparedFile(model, copy, signal) : await digestOf(copy, signal);
    const known = carried?.files.find((file) => file.name === name)?.sha256;
    if (carried !== null && known !== found.sha256) throw notIt(model, path, 'its receipt (model.json) says otherwise');
    files.push({ name, ...found });
  }
  return files;
}

async function synced(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}
