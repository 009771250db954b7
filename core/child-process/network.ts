import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Runs a program in a network of its own, without any connection; its user and its process id stay the same. */
const unshare = ['unshare', '--user', '--net', '--map-current-user', '--'] as const;

let isPossible: boolean | undefined;

/**
 * Whether this machine can start processes without network: Linux with `unshare` of util-linux 2.36 or later, where
 * users may create namespaces. Many containers forbid that.
 */
export function canWithholdNetwork(): boolean {
  const [program, ...args] = unshare;
  isPossible ??= spawnSync(program, [...args, 'true'], { stdio: 'ignore', timeout: 10_000 }).status === 0;
  return isPossible;
}

/**
 * A command as a process without network runs it; the command itself where the machine cannot do that.
 *
 * @returns what to give to `spawn`, also if the program does not exist, so that the error names it
 */
export function withoutNetwork(
  command: string,
  args: readonly string[],
): { readonly command: string; readonly arguments: readonly string[] } {
  const [program, ...own] = unshare;
  if (!isExecutable(command) || !isExecutable(program) || !canWithholdNetwork()) return { command, arguments: args };
  return { command: program, arguments: [...own, command, ...args] };
}

function isExecutable(command: string): boolean {
  const folders = command.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  return folders.some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
