import type { TextWork } from '../text-pool.ts';

/** Gives its parts back with the id of the process; some words make it misbehave. */
const work: TextWork = (parts, send) => {
  if (parts.includes('crash')) process.exit(9);
  if (parts.includes('hang')) for (;;);
  send({ process: process.pid, parts });
};

export default work;
