import { getPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { TextWork } from '../text-pool.ts';

/** Gives its parts back with the id of the process and its niceness; some words make it slow or misbehave. */
const work: TextWork = async (parts, send) => {
  if (parts.includes('crash')) process.exit(9);
  if (parts.includes('hang')) for (;;);
  if (parts.includes('slowly')) await wait(300);
  send({ process: process.pid, niceness: getPriority(), parts });
};

export default work;
