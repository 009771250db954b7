import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/**
 * A shell that is told which processes are at work. When the host is gone, however it ended, the system closes the pipe between the two; the shell kills
 * those that are left, and ends.
 */
const script = `
left=' '
while read -r change target; do
  case $change in
    begun) left="$left$target " ;;
    ended) left="\${left%% $target *} \${left#* $target }" ;;
  esac
done
for target in $left; do kill -s KILL -- "$target"; done`;

/** One for all processes, since each start of one holds the host up for some milliseconds. */
let toldShell: Writable | undefined;

/**
 * Starts a process and has it killed when this one is gone: one in an endless loop would not notice. With `group` all that it has started is killed with it; it must
 * lead its group. On Windows, and without `/bin/sh`, a process is left to notice by itself.
 */
export function killWithHost<Child extends ChildProcess>(start: () => Child, extent: 'process' | 'group' = 'process'): Child {
  if (process.platform === 'win32') return start();
  // First, so that no time passes between the process and the word of it.
  toldShell ??= startShell();
  const shell = toldShell;
  const child = start();
  if (child.pid === undefined) return child;
  const target = extent === 'group' ? -child.pid : child.pid;
  shell.write(`begun ${target}\n`);
  child.once('exit', () => shell.write(`ended ${target}\n`));
  return child;
}

function startShell(): Writable {
  // In a session of its own, so that what interrupts the host at a terminal does not end it.
  const shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], env: {}, detached: true });
  shell.unref();
  // Without it nothing is lost while the host lives.
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.once('exit', () => {
    toldShell = undefined;
  });
  return shell.stdin;
}
