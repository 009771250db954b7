import { describe } from 'vitest';
import { branchingContract } from './journal/branching.ts';
import { changingContract } from './journal/changing.ts';
import type { JournalOpener } from './journal/fixture.ts';
import { keepingContract } from './journal/keeping.ts';
import { movingContract } from './journal/moving.ts';
import { pagingContract } from './journal/paging.ts';
import { searchingContract } from './journal/searching.ts';
import { surroundingsContract } from './journal/surroundings.ts';
import { upcomingContract } from './journal/upcoming.ts';

/**
 * What every journal must do, as tests: the ledger is written once, and what it shows must not depend on the store. A
 * store that provides no journal serves all plugins but `timelines` and `events`.
 */
export function journalContract(name: string, open: JournalOpener): void {
  describe(`the journal of the store ${name}`, () => {
    searchingContract(open);
    pagingContract(open);
    branchingContract(open);
    surroundingsContract(open);
    changingContract(open);
    movingContract(open);
    keepingContract(open);
    upcomingContract(open);
  });
}
