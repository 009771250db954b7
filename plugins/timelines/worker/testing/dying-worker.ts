import { existsSync, rmSync } from 'node:fs';
import { answerJobs } from '../answer-jobs.ts';

/** A thread that dies with its task while there is a file of this name; it deletes the file first if it is to die once. */
answerJobs(async (_, options) => {
  // The boundary to the test.
  const { dies, once } = options as { readonly dies: string; readonly once: boolean };
  if (!existsSync(dies)) return 'done';
  if (once) rmSync(dies);
  return process.exit(3);
});
