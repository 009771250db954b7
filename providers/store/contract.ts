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

/**
 * What every store must do, as tests. Plugins are written against one store and run on any other: what differs between two of them,
 * be it the order of two emoji or a value that a counter gives twice, is a fault that only shows in somebody's installation. So a
 * store is one when it passes this suite, and what this suite does not ask for, no plugin may rely on.
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
 * @param open makes the store that belongs to a folder; called again after `stop` with the same folder, it finds what was kept
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
