import type { TextWork } from '../text-pool.ts';

/** Gives its parts back with the id of the process. */
const work: TextWork = (parts, send) => send({ process: process.pid, parts });

export default work;
