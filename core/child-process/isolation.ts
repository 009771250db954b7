import { type ChildProcess, spawn } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import type { Writable } from 'node:stream';
import { isMainThread } from 'node:worker_threads';
import { hasCode } from '../files/durable-write.ts';

/**
 * The environment for a program that reads untrusted files: only what it needs to start, and none of the host's keys.
 */
export const minimalEnvironment = (): NodeJS.ProcessEnv => variables(['PATH', 'LD_LIBRARY_PATH', 'SystemRoot']);

/**
 * The environment for a program of the user: what programs commonly need, and what the user names. ffmpeg, whisper.cpp
 * and pocketsphinx start without any of it.
 *
 * @param names of further variables
 */
export function programEnvironment(names: readonly string[]): NodeJS.ProcessEnv {
  const common = ['HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'TMP', 'XDG_CACHE_HOME', 'USERPROFILE', 'LOCALAPPDATA'];
  return { ...minimalEnvironment(), ...variables([...common, ...names]) };
}

/** Those variables of this process that are set. */
function variables(names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/**
 * A shell that knows the running processes. When the host is gone, however it ended, the system closes the pipe between
 * the two. The shell then kills the processes that are left, and ends.
 */
const reaperScript = `
left=' '
while read -r change target; do
  case $change in
    started) left="$left$target " ;;
    ended) left="\${left%% $target *} \${left#* $target }" ;;
  esac
done
for target in $left; do kill -s KILL -- "$target"; done`;

/**
 * How far behind the host a process is, in steps of niceness. Of two that want a processor all the time, the host gets
 * three quarters, and a process that is `behind` gets three times as much as one that is `last`: both still end within
 * their limits.
 */
const lowerBy = { behind: 5, last: 10 };
export type Place = keyof typeof lowerBy;

/**
 * Lets the host go first where both want a processor: it answers all accounts, the process works on a file of one. What
 * the process starts later, threads too, is behind the host as well.
 */
function stepBehindHost(pid: number, place: Place = 'behind'): void {
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + lowerBy[place]));
  } catch {
    // It has ended already, or the system does not allow it: then it only runs beside the host.
  }
}

/**
 * Lets the thread that answers requests go before the worker thread that calls this, as it goes before processes. Only on
 * Linux, where a thread has a priority of its own (setpriority(2)): elsewhere it is that of the whole host.
 */
export function stepThreadBehindHost(): void {
  if (process.platform === 'linux' && !isMainThread) stepBehindHost(0);
}

/** The pipe to the shell. All processes share one, since starting a shell blocks the host for some milliseconds. */
let reaper: Writable | undefined;

/**
 * Starts a process that is killed when the host ends, even if it is in an endless loop, and that leaves the processors
 * to the host when it needs them. On Windows, and without `/bin/sh`, the process must notice the end of the host by
 * itself.
 *
 * @param start starts the process, with `spawn` or `fork`
 * @param extent `group` kills everything that the process started, too; it must lead its process group (`detached:
 *   true`)
 * @param place `last` for what other processes go before, too
 * @returns what `start` returns
 */
export function killWithHost<Child extends ChildProcess>(
  start: () => Child,
  extent: 'process' | 'group' = 'process',
  place: Place = 'behind',
): Child {
  // The shell starts first, so that it learns of the process at once.
  if (process.platform !== 'win32') reaper ??= startReaper();
  const pipe = reaper;
  const child = start();
  if (child.pid === undefined) return child;
  stepBehindHost(child.pid, place);
  if (pipe === undefined) return child;
  const target = extent === 'group' ? -child.pid : child.pid;
  pipe.write(`started ${target}\n`);
  child.once('exit', () => pipe.write(`ended ${target}\n`));
  return child;
}

function startReaper(): Writable {
  // Detached, so that Ctrl-C at a terminal does not end it together with the host.
  const shell = spawn('/bin/sh', ['-c', reaperScript], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    detached: true,
  });
  shell.unref();
  // Errors are ignored: processes are then not killed with the host, but nothing else is lost.
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.once('exit', () => {
    reaper = undefined;
  });
  return shell.stdin;
}

/** Whether a process of this machine runs. @param pid its process id */
export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    // A process of another user is alive.
    return hasCode(thrown, 'EPERM');
  }
}
