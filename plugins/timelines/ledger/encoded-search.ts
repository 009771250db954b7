import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { collectCooperatively, Problem, parseJson } from 'chronoscribe';
import type { FoundRevision, Journal, JournalSearch, Snapshot, View } from 'chronoscribe/kinds/journal';
import { z } from 'zod';
import { type EncodedPage, type EventSearch, type PageRequest, primary } from '../kind.ts';
import type { SnapshotWorkers } from '../worker/snapshot-workers.ts';
import { compareByTime, type LedgerEvent, normalizeLocation } from './event.ts';
import { resultTooLarge } from './problems.ts';
import { EventResponse, MonitoredEvent, toEventResponse, toMonitoredEvent } from './responses.ts';
import { distinctInOrder, findNamed, maxResults, shorterRange, toJournalSearch } from './search.ts';
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
  /** What is shown besides what the search finds. */
  readonly named: readonly FoundRevision[];
  readonly listing: Listing;
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
 * Searches, or what `monitor-events` lists, whose answers are encoded where they are read: long ones in a worker thread, where the journal can be read
 * there, so that this thread neither reads nor parses nor writes them.
 */
export function createEncodedSearch(journal: Journal, workers: SnapshotWorkers, listing: Listing): EncodedSearch {
  const search = async (
    view: View,
    query: JournalSearch,
    named: readonly FoundRevision[],
    signal: AbortSignal,
  ): Promise<EncodedEvents> => {
    const limit = query.limit - 1;
    const shown = { limit, named, listing };
    if (!journal.searchedByThreads) return encode(await journal.search(view, query), shown, signal);
    const few = await journal.search(view, { ...query, limit: Math.min(query.limit, mostHere + 1) });
    if (few.length <= mostHere || limit <= mostHere) return encode(few, shown, signal);
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
        options: { query, ...shown, isOver } satisfies SearchJob,
      });
    } finally {
      signal.removeEventListener('abort', giveUp);
      signal.throwIfAborted();
    }
  };

  return async (account, query, page, signal) => {
    const after = page?.cursor === undefined ? undefined : parseCursor(listing, query, page.cursor);
    const view = await resolveView(journal, account, query.timelineId, query.asOf);
    const limit = (page?.limit ?? maxResults) + 1;
    const named = listing === 'monitor' ? await findNamed(journal, view, query) : [];
    const { json, last } = await search(
      view,
      { ...toJournalSearch(query), limit, ...(after && { after }) },
      named.filter((event) => after === undefined || compareByTime(event, after) > 0),
      signal,
    );
    if (page === undefined && last !== null) throw resultTooLarge(maxResults, shorterRange);
    return { events: json, next: last && formatCursor(listing, query, last) };
  };
}

/** What a thread does: reads and encodes. */
export async function answerSearchJob(
  snapshot: Pick<Snapshot, 'search'>,
  { query, isOver, ...shown }: SearchJob,
): Promise<EncodedEvents> {
  if (snapshot.search === undefined)
    throw new Error('The journal says that threads search it, and its snapshot does not.');
  if (Atomics.load(isOver, 0) !== 0) return { json: new Uint8Array(), last: null };
  return encode(await snapshot.search(query), shown, undefined, () => Atomics.load(isOver, 0) !== 0);
}

/** An event as each listing shows it. */
const toItem = {
  search: (event: LedgerEvent) => EventResponse.parse(toEventResponse(event)),
  monitor: (event: LedgerEvent) => MonitoredEvent.parse(toMonitoredEvent(event)),
} satisfies Record<Listing, (event: LedgerEvent) => object>;

/** Encodes in pieces, since it may be done in the thread that answers requests. */
async function encode(
  found: readonly FoundRevision[],
  { limit, named, listing }: Pick<SearchJob, 'limit' | 'named' | 'listing'>,
  signal?: AbortSignal,
  isOver = () => false,
): Promise<EncodedEvents> {
  const all = named.length === 0 ? found : distinctInOrder([...found, ...named]);
  const shown = all.slice(0, limit);
  const texts = await collectCooperatively(
    shown.values().map((revision) => (isOver() ? '' : JSON.stringify(toItem[listing](toLedgerEvent(revision))))),
    signal,
  );
  const last = all.length > limit ? shown.at(-1) : undefined;
  return {
    json: new TextEncoder().encode(`[${texts.join(',')}]`),
    last: last === undefined ? null : { time: last.time, recorded: last.recorded },
  };
}

/** The listing that a cursor belongs to: the events at a place, or these and the event that has its name as its id. */
export type Listing = 'search' | 'monitor';

/** The position at which a page of events ended. */
interface Position {
  readonly time: number;
  readonly recorded: number;
}

const Shape = z.tuple([z.int(), z.int()]);

/** A cursor: a base64url position, bound to its query by a hash: `<position>.<hash>`. */
export function formatCursor(listing: Listing, query: EventSearch, { time, recorded }: Position): string {
  const position = Buffer.from(JSON.stringify([time, recorded])).toString('base64url');
  return `${position}.${hashQuery(listing, query, position)}`;
}

/** The position of a cursor. @throws Problem `invalid-cursor` if `formatCursor` did not make it for this query. */
export function parseCursor(listing: Listing, query: EventSearch, cursor: string): Position {
  const [position = '', hash, ...rest] = cursor.split('.');
  if (rest.length === 0 && hash === hashQuery(listing, query, position)) {
    const parsed = Shape.safeParse(parseJson(Buffer.from(position, 'base64url').toString()));
    if (parsed.success) return { time: parsed.data[0], recorded: parsed.data[1] };
  }
  throw new Problem('invalid-cursor', {
    detail: 'This cursor was not made for this query. Start again without one, and change nothing else between pages.',
  });
}

/** Detects mistakes. It is no secret: a cursor gives access to nothing that the query does not. */
function hashQuery(listing: Listing, { timelineId, location, range, asOf }: EventSearch, position: string): string {
  return createHash('sha256')
    .update(
      JSON.stringify([
        listing,
        timelineId ?? primary,
        location === null ? null : normalizeLocation(location),
        range.start,
        range.end,
        asOf,
        position,
      ]),
    )
    .digest('base64url')
    .slice(0, 16);
}
