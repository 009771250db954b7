import { lockFile } from 'chronoscribe/files';

/**
 * Makes this process the one that works on `file`, until the returned function is called or the process is gone, however it ends.
 * Two would each take the other's runs for those of a dead process. The lock is on a file of its own, so that a backup
 * or `chronoscribe doctor` can still read the database.
 *
 * @throws Error where another process works on it.
 */
export async function takeOwnership(file: string): Promise<() => void> {
  const release = await lockFile(`${file}.lock`);
  if (release !== undefined) return release;
  throw new Error(
    `Another process works on the runs in ${file}. Stop it, or give this one a data folder of its own; ` +
      'several hosts share their work through another workflow engine, such as postgres.',
  );
}
