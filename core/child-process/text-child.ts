import { pathToFileURL } from 'node:url';
import { serveJobs } from './script-pool.ts';
import type { TextWork } from './text-pool.ts';

/** The process of a `textPool`. A module is loaded by its first job. */
serveJobs(async ([file, ...parts], send) => {
  // From our own host, which names only modules of its own code.
  const { default: work } = (await import(pathToFileURL(file as string).href)) as { readonly default: TextWork };
  await work(parts, send);
});
