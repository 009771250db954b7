import { randomUUID } from 'node:crypto';
import { chmod, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from 'chronoscribe/files';

/**
 * Keeps a copy of a store's file from before a new version changes it: `<file>.before-<change>`, durable before this resolves. It holds what is deleted later, so its owner is to delete
 * it once all is well. One from an earlier try, in which the change was not made, is replaced.
 *
 * @param write writes the copy to a path where nothing is
 * @returns its path
 * @throws Error that says why there is none, and that nothing was changed.
 */
export async function keepEarlierCopy(file: string, change: string, write: (path: string) => Promise<void>): Promise<string> {
  const copy = `${file}.before-${change}`;
  // Swept at the next start, should this process die.
  const fresh = `${file}.${randomUUID()}.tmp`;
  try {
    // Made here, so that it is for its owner alone from the beginning.
    await (await open(fresh, 'wx', 0o600)).close();
    await write(fresh);
    // Copying a file copies what may be done with it.
    await chmod(fresh, 0o600);
    const handle = await open(fresh, 'r+');
    await handle.sync().finally(() => handle.close());
    await rename(fresh, copy);
    await syncFolder(dirname(file));
    return copy;
  } catch (cause) {
    await rm(fresh, { force: true });
    throw new Error(
      `${file} is to be brought up to date ("${change}"), and no copy of it could be kept first, so nothing was changed: ` +
        `${cause instanceof Error ? cause.message : String(cause)} See that its folder has as much room left as it takes, then start again.`,
      { cause },
    );
  }
}
