import { lockFile } from 'chronoscribe/files';

/**
 * Keeps a second process from the file, until `release` or the end of this process, however it ends.
 *
 * @throws Error that names the file, where another process has it.
 */
export async function lockForThisProcess(file: string): Promise<{ release(): void }> {
  const release = await lockFile(`${file}.lock`);
  if (release === undefined) {
    throw new Error(
      `${file} is in use by another process, and the lowdb store is for one. ` +
        'Stop that process, or use the sqlite store, which several processes may open.',
    );
  }
  return { release };
}
