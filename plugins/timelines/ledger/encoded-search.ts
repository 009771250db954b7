import { extname } from 'node:path';
import { collectCooperatively } from 'chronoscribe';
import type { FoundRevision, Journal, JournalSearch, Snapshot, View } from 'chronoscribe/kinds/journal';
import type { EncodedPage, EventSearch, PageRequest } from '../kind.ts';
import type { SnapshotWorkers } from '../worker/snapshot-workers.ts';
import { formatCursor, parseCursor } from './cursor.ts';
import { resultTooLarge } from './problems.ts';
import { EventResponse, toEventResponse } from './responses.ts';
import { maxResults, shorterRange, toJournalSearch } from './search.ts';
import { toLedgerEvent } from './stored-event.ts';
import { resolveView } from './views.ts';

/** A list of so many events is read and encoded in a few milliseconds, less than it takes to hand it to a thread. */
const mostHere = 100;

// The worker has the same extension as this file: sources run as they are, or as built JavaScript.
const worker = new URL(`./search-worker${extname(import.meta.url)}`, import.meta.url);

/** What a thread is asked for: structured-cloneable. */
export interface SearchJob {
  readonly query: JournalSearch;
  /** How many events are encoded; beyond that, it is only said that there are more. */
  readonly limit: number;
  /** One number, not 0 once nobody waits any more. Shared, since a thread that reads looks at no message. */
  readonly isOver: Int32Array;
}

/** The first events that a search finds, as a JSON array in UTF-8. */
interface EncodedEvents {
  readonly json: Uint8Array;
  /** The last of them, if there are more. */
  readonly last: Pick<FoundRevision, 'time' | 'recorded'> | null;
}

/** A search whose events are encoded: a page; without one, all. */
export type EncodedSearch = (
  account: string,
  query: EventSearch,
  page: PageRequest | undefined,
  signal: AbortSignal,
) => Promise<EncodedPage>;

/**
 * Searches whose answers are encoded where they are read: long ones in a worker thread, where the journal can be read
 * there, so that this thread neither reads nor parses nor writes them.
 */
export function createEncodedSearch(journal: Journal, workers: SnapshotWorkers): EncodedSearch {
  const search = async (view: View, query: JournalSearch, signal: AbortSignal): Promise<EncodedEvents> => {
    const limit = query.limit - 1;
    if (!journal.searchedByThreads) return encode(await journal.search(view, query), limit, signal);
    const few = await journal.search(view, { ...query, limit: Math.min(query.limit, mostHere + 1) });
    if (few.length <= mostHere || limit <= mostHere) return encode(few, limit, signal);
    const isOver = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    // Not as the signal of the task, which would end the thread: to start one takes longer than any search.
    const giveUp = () => Atomics.store(isOver, 0, 1);
    signal.addEventListener('abort', giveUp);
    try {
      return await workers.run<EncodedEvents>({
        account: view.account,
        worker,
        snapshot: () => {
          signal.throwIfAborted();
          return journal.snapshot(view);
        },
        options: { query, limit, isOver } satisfies SearchJob,
      });
    } finally {
      signal.removeEventListener('abort', giveUp);
      signal.throwIfAborted();
    }
  };

  return async (account, query, page, signal) => {
    const after = page?.cursor === undefined ? undefined : parseCursor('search', query, page.cursor);
    const view = await resolveView(journal, account, query.timelineId, query.asOf);
    const limit = (page?.limit ?? maxResults) + 1;
    const { json, last } = await search(view, { ...toJournalSearch(query), limit, ...(after && { after }) }, signal);
    if (page === undefined && last !== null) throw resultTooLarge(maxResults, shorterRange);
    return { events: json, next: last && formatCursor('search', query, last) };
  };
}

/** What a thread does: reads and encodes. */
export async function answerSearchJob(
  snapshot: Pick<Snapshot, 'search'>,
  { query, limit, isOver }: SearchJob,
): Promise<EncodedEvents> {
  if (snapshot.search === undefined)
    throw new Error('The journal says that threads search it, and its snapshot does not.');
  if (Atomics.load(isOver, 0) !== 0) return { json: new Uint8Array(), last: null };
  return encode(await snapshot.search(query), limit, undefined, () => Atomics.load(isOver, 0) !== 0);
}

/** Encodes in pieces, since it may be done in the thread that answers requests. */
async function encode(
  found: readonly FoundRevision[],
  limit: number,
  signal?: AbortSignal,
  isOver = () => false,
): Promise<EncodedEvents> {
  const shown = found.slice(0, limit);
  const texts = await collectCooperatively(
    shown
      .values()
      .map((revision) =>
        isOver() ? '' : JSON.stringify(EventResponse.parse(toEventResponse(toLedgerEvent(revision)))),
      ),
    signal,
  );
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    json: new TextEncoder().encode(`[${texts.join(',')}]`),
    last: last === undefined ? null : { time: last.time, recorded: last.recorded },
  };
}
