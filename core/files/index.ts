/**
 * **Stable**: files of providers and plugins: durable writes, locks between processes, and SQLite files without residue
 * of deleted data.
 *
 * @example
 * await ensureFile(file);
 * const release = await lockFile(`${file}.lock`);
 * if (release === undefined) throw new Error(`${file} is in use by another process.`);
 * const scrubber = createScrubber(() => rewriteDatabase(file));
 */

export {
  checkWritable,
  ensureFile,
  hasCode,
  makeFolder,
  syncFolder,
  writeFileAtomic,
} from './durable-write.ts';
export { lockFile } from './file-lock.ts';
export { createScrubber, rewriteDatabase, type Scrubber } from './scrubber.ts';
export { openTempFolder, type TempFolder } from './temp-folder.ts';
export { checkWriteAheadLog } from './write-ahead-log.ts';
