import type { FoundRevision, JournalReads, JournalSearch } from 'chronoscribe/kinds/journal';
import type { EventPage, EventSearch, PageRequest } from '../kind.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { inOrder, type LedgerEvent, placeOf } from './event.ts';
import { resultTooLarge } from './problems.ts';
import { eventOf } from './stored-event.ts';
import { viewOf } from './views.ts';

/** So many are answered at once; beyond it the caller must ask by pages. */
const mostAtOnce = 10_000;

/** All events at a place within a range. @throws Problem `result-too-large`, `timeline-not-found`. */
export async function searchAll(journal: JournalReads, account: string, query: EventSearch): Promise<readonly LedgerEvent[]> {
  return (await revisionsAt(journal, account, query, 'Ask for pages with `limit`, or for a shorter time_range.')).map(eventOf);
}

/** A page of them. @throws Problem `invalid-cursor`, `timeline-not-found`. */
export async function searchPage(
  journal: JournalReads,
  account: string,
  query: EventSearch,
  { limit, cursor }: PageRequest,
): Promise<EventPage> {
  const after = cursor === undefined ? undefined : readCursor('search', query, cursor);
  const view = await viewOf(journal, account, query.timelineId, query.asOf);
  const found = await journal.search(view, { ...searchOf(query), limit: limit + 1, ...(after && { after }) });
  return firstPage('search', query, found, limit);
}

/** Like `searchAll`, with the event whose id the location is, wherever it happened. */
export async function watchlist(journal: JournalReads, account: string, query: EventSearch): Promise<readonly LedgerEvent[]> {
  const atPlace = await revisionsAt(journal, account, query, 'Ask for pages with `limit`, or for a shorter time_range.');
  const named = await namedIn(journal, account, query);
  return eachOnceInOrder([...atPlace, ...named]).map(eventOf);
}

/** A page of the watchlist. @throws Problem `invalid-cursor`, `timeline-not-found`. */
export async function watchlistPage(
  journal: JournalReads,
  account: string,
  query: EventSearch,
  { limit, cursor }: PageRequest,
): Promise<EventPage> {
  const after = cursor === undefined ? undefined : readCursor('monitor', query, cursor);
  const view = await viewOf(journal, account, query.timelineId, query.asOf);
  const atPlace = await journal.search(view, { ...searchOf(query), limit: limit + 1, ...(after && { after }) });
  const named = await namedIn(journal, account, query);
  const following = named.filter((event) => after === undefined || inOrder(event, after) > 0);
  return firstPage('monitor', query, eachOnceInOrder([...atPlace, ...following]), limit);
}

/** A page is kept in memory, and passed on as a whole. */
const pageSize = 1_000;

/** What `watchlist` gives, in pages, however many there are. @throws Problem `timeline-not-found`. */
export async function* watchlistPages(
  journal: JournalReads,
  account: string,
  query: EventSearch,
): AsyncGenerator<readonly LedgerEvent[]> {
  const view = await viewOf(journal, account, query.timelineId, query.asOf);
  let named = await namedIn(journal, account, query);
  let last: FoundRevision | undefined;
  do {
    const page = await journal.search(view, { ...searchOf(query), limit: pageSize, ...(last && { after: last }) });
    last = page.length < pageSize ? undefined : page.at(-1);
    const end = last;
    // The event with that id may lie before, within or after what is at the place.
    const due = named.filter((event) => end === undefined || inOrder(event, end) <= 0);
    named = named.filter((event) => !due.includes(event));
    yield eachOnceInOrder([...page, ...due]).map(eventOf);
  } while (last !== undefined);
}

/** The instant of the first event of the watchlist after another instant; null where there is none. */
export async function nextInstant(
  journal: JournalReads,
  account: string,
  query: EventSearch,
  after: number,
): Promise<number | null> {
  const view = await viewOf(journal, account, query.timelineId, query.asOf);
  const range = { start: Math.max(query.range.start, after + 1), end: query.range.end };
  if (range.start > range.end) return null;
  const [first] = await journal.search(view, { ...searchOf({ ...query, range }), limit: 1 });
  const named = await namedIn(journal, account, { ...query, range });
  const instants = [first, ...named].flatMap((revision) => revision?.time ?? []);
  return instants.length === 0 ? null : Math.min(...instants);
}

/** The first `limit` of what was found, with a cursor where more was. */
function firstPage(listing: 'search' | 'monitor', query: EventSearch, found: readonly FoundRevision[], limit: number): EventPage {
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return { events: page.map(eventOf), next: last === undefined ? null : writeCursor(listing, query, last) };
}

async function revisionsAt(
  journal: JournalReads,
  account: string,
  query: EventSearch,
  mend: string,
): Promise<readonly FoundRevision[]> {
  const view = await viewOf(journal, account, query.timelineId, query.asOf);
  const found = await journal.search(view, { ...searchOf(query), limit: mostAtOnce + 1 });
  if (found.length > mostAtOnce) throw resultTooLarge(mostAtOnce, mend);
  return found;
}

async function namedIn(
  journal: JournalReads,
  account: string,
  { timelineId, asOf, location, range }: EventSearch,
): Promise<readonly FoundRevision[]> {
  const view = await viewOf(journal, account, timelineId, asOf);
  const named = await journal.current(view, [location.trim()]);
  return named.filter(({ time }) => time >= range.start && time <= range.end);
}

function searchOf({ location, range }: EventSearch): Pick<JournalSearch, 'place' | 'from' | 'to'> {
  return { place: placeOf(location), from: range.start, to: range.end };
}

/** An event whose id is also the name of its place is found twice. */
function eachOnceInOrder(revisions: readonly FoundRevision[]): readonly FoundRevision[] {
  const once = new Map(revisions.map((revision) => [revision.recorded, revision]));
  return [...once.values()].toSorted(inOrder);
}
