import { type Route, route, type Store } from 'chronoscribe';
import { z } from 'zod';
import { listFields, nextCursor, RecordStatus } from './kind.ts';
import { listRecords } from './listing.ts';
import { Patient, Visit } from './patient.ts';
import type { ListedRepository } from './repository.ts';
import type { SearchTerms } from './search-terms.ts';

const Listed = z.object({
  id: z.string().describe('A UUID'),
  location: z.string().describe('The path of the record'),
  form: z.string().describe('What made it: `audio-note`, `chiropractic-grid`, `image`, `pdf`'),
  template: z.string().describe('Template of the note; empty without one'),
  title: z.string().describe('What the sender called the file; empty if unknown'),
  status: RecordStatus.describe('Whether it is signed'),
  patient: Patient.nullable().describe('Whose record it is; null if unknown'),
  visit: Visit.nullable().describe('The visit that it is about; null if unknown'),
  createdAt: z.int().describe('Milliseconds since 1970'),
  version: z.int().describe('From 1; one more with each change'),
  changedAt: z.int().describe('When this version was made, in milliseconds since 1970'),
  by: z.string().nullable().describe('Who made this version: the name or id of a key; null if unknown'),
  warnings: z.int().describe('How many warnings it has'),
});

interface Parts {
  readonly store: Store;
  searchTerms(): Promise<SearchTerms>;
  repositories(): readonly ListedRepository[];
}

/** Lists the records of all plugins. */
export function listRoute({ store, searchTerms, repositories }: Parts): Route {
  return route({
    method: 'GET',
    path: '/api/v1/records',
    summary: 'List and search transcripts and documents together, newest first',
    description: 'Without their contents; `location` leads to them.',
    request: z.object(listFields),
    response: z.object({ items: z.array(Listed).describe('Newest first'), next_cursor: nextCursor }),
    problems: ['invalid-cursor'],
    async handle({ account, input }) {
      const page = await listRecords({ store, searchTerms, sources: repositories() }, account, input);
      const items: z.input<typeof Listed>[] = [];
      // One after another: all contents of a page may be too long for memory.
      for (const { row, source } of page.items) {
        const read = await source.read(row);
        if (read === undefined) continue;
        const { labels, path: location, account: _, ...version } = read;
        items.push({ ...labels, ...version, location });
      }
      return { items, next_cursor: page.next };
    },
  });
}
