/** For providers that keep files: what makes a write durable, and what keeps a second process out. */

export { ensureFile, hasCode, makeFolder, syncFolder, tryToWrite } from './files/durable.ts';
export { lockFile } from './files/lock.ts';
export { rewriteDatabase } from './files/rewrite-database.ts';
export { type Scrubbing, scrubbing } from './files/scrubbing.ts';
export { refuseDamagedLog } from './files/write-ahead-log.ts';
