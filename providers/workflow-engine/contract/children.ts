import { type ChildProcess, spawn } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import type { Plot } from './crash-workflows.ts';
import type { TestBeds } from './test-bed.ts';

export interface Children {
  /**
   * Opens the engine in a process of its own, as the host `host` of `folder`, and submits a run if one is given. The
   * process ends once that is settled; the message `stop` ends it too.
   */
  start(folder: string, host: string, run?: { readonly id: string; readonly plot: Plot }): ChildProcess;
}

/** Processes that are killed after each test. */
export function childHosts({ opener, hub }: Pick<TestBeds, 'opener' | 'hub'>): Children {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  return {
    start(folder, host, run) {
      const extension = extname(import.meta.url);
      const script = fileURLToPath(new URL(`./crash-child${extension}`, import.meta.url));
      const conditions = extension === '.ts' ? ['--conditions=chronoscribe-source'] : [];
      const about = run === undefined ? [] : [run.id, run.plot];
      const child = spawn(process.execPath, [...conditions, script, opener.href, folder, host, ...about], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      hub(folder).admit(child);
      children.push(child);
      return child;
    },
  };
}
