import { createReadStream, existsSync, type FSWatcher, watch } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import type { z } from 'zod';
import { derivedUuid, messageOf } from '../api/text.ts';
import type { Ground } from '../concurrency/ground.ts';
import { createDueLoop } from '../concurrency/periodic.ts';
import { hasCode, ifThere, makeFolder, syncFolder } from '../files/durable-write.ts';
import { detectMediaType, sniffBytes } from '../http/body/media-type.ts';
import { runs } from '../runs/stored-run.ts';
import type { EmittedEvent } from '../triggers/emitter.ts';
import { type FileArrived, fileArrived } from './catalog.ts';
import { firings } from './firing-queue.ts';

interface WatchedFolderParts extends Pick<Ground, 'store' | 'blobs' | 'log'> {
  /** As it is configured. */
  readonly folder: string;
  /** The folder that it is relative to. */
  readonly base: string;
  /** How long a file stays unchanged before it is taken, in milliseconds. */
  readonly settleMs: number;
  readonly automation: string;
  readonly account: string;
  /** Stores an event, once for its id. */
  add(event: Omit<EmittedEvent, 'links' | 'at'>): Promise<void>;
}

/** The prefix of blobs with files that were taken from watched folders. */
export const folderBlobs = 'automations/';

/** After how long a file that nothing owns is deleted. */
const unownedMs = 24 * 3_600_000;

/** How often a folder is read even if the operating system reports no change, as for network folders. */
const pollMs = 5_000;

/** A version of a file. A file that is being written changes it. */
type Signature = string;

/**
 * Watches a folder: each file that stays unchanged for a while becomes a `file.arrived` of one automation. Its content
 * is a blob, and its event is stored, before the file is moved to `done`. A crash in between repeats all of that for
 * the same event, so that a file is taken once.
 *
 * @returns the function that stops to watch; it resolves once no file is being taken
 * @throws Error that names the folder, if it cannot be used
 */
export async function watchFolder(parts: WatchedFolderParts): Promise<() => Promise<void>> {
  const { base, settleMs, automation, account, store, blobs, log, add } = parts;
  const folder = resolve(base, parts.folder);
  await prepare(folder, automation);
  /** The files that are not taken yet, with the time since when they have not changed. */
  const seen = new Map<string, { readonly signature: Signature; readonly since: number }>();

  const scan = async (): Promise<number> => {
    const now = performance.now();
    let waitMs = pollMs;
    const present = new Set<string>();
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      // Programs write to hidden files first, and rename them. A link could lead out of the folder.
      if (!entry.isFile() || entry.name.startsWith('.')) continue;
      const { name } = entry;
      present.add(name);
      const signature = await signatureOf(join(folder, name));
      if (signature === undefined) continue;
      const before = seen.get(name);
      const since = before?.signature === signature ? before.since : now;
      seen.set(name, { signature, since });
      const leftMs = settleMs - (now - since);
      if (leftMs > 0) waitMs = Math.min(waitMs, leftMs);
      else if (await take(name, signature)) seen.delete(name);
    }
    for (const name of seen.keys()) if (!present.has(name)) seen.delete(name);
    return waitMs;
  };
  const loop = createDueLoop(scan, pollMs, (cause) =>
    log.error({ automation, err: cause }, `the watched folder ${folder} cannot be read; trying again`),
  );

  /** Takes a file. @returns whether it is gone from the folder */
  const take = async (name: string, signature: Signature): Promise<boolean> => {
    const path = join(folder, name);
    const id = derivedUuid(`file ${automation} ${signature} ${name}`);
    try {
      // Taken before a crash, and only not moved.
      if ((await store.get(firings, id)) === undefined) {
        const blob = `${folderBlobs}${id}`;
        const written = await blobs.write(blob, createReadStream(path));
        if ((await signatureOf(path)) !== signature) {
          await blobs.delete(blob);
          return false;
        }
        const type = await typeOf(path);
        const file = { blob, ...written, type, name };
        const payload: z.output<typeof FileArrived> = { name, type, bytes: written.bytes, file };
        await add({ id, trigger: fileArrived, account, payload, automation, files: [blob] });
      }
      await move(path, join(folder, 'done'), name, id);
      return true;
    } catch (cause) {
      if (hasCode(cause, 'ENOENT')) return true;
      log.error({ automation, err: cause }, 'a file of a watched folder could not be taken');
      return hasCode(cause, 'EACCES', 'EPERM', 'EIO') && (await refuse(path, name, id, cause));
    }
  };

  /** Moves a file that cannot be read out of the way. */
  const refuse = async (path: string, name: string, firing: string, cause: unknown): Promise<boolean> => {
    const reason = `It could not be read (${messageOf(cause)}). Change its permissions, and move it back.`;
    return moveToFailed(path, join(folder, 'failed'), { name, firing, reason }).then(
      () => true,
      () => false,
    );
  };

  const watcher = watchQuietly(folder, () => loop.lookIn(Math.min(settleMs, 100)));
  await loop.look();
  return async () => {
    watcher?.close();
    await loop.stop();
  };
}

