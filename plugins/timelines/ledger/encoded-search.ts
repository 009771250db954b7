import { extname } from 'node:path';
import { Problem } from 'chronoscribe';
import { collectCooperatively } from 'chronoscribe/concurrency';
import type { FoundRevision, Journal, JournalSearch, Snapshot, View } from 'chronoscribe/kinds/journal';
import { z } from 'zod';
import { type Ledger, primary } from '../kind.ts';
import type { SnapshotWorkers } from '../worker/snapshot-workers.ts';
import { compareByTime, type LedgerEvent, normalizeLocation } from './event.ts';
import { openPosition, sealPosition } from './position.ts';
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

/**
 * Searches, or what `monitor-events` lists, whose answers are encoded where they are read: long ones in a worker thread,
 * where the journal can be read there, so that this thread neither reads nor parses nor writes them.
 *
 * @returns a function that gives a page; without one, all
 */
export function createEncodedSearch(journal: Journal, workers: SnapshotWorkers, listing: Listing): Ledger['search'] {
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
    const { timelineId = primary, location, range, asOf } = query;
    const place = location === null ? null : normalizeLocation(location);
    const asked = [listing, timelineId, place, range.start, range.end, asOf];
    const after = page?.cursor === undefined ? undefined : parseCursor(page.cursor, asked);
    const view = await resolveView(journal, account, timelineId, asOf);
    const limit = (page?.limit ?? maxResults) + 1;
    const named = listing === 'monitor' ? await findNamed(journal, view, query) : [];
    const { json, last } = await search(
      view,
      { ...toJournalSearch(query), limit, ...(after && { after }) },
      named.filter((event) => after === undefined || compareByTime(event, after) > 0),
      signal,
    );
    if (page === undefined && last !== null) throw resultTooLarge(maxResults, shorterRange);
    return { events: json, next: last && sealPosition([last.time, last.recorded], asked) };
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

/** What is listed: the events at a place, or these and the event that has its name as its id. */
export type Listing = 'search' | 'monitor';

const Position = z.tuple([z.int(), z.int()]);

/** @throws Problem `invalid-cursor` */
function parseCursor(cursor: string, of: readonly unknown[]): Pick<FoundRevision, 'time' | 'recorded'> {
  const position = openPosition(Position, cursor, of);
  if (position !== undefined) return { time: position[0], recorded: position[1] };
  throw new Problem('invalid-cursor', {
    detail: 'This cursor was not made for this query. Start again without one, and change nothing else between pages.',
  });
}
