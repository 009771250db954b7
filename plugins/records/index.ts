import { Audit, agentTools, Blobs, Cluster, definePlugin, Erasure, Runs, route, Store } from 'chronoscribe';
import { Automations } from 'chronoscribe/host';
import { z } from 'zod';
import { type RecordLabels, Records } from './kind.ts';
import { listRecords } from './listing.ts';
import { type OpenedRepository, openRecordRepository } from './repository.ts';
import { openSearchTerms } from './search-terms.ts';
import { listedShape, recordListing } from './shapes.ts';
import type { StoredRecord } from './stored-record.ts';

/** Of which records, by what their rows say, each trigger of a clinical plugin tells. */
const tellingOf: Readonly<Record<string, (found: NonNullable<StoredRecord['search']>) => boolean>> = {
  'transcript.completed': ({ form }) => form === 'audio-note',
  'grid.completed': ({ form }) => form === 'chiropractic-grid',
  'image.completed': ({ form }) => form === 'image',
  'pdf.completed': ({ form }) => form === 'pdf',
  'transcript.signed': ({ status }) => status !== 'draft',
};

/** Stores the records of the clinical plugins, with versions, deletion and retention, and lists all of them. */
export default definePlugin({
  name: 'records',
  auth: 'clinical',
  needs: {
    store: Store,
    blobs: Blobs,
    runs: Runs,
    audit: Audit,
    cluster: Cluster,
    erasure: Erasure,
    automations: Automations,
  },
  provides: { records: Records },

  start({ needs, log }) {
    const searchTerms = openSearchTerms(needs.store, { ...needs, log });
    const repositories = new Map<
      string,
      Pick<OpenedRepository<unknown, RecordLabels>, 'listed' | 'latestEvents' | 'close'>
    >();
    for (const [trigger, wanted] of Object.entries(tellingOf)) {
      needs.automations.remember(trigger, async (account, limit) => {
        const all = [...repositories.values()].map(({ latestEvents }) => latestEvents(account, limit, wanted));
        return (await Promise.all(all)).flat().toSorted((one, other) => other.at - one.at);
      });
    }
    const records: Records = {
      async openRepository(definition) {
        const { name } = definition;
        if (repositories.has(name))
          throw new Error(`Two plugins keep records in a repository "${name}". Let one choose another name.`);
        const repository = await openRecordRepository(definition, { ...needs, log });
        needs.erasure.onErase(repository.erase);
        repositories.set(name, repository);
        return repository;
      },
    };
    return { records, repositories, searchTerms };
  },

  extends: [
    agentTools.add({
      name: 'search_records',
      title: 'Search records',
      description:
        'Lists transcripts and documents, newest first, without their contents. Search by patient, by words of ' +
        'what they say, by state or by time of creation. Read one with read_transcript or read_document, by its ' +
        '`id`; `location` says which.',
      endpoint: 'GET /api/v1/records',
      effect: 'reads',
    }),
  ],
  routes: ({ needs: { store }, parts: { repositories, searchTerms } }) => [
    route({
      path: '/api/v1/records',
      summary: 'List and search transcripts and documents together, newest first',
      description: 'Each with the beginning of its note or summary; `location` leads to the rest.',
      ...recordListing(z.object(listedShape), (account, request) => {
        const sources = [...repositories.values()].map(({ listed }) => listed);
        return listRecords({ store, searchTerms, sources }, account, request);
      }),
    }),
  ],

  /** Their owners have closed them already, unless one of them failed to start. */
  async stop({ repositories }) {
    for (const repository of repositories.values()) await repository.close();
  },
});
