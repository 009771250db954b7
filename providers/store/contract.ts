/** **Stable**: the tests that every store passes. */

import { describe } from 'vitest';
import { documentsContract } from './contract/documents.ts';
import { findingContract } from './contract/finding.ts';
import type { StoreOpener } from './contract/fixture.ts';
import { keepingContract } from './contract/keeping.ts';
import { pagingContract } from './contract/paging.ts';
import { scrubbingContract } from './contract/scrubbing.ts';
import { transactionsContract } from './contract/transactions.ts';

export { archiveContract, type MovableOpener, type MovableStore } from './contract/archive.ts';
export { isInFiles, type OpenedStore, type StoreOpener } from './contract/fixture.ts';
export type { JournalOpener } from './contract/journal/fixture.ts';
export { journalContract } from './contract/journal.ts';
export { wordsContract } from './contract/words.ts';

/**
 * The test suite for stores. Plugins are tested on one store and run on any other, so stores must agree in everything
 * that a plugin can observe: the order of two emoji as well as values of a counter. A store is correct if it passes,
 * and plugins may rely only on what `Store` promises.
 *
 * ```ts
 * import { Store } from 'chronoscribe';
 * import { isInFiles, storeContract } from 'chronoscribe/contracts/store';
 * import { startProvider } from 'chronoscribe/testing';
 *
 * storeContract('redis', async (folder) => {
 *   const { instance, stop } = await startProvider(Store, redis, { dataFolder: folder });
 *   return { store: instance, holds: (text) => isInFiles(folder, text), stop };
 * });
 * ```
 *
 * @param open opens the store of a folder; called again after `stop` with the same folder, it finds what was stored
 */
export function storeContract(name: string, open: StoreOpener): void {
  describe(`the store ${name}`, () => {
    documentsContract(open);
    findingContract(open);
    pagingContract(open);
    transactionsContract(open);
    keepingContract(open);
    scrubbingContract(open);
  });
}
