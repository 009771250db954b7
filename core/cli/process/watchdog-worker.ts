import { writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { Message } from './watchdog.ts';

/** How much later than the main thread this one ends a task; the main thread ends it earlier unless it is blocked. */
const graceMs = 1_000;

const timers = new Map<number, NodeJS.Timeout>();

parentPort?.on('message', ({ id, task }: Message) => {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (task === undefined) return;
  const { part, does, limitMs } = task;
  const kill = (): void => {
    const msg = `the ${does} of a part blocks the process, which is killed`;
    const line = { level: 50, time: new Date().toISOString(), part, seconds: limitMs / 1000, msg };
    // The streams of a thread go through the main thread.
    writeSync(2, `${JSON.stringify(line)}\n`);
    process.kill(process.pid, 'SIGKILL');
  };
  timers.set(id, setTimeout(kill, limitMs + graceMs));
});
