import { existsSync, rmSync } from 'node:fs';
import { getPriority } from 'node:os';
import { answerJobs } from '../answer-jobs.ts';

/** A thread that tells its priority, and dies with its task while there is a file of this name; it deletes the file first if it is to die once. */
answerJobs(async (_, options) => {
  // The boundary to the test.
  const { dies, once } = options as { readonly dies: string; readonly once: boolean };
  if (!existsSync(dies)) return getPriority();
  if (once) rmSync(dies);
  return process.exit(3);
});
