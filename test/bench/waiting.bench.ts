import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import type { WaitingFigures } from './servers/waiting-host.ts';
import { table } from './table.ts';

const sleepers = 10_000;
const schedules = 1_000;

/** What runs that sleep and schedules that wait cost a host. */
export async function benchWaiting(): Promise<void> {
  const { idleMs, memory, late, jumps } = await measure();
  const [before, after] = memory;
  table(
    `${sleepers} runs that sleep for a month, half of them on an account's clock, and ${schedules} schedules`,
    ['processor, ms/s', 'MB before', 'MB with them'],
    [[idleMs.toFixed(1), before.toFixed(0), after.toFixed(0)]],
  );
  table(
    'From the instant of a wake-up or a firing until its step runs, ms',
    ['', 'median', 'longest'],
    Object.entries(late).map(([what, ms]) => {
      const sorted = ms.toSorted((one, other) => one - other);
      const [median = 0, longest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
      return [what, median.toFixed(0), longest.toFixed(0)];
    }),
  );
  table(
    "What a jump of an account's clock passes, in order, ms for each",
    ['', 'ms'],
    Object.entries(jumps).map(([what, ms]) => [what, ms.toFixed(1)]),
  );
}

async function measure(): Promise<WaitingFigures> {
  const folder = await temporaryFolder();
  const script = resolve(import.meta.dirname, 'servers/waiting-host.ts');
  const args = ['--conditions=chronoscribe-source', script, folder.path, String(sleepers), String(schedules)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the host that waits ended too soon')));
    ended.catch(() => undefined);
    // It is our own script that sends.
    const [figures] = (await Promise.race([once(child, 'message'), ended])) as [WaitingFigures];
    return figures;
  } finally {
    child.kill('SIGKILL');
    await folder.remove();
  }
}
