import type { FoundRevision, JournalReads, JournalSearch, View } from 'chronoscribe/kinds/journal';
import type { EventSearch, OrderedEvent, UpcomingEvent } from '../kind.ts';
import { compareByTime, normalizeLocation } from './event.ts';
import { toLedgerEvent } from './stored-event.ts';
import { resolveView } from './views.ts';

/** The largest result without pages. */
export const maxResults = 10_000;

/** What to do about a longer one. */
export const shorterRange = 'Ask for pages with `limit`, or for a shorter time_range.';

/** The size of a page that is read internally. */
const pageSize = 500;

/**
 * The events at a location within a range, and the event whose id is the location, wherever it happened: in pages, without
 * a limit on the total.
 *
 * @throws Problem `timeline-not-found`.
 */
export async function* monitorPages(
  journal: JournalReads,
  account: string,
  query: EventSearch,
  start?: { readonly time: number; readonly order: number },
): AsyncGenerator<readonly OrderedEvent[]> {
  const view = await resolveView(journal, account, query.timelineId, query.asOf);
  let last = start && { time: start.time, recorded: start.order };
  const after = last;
  let named = (await findNamed(journal, view, query)).filter(
    (event) => after === undefined || compareByTime(event, after) > 0,
  );
  do {
    const page = await journal.search(view, {
      ...toJournalSearch(query),
      limit: pageSize,
      ...(last && { after: last }),
    });
    last = page.length < pageSize ? undefined : page.at(-1);
    const end = last;
    // The event with that id may come before, within or after this page.
    const onThisPage = named.filter((event) => end === undefined || compareByTime(event, end) <= 0);
    named = named.filter((event) => !onThisPage.includes(event));
    const found = distinctInOrder([...page, ...onThisPage]);
    yield found.map((revision) => ({ event: toLedgerEvent(revision), order: revision.recorded }));
  } while (last !== undefined);
}

/** The time of the first monitored event after an instant; null if there is none. */
export async function findNextInstant(
  journal: JournalReads,
  account: string,
  query: EventSearch,
  after: number,
): Promise<number | null> {
  const view = await resolveView(journal, account, query.timelineId, query.asOf);
  const range = { start: Math.max(query.range.start, after + 1), end: query.range.end };
  if (range.start > range.end) return null;
  const [first] = await journal.search(view, { ...toJournalSearch({ ...query, range }), limit: 1 });
  const named = await findNamed(journal, view, { ...query, range });
  const instants = [first, ...named].flatMap((revision) => revision?.time ?? []);
  return instants.length === 0 ? null : Math.min(...instants);
}

/** The next events on all timelines of an account. */
export async function findUpcoming(
  journal: JournalReads,
  account: string,
  { time, order }: { readonly time: number; readonly order: number },
  limit: number,
): Promise<readonly UpcomingEvent[]> {
  const revisions = await journal.upcoming(account, { time, seq: order }, limit);
  return revisions.map((revision) => ({
    event: toLedgerEvent(revision),
    timelineId: revision.timelineId,
    order: revision.seq,
  }));
}

/** The event whose id is the location of a query, if it is within the range. */
export async function findNamed(
  journal: JournalReads,
  view: View,
  { location, range }: EventSearch,
): Promise<readonly FoundRevision[]> {
  if (location === null) return [];
  const named = await journal.current(view, [location.trim()]);
  return named.filter(({ time }) => time >= range.start && time <= range.end);
}

export function toJournalSearch({ location, range }: EventSearch): Pick<JournalSearch, 'place' | 'from' | 'to'> {
  return { place: location === null ? null : normalizeLocation(location), from: range.start, to: range.end };
}

/** Removes duplicates: an event whose id is also its location is found twice. */
export function distinctInOrder(revisions: readonly FoundRevision[]): readonly FoundRevision[] {
  const once = new Map(revisions.map((revision) => [revision.recorded, revision]));
  return [...once.values()].toSorted(compareByTime);
}
