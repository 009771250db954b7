import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountSleep } from 'chronoscribe/host';

/** What the runs of random graphs write down in a folder, in whichever process they are. */
export interface GraphLog {
  /** The lines of the steps of a run, from the first process on. */
  lines(run: string): Promise<readonly string[]>;
  log(run: string, line: string): void;
  /** Whether the steps of the run that fail have been mended. */
  isMended(run: string): boolean;
  mend(run: string): void;
  /** The sleeps that were armed. */
  sleeps(): Promise<readonly AccountSleep[]>;
  arm(sleep: AccountSleep): void;
  settled(): Promise<readonly string[]>;
  settle(run: string): void;
}

export function graphLog(folder: string): GraphLog {
  const file = (name: string) => join(folder, `graph-${name}.txt`);
  const append = (name: string, line: string) => appendFileSync(file(name), `${line}\n`);
  const read = async (name: string) => {
    const text = await readFile(file(name), 'utf8').catch(() => '');
    return text.split('\n').filter((line) => line !== '');
  };
  return {
    lines: (run) => read(run),
    log: append,
    isMended: (run) => existsSync(file(`${run}-mended`)),
    mend: (run) => writeFileSync(file(`${run}-mended`), ''),
    sleeps: async () => (await read('sleeps')).map((line): AccountSleep => JSON.parse(line)),
    arm: (sleep) => append('sleeps', JSON.stringify(sleep)),
    settled: () => read('settled'),
    settle: (run) => append('settled', run),
  };
}
