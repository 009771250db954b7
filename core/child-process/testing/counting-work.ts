import type { TextWork } from '../text-pool.ts';

/** Counts its parts, and answers with the id of the process. */
const work: TextWork = (parts, send) => send({ process: process.pid, count: parts.length });

export default work;
