import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { chosenCalls, counted, countsIn, killedAt, type WritingCall } from '../system-calls.ts';
import { contentsIn, type StoreInFiles, stages } from './life.ts';

const living = fileURLToPath(new URL('./living.ts', import.meta.url));

export interface Walk {
  /** How often the process was killed. */
  readonly kills: number;
  /** How many calls that write one life makes. */
  readonly calls: number;
  /** What was not kept, in words. */
  readonly broken: readonly string[];
}

export interface WalkOptions {
  /** At how many calls the process is killed, if not at each. */
  readonly limit?: number;
  /** No kill is begun after this instant, in milliseconds since 1970. */
  readonly until?: number;
}

/**
 * Kills a process that lives with a store at each call by which it writes. What there is afterwards must be what there
 * was after the last step that
 * was acknowledged, or after the next one, whole.
 */
export async function walkCalls(
  name: StoreInFiles,
  folder: string,
  { limit = Number.POSITIVE_INFINITY, until = Number.POSITIVE_INFINITY }: WalkOptions = {},
): Promise<Walk> {
  await mkdir(folder, { recursive: true });
  const expected = await stages(name, join(folder, 'whole'));
  const log = join(folder, 'calls');
  await lived(name, join(folder, 'counted'), counted(log));
  const counts = await countsIn(log);
  const broken: string[] = [];
  let kills = 0;
  for (const [call, n] of chosenCalls(counts, limit)) {
    if (Date.now() > until) break;
    const place = join(folder, `${call}-${n}`);
    const { steps, wasKilled } = await lived(name, place, killedAt(call, n));
    if (!wasKilled) continue;
    kills += 1;
    const fault = await faultIn(name, place, expected.slice(steps, steps + 2));
    if (fault === undefined) await rm(place, { recursive: true });
    else broken.push(`${name}, killed at its ${call} number ${n}, after ${steps} steps, in ${place}: ${fault}`);
  }
  return { kills, calls: sum(counts), broken };
}

function sum(counts: ReadonlyMap<WritingCall, number>): number {
  return [...counts.values()].reduce((all, count) => all + count, 0);
}

async function faultIn(name: StoreInFiles, folder: string, allowed: readonly string[]): Promise<string | undefined> {
  try {
    const found = await contentsIn(name, folder);
    return allowed.includes(found) ? undefined : `there is ${found}, and not ${allowed.join(' or ')}`;
  } catch (thrown) {
    return `it does not open: ${thrown}`;
  }
}

/** Lets a process live in a folder under another program. */
async function lived(
  name: StoreInFiles,
  folder: string,
  [program = '', ...args]: readonly string[],
): Promise<{ readonly steps: number; readonly wasKilled: boolean }> {
  await mkdir(folder);
  const child = spawn(program, [...args, process.execPath, '--conditions=chronoscribe-source', living, name, folder], {
    // One thread for files, so that the same calls come in the same order.
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = await closed;
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`a life with ${name} ended with ${code}: ${complaint}`);
  return { steps: said.split('\n').length - 1, wasKilled: signal === 'SIGKILL' };
}
