/** For providers that keep files: what makes a write durable, and what keeps a second process out. */

export { ensureFile, hasCode, makeFolder, syncFolder, tryToWrite } from './files/durable.ts';
export { lockFile } from './files/lock.ts';
export { type Scrubbing, scrubbing } from './files/scrubbing.ts';
