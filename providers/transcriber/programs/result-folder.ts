import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join, parse } from 'node:path';
import { isProcessAlive } from 'chronoscribe/child-process';

/** The name continues with the id of the process that uses the folder. */
const name = /^chronoscribe-recogniser-(\d+)-/;

let swept: Promise<void> | undefined;

/**
 * An empty folder for a recogniser's results, which are clinical: only this user can read it, and it is deleted when it
 * is disposed of. The first call also deletes what killed processes have left.
 */
export async function openResultFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  swept ??= sweep();
  await swept;
  const path = await mkdtemp(join(tmpdir(), `chronoscribe-recogniser-${process.pid}-`));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** The one file in a folder with this extension; null if there is none, or one that is not the only one. */
export async function theOnlyFile(folder: string, extension: string): Promise<string | null> {
  const [only, ...others] = (await readdir(folder)).filter((file) => extname(file).toLowerCase() === extension);
  return only === undefined || others.length > 0 ? null : join(folder, only);
}

/** The file in a folder that is named for a recording: `visit.json` or `visit.wav.json`; null if there is none, or both. */
export async function fileNamedFor(folder: string, extension: string, path: string): Promise<string | null> {
  const names = [parse(path).name, basename(path)].map((name) => name + extension);
  const [only, ...others] = (await readdir(folder)).filter((file) => names.includes(file));
  return only === undefined || others.length > 0 ? null : join(folder, only);
}

async function sweep(): Promise<void> {
  for (const entry of await readdir(tmpdir())) {
    const owner = name.exec(entry)?.[1];
    // Folders of other users cannot be deleted.
    if (owner !== undefined && !isProcessAlive(Number(owner))) {
      await rm(join(tmpdir(), entry), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}
