import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** The calls by which a store changes what is on the disk. */
export const writingCalls = [
  'write',
  'pwrite64',
  'fsync',
  'fdatasync',
  'rename',
  'ftruncate',
  'unlink',
  'rmdir',
  'mkdir',
  'link',
] as const;
export type WritingCall = (typeof writingCalls)[number];

/** Whether system calls of other processes can be met here: strace must be there, and be let. */
export function callsCanBeMet(): boolean {
  const killed = spawnSync('strace', ['-qq', '-o', '/dev/null', '-e', 'inject=write:signal=KILL:when=1', 'echo', 'x']);
  return killed.signal === 'SIGKILL' || killed.status === 137;
}

// As a grandchild, so that the process which is started is the host, and not the one that watches it.
const watching = ['strace', '-D', '-f', '-qq'];

/** Runs a program and notes its calls in a file. */
export function counted(log: string): readonly string[] {
  return [...watching, '-o', log, '-e', `trace=${writingCalls.join(',')}`];
}

/** How often the busiest thread made each call. */
export async function countsIn(log: string): Promise<ReadonlyMap<WritingCall, number>> {
  const byThread = new Map<string, number>();
  for (const line of (await readFile(log, 'utf8')).split('\n')) {
    const made = /^(\d+) +(\w+)\(/.exec(line);
    const thread = `${made?.[2]} ${made?.[1]}`;
    if (made !== null) byThread.set(thread, (byThread.get(thread) ?? 0) + 1);
  }
  const most = (call: WritingCall) =>
    Math.max(0, ...[...byThread].filter(([thread]) => thread.startsWith(`${call} `)).map(([, times]) => times));
  return new Map(writingCalls.map((call) => [call, most(call)]));
}

/** Runs a program that is killed as soon as one of its threads makes its n-th such call, before that is done. */
export function killedAt(call: WritingCall, n: number): readonly string[] {
  return [...watching, '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${n}`];
}

/** Which calls a process is killed at: all of those that are made seldom, and of the others as many as are left. */
export function chosenCalls(
  counts: ReadonlyMap<WritingCall, number>,
  limit: number,
): readonly (readonly [WritingCall, number])[] {
  const chosen: (readonly [WritingCall, number])[] = [];
  const made = writingCalls.map((call) => [call, counts.get(call) ?? 0] as const).filter(([, count]) => count > 0);
  const rarestFirst = made.toSorted(([, one], [, other]) => one - other);
  for (const [at, [call, count]] of rarestFirst.entries()) {
    const share = Math.floor((limit - chosen.length) / (rarestFirst.length - at));
    chosen.push(...spread(count, share).map((n) => [call, n] as const));
  }
  return chosen;
}

/** At most `limit` of the numbers from 1 to `count`, as far from each other as can be. */
function spread(count: number, limit: number): readonly number[] {
  if (count <= limit) return Array.from({ length: count }, (_, at) => at + 1);
  return Array.from({ length: limit }, (_, at) => 1 + Math.floor((at * (count - 1)) / Math.max(1, limit - 1)));
}
