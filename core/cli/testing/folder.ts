import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { temporaryFolder } from '../../testing/provider.ts';

/** A new folder for each test of a file. @returns a function that gives the path of something in it */
export function testFolder(): (...names: readonly string[]) => string {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());
  return (...names) => join(folder.path, ...names);
}
