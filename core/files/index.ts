/** For providers that keep files: what makes a write durable, and what keeps a second process out. */

export { checkWritable, ensureFile, hasCode, makeFolder, syncFolder } from './durable-write.ts';
export { lockFile } from './file-lock.ts';
export { rewriteDatabase } from './rewrite-database.ts';
export { type Scrubbing, scrubbing } from './scrubbing.ts';
export { refuseDamagedLog } from './write-ahead-log.ts';
