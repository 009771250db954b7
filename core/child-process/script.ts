import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runsFromSource } from '../api/package.ts';

/** A script of ours, to be run by Node in a process of its own. */
export interface Script {
  /** As it is called in the sources, such as `new URL('./child.ts', import.meta.url)`; of what was built the `.js` is taken. */
  readonly url: URL;
  readonly arguments?: readonly string[];
  /** JavaScript heap; a process that fills it crashes. */
  readonly heapMegabytes: number;
}

/** The program and its arguments that run a script. */
export function scriptCommand(script: Script): { readonly command: string; readonly arguments: readonly string[] } {
  const source = fileURLToPath(script.url);
  const file = existsSync(source) ? source : source.replace(/\.ts$/, '.js');
  // So that `chronoscribe` leads to the same files as here.
  const conditions = runsFromSource ? ['--conditions=chronoscribe-source'] : [];
  return {
    command: process.execPath,
    arguments: [...conditions, `--max-old-space-size=${script.heapMegabytes}`, file, ...(script.arguments ?? [])],
  };
}
