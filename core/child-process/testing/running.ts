import { readdir, readFile } from 'node:fs/promises';

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