/** Deletes files of watched folders that belong to nothing, which a host stored just before it was killed. */
export async function sweepFolderBlobs({ store, blobs }: Pick<WatchedFolderParts, 'store' | 'blobs'>, now: number) {
  for await (const { name, modifiedAt } of blobs.list(folderBlobs)) {
    const id = name.slice(folderBlobs.length);
    if (
      modifiedAt > now - unownedMs ||
      (await store.get(runs, id)) !== undefined ||
      (await store.get(firings, id)) !== undefined
    )
      continue;
    await blobs.delete(name);
  }
}

/**
 * Moves a file that was taken, whose run has failed, from `done` to `failed`, with a text beside it that says why. A file
 * that somebody has removed is no error.
 */
export async function failFile(
  { folder, base }: Pick<WatchedFolderParts, 'folder' | 'base'>,
  file: { readonly name: string; readonly firing: string; readonly reason: string },
): Promise<void> {
  const root = resolve(base, folder);
  for (const name of [uniqueName(file.name, file.firing), file.name]) {
    try {
      await moveToFailed(join(root, 'done', name), join(root, 'failed'), file);
      return;
    } catch (thrown) {
      if (!hasCode(thrown, 'ENOENT')) throw thrown;
    }
  }
}

async function moveToFailed(
  path: string,
  failed: string,
  { name, firing, reason }: { readonly name: string; readonly firing: string; readonly reason: string },
): Promise<void> {
  const moved = await move(path, failed, name, firing);
  await writeFile(`${moved}.txt`, `${reason}\n`);
}

/** Moves a file into another folder. If its name is taken there, it gets one of its own. @returns its new path */
async function move(path: string, to: string, name: string, firing: string): Promise<string> {
  const wanted = join(to, name);
  const target = existsSync(wanted) ? join(to, uniqueName(name, firing)) : wanted;
  await rename(path, target);
  await syncFolder(to);
  return target;
}

function uniqueName(name: string, firing: string): string {
  const { name: stem, ext } = parse(name);
  return `${stem}-${firing.slice(0, 8)}${ext}`;
}

/** Undefined if the file is gone. */
async function signatureOf(path: string): Promise<Signature | undefined> {
  const found = await ifThere(stat(path));
  return found && `${found.ino} ${found.size} ${found.mtimeMs}`;
}

async function typeOf(path: string): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
    return (await detectMediaType(buffer.subarray(0, bytesRead))) ?? 'application/octet-stream';
  } finally {
    await handle.close();
  }
}

/** Creates the folder with its two others, and checks that files can be moved in it. */
async function prepare(folder: string, automation: string): Promise<void> {
  try {
    await makeFolder(folder);
    for (const name of ['done', 'failed']) await mkdir(join(folder, name), { recursive: true });
    const probe = join(folder, '.chronoscribe-probe');
    await writeFile(probe, '');
    await rm(probe, { force: true });
  } catch (cause) {
    const reason = messageOf(cause);
    throw new Error(
      `The folder ${folder} of the automation "${automation}" cannot be watched (${reason}). Create it, or change its owner.`,
      { cause },
    );
  }
}

/** A watcher, where the file system reports changes. Elsewhere the folder is only polled. */
function watchQuietly(folder: string, changed: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, changed);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
