import { pathToFileURL } from 'node:url';
import { serveJobs } from './script-pool.ts';
import type { TextWork } from './text-pool.ts';

// From our own host, which names only modules of its own code.
const load = (file: string): Promise<{ readonly default: TextWork }> => import(pathToFileURL(file).href);

// The process of a `textPool` loads the modules that it is given; one that comes later is loaded by its job. What cannot
// be loaded fails only the jobs that are for it.
await Promise.allSettled(process.argv.slice(2).map(load));
serveJobs(async ([file, ...parts], send) => {
  const { default: work } = await load(file as string);
  await work(parts, send);
});
