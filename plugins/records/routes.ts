import { type Route, route, type Store } from 'chronoscribe';
import { z } from 'zod';
import { listedShape, recordListing } from './list-shape.ts';
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
    path: '/api/v1/records',
    summary: 'List and search transcripts and documents together, newest first',
    description: 'Without their contents; `location` leads to them.',
    ...recordListing(z.object(listedShape), (account, request) =>
      listRecords({ store, searchTerms, sources: repositories() }, account, request),
    ),
  });
}
