import { readdir, readFile } from 'node:fs/promises';
import { vi } from 'vitest';

/** The ids of a process's children whose command line contains `words`. Only on Linux. */
export async function childrenRunning(words: string, parent: number = process.pid): Promise<readonly number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const own = await Promise.all(
    ids.map(async (id) => {
      const [status, command] = await Promise.all(
        ['status', 'cmdline'].map((file) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '')),
      );
      return status?.includes(`\nPPid:\t${parent}\n`) && command?.includes(words);
    }),
  );
  return ids.filter((_, index) => own[index]).map(Number);
}

/**
 * The id of the only such child, once it runs. Never a stand-in for one that is missing: a signal to the id 0 goes to
 * the whole group of processes, and stops the tests themselves.
 */
export const childRunning = (words: string, parent?: number): Promise<number> =>
  vi.waitFor(
    async () => {
      const [id, ...others] = await childrenRunning(words, parent);
      if (id === undefined || others.length > 0) throw new Error(`Not one process with ${words}.`);
      return id;
    },
    { timeout: 30_000 },
  );
