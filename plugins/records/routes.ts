import { type Route, route, type Store } from 'chronoscribe';
import { z } from 'zod';
import { listedShape, listOf, RecordListing } from './list-shape.ts';
import { type Listed, listRecords } from './listing.ts';
import type { SearchTerms } from './search-terms.ts';

interface Parts {
  readonly store: Store;
  searchTerms(): Promise<SearchTerms>;
  repositories(): readonly Listed[];
}

/** Lists the records of all plugins. */
export function listRoute({ store, searchTerms, repositories }: Parts): Route {
  return route({
    method: 'GET',
    path: '/api/v1/records',
    summary: 'List and search transcripts and documents together, newest first',
    description: 'Without their contents; `location` leads to them.',
    request: RecordListing,
    response: listOf(z.object(listedShape)),
    problems: ['invalid-cursor'],
    async handle({ account, input }) {
      const { items, next } = await listRecords({ store, searchTerms, sources: repositories() }, account, input);
      return { items, next_cursor: next };
    },
  });
}
