import { rmSync } from 'node:fs';
import { answerJobs } from '../answer-jobs.ts';

/** A thread that ends with each of its tasks while there is a file of this name, which it deletes first if it is told to. */
answerJobs(async (_, options) => {
  // The boundary to the test.
  const { dies, once } = options as { readonly dies: string; readonly once: boolean };
  const { existsSync } = await import('node:fs');
  if (!existsSync(dies)) return 'done';
  if (once) rmSync(dies);
  return process.exit(3);
});
