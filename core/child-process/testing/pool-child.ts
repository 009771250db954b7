import { serveJobs } from '../script-pool.ts';

/** A job that a test gives: parts are given back with the id of the process; some words make it misbehave. */
serveJobs((parts, send) => {
  if (parts.includes('crash')) process.exit(9);
  if (parts.includes('hang')) for (;;);
  send({ process: process.pid, parts });
});
