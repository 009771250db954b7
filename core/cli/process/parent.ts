import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isProcessAlive } from '../../child-process/isolation.ts';

const parentCheckMs = 500;

/**
 * Resolves when npm, which started this process, has ended: a signal to npm alone leaves what it started running
 * (https://github.com/npm/cli/issues/6684). Some shells stay between the two until their command ends, so npm is the
 * parent or the parent of a shell. On Windows it never resolves.
 */
export function parentExit(): Promise<void> {
  if (process.platform === 'win32') return new Promise(() => undefined);
  const parent = process.ppid;
  const grandparent = parentOfShell(parent);
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent && (grandparent === undefined || isProcessAlive(grandparent))) return;
      clearInterval(timer);
      resolve();
    }, parentCheckMs);
    timer.unref();
  });
}

/**
 * Whether `npx` or `npm exec` started this process. Its variables alone do not tell: whatever it started hands them on to
 * its own children, which may be meant to outlive it.
 */
export function isStartedByNpmExec(): boolean {
  if (process.platform === 'win32' || process.env.npm_command !== 'exec') return false;
  const starter = parentOfShell(process.ppid) ?? process.ppid;
  return /^npm |\/np[mx](-cli\.js)?( |$)/.test(lookUp(starter).command);
}

/** The parent of a process that is a shell, undefined for any other process or if it cannot be found out. */
function parentOfShell(pid: number): number | undefined {
  const { parent, command } = lookUp(pid);
  return /^\S*sh( |$)/.test(command) ? parent : undefined;
}

/** The parent and the command line of a process; neither, if they cannot be found out. */
function lookUp(pid: number): { readonly parent?: number; readonly command: string } {
  const [, parent, command = ''] = /^\s*(\d+)\s+(.*)/.exec(describe(pid)) ?? [];
  return parent === undefined ? { command } : { parent: Number(parent), command };
}

/** `123 npm exec chronoscribe start`. Small images of Linux have no `ps`. */
function describe(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  }
  try {
    const [stat, command] = ['stat', 'cmdline'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'));
    // The name of the program, in brackets, may hold any character.
    const [, parent] = /.*\) \S+ (\d+)/s.exec(stat ?? '') ?? [];
    return `${parent} ${command?.replaceAll('\0', ' ')}`;
  } catch {
    // It has ended.
    return '';
  }
}
