import { type Collection, findAll, Problem, type Store } from 'chronoscribe';
import { createPause } from 'chronoscribe/concurrency';
import { parseJson } from 'chronoscribe/host';
import type { Page } from 'chronoscribe/types';
import { z } from 'zod';
import type { ListedPage, ListedRecord, PageOptions, RecordFilter } from './kind.ts';
import type { SearchTerms } from './search-terms.ts';
import { isVisible, type StoredRecord, type wordsCollection } from './stored-record.ts';

/** The rows of one repository, and what is known of them. */
export interface Listed<Labels = unknown> {
  readonly rows: Collection<StoredRecord>;
  readonly words: ReturnType<typeof wordsCollection>;
  /** What a row is found by; undefined if the record is gone, or its content would have to be read and cannot be. */
  searchOf(row: StoredRecord): Promise<StoredRecord['search'] | undefined>;
  /** @param query says where its words stand @returns undefined if the record is gone */
  read(row: StoredRecord, query?: string): Promise<ListedRecord<Labels> | undefined>;
}

/** A row that was found, with the repository that it is of. */
interface Found<Source> {
  readonly row: StoredRecord;
  readonly source: Source;
}

interface Tools<Labels> {
  readonly store: Store;
  searchTerms(): Promise<SearchTerms>;
  readonly sources: readonly Listed<Labels>[];
}

/** Rows that one request looks at. A page then ends early, so that a search in a large archive stays one of many. */
const mostRows = 5_000;

/** Records that are found by their words in one repository; of more, those that were changed last. */
const mostFound = 1_000;

/** Rows that are read at once, after which other requests have their turn: some milliseconds. */
const rowsAtOnce = 50;

/**
 * A page of the records of an account in all of the repositories, newest first. Rows are read in order of time and
 * compared in memory: with what may be combined, an index for each combination would cost more.
 *
 * @throws Problem `invalid-cursor`
 */
export async function listRecords<Labels>(
  tools: Tools<Labels>,
  account: string,
  options: RecordFilter & PageOptions,
): Promise<ListedPage<Labels>> {
  const { items, next } = await findRows(tools, account, options);
  const searched = tools.store.search === undefined ? 'names' : 'texts';
  const listed: ListedRecord<Labels>[] = [];
  // One after another: all contents of a page may be too long for memory.
  for (const { row, source } of items) {
    const read = await source.read(row, searched === 'texts' ? options.q : undefined);
    if (read !== undefined) listed.push(read);
  }
  return { items: listed, next, searched };
}

async function findRows<Labels>(
  { store, searchTerms, sources }: Tools<Labels>,
  account: string,
  { limit = 50, cursor, ...filter }: RecordFilter & PageOptions,
): Promise<Page<Found<Listed<Labels>>>> {
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const { q } = filter;
  const words = q === undefined || store.search === undefined ? [] : (await searchTerms()).forWords(account, q);
  const matches = await matcher(searchTerms, account, words.length > 0 ? { ...filter, q: undefined } : filter);
  const items: Found<Listed<Labels>>[] = [];
  let last = after;
  let seen = 0;
  const candidates = sources.map((source) =>
    words.length > 0
      ? rowsWithWords(store, source, { account, after, filter }, words)
      : rowsAfter(store, source, { account, after, filter }),
  );
  for await (const found of newestFirst(candidates)) {
    if (last !== undefined && (items.length === limit || seen === mostRows)) return { items, next: formatCursor(last) };
    const { row, source } = found;
    last = { at: row.createdAt, id: row.id };
    seen += 1;
    if (matches === undefined || matches(await source.searchOf(row))) items.push(found);
  }
  return { items, next: null };
}

/** Whether a row fits a filter; undefined if every row does. */
async function matcher(
  searchTerms: () => Promise<SearchTerms>,
  account: string,
  { patient, q, status, form }: RecordFilter,
): Promise<((search: StoredRecord['search'] | undefined) => boolean) | undefined> {
  if ([patient, q, status, form].every((wanted) => wanted === undefined)) return undefined;
  const terms = await searchTerms();
  const ofPatient = patient === undefined ? undefined : terms.forPatient(account, patient);
  const words = q === undefined ? [] : terms.forWords(account, q);
  return (search) => {
    if (search === null || search === undefined) return false;
    const known = new Set(search.terms);
    return (
      (status === undefined || search.status === status) &&
      (form === undefined || search.form === form) &&
      (ofPatient === undefined || ofPatient.some((all) => all.every((term) => known.has(term)))) &&
      words.every((term) => known.has(term))
    );
  };
}

interface Stretch {
  readonly account: string;
  /** Where the page before ended. */
  readonly after: Position | undefined;
  readonly filter: RecordFilter;
}

async function* rowsAfter<Source extends Pick<Listed, 'rows'>>(
  store: Store,
  source: Source,
  { account, after, filter: { from, to } }: Stretch,
): AsyncGenerator<Found<Source>> {
  const resumed = after !== undefined && (to === undefined || after.at < to);
  const upper = resumed ? { to: after.at } : to === undefined ? {} : { below: to };
  const found = findAll(store, source.rows, {
    equals: { account, state: 'kept' },
    orderBy: 'createdAt',
    direction: 'descending',
    range: { ...(from !== undefined && { from }), ...upper },
    limit: rowsAtOnce,
  });
  const pause = createPause();
  for await (const row of found) {
    await pause();
    const isListed = after !== undefined && row.createdAt === after.at && row.id >= after.id;
    if (!isListed) yield { row, source };
  }
}

/** The same, of records that have all of these words. */
async function* rowsWithWords<Source extends Pick<Listed, 'rows' | 'words'>>(
  store: Store,
  source: Source,
  { account, after, filter: { from = 0, to = Number.POSITIVE_INFINITY } }: Stretch,
  words: readonly string[],
): AsyncGenerator<Found<Source>> {
  const pause = createPause();
  const rows: StoredRecord[] = [];
  for (const id of (await store.search?.(source.words, words, mostFound)) ?? []) {
    await pause();
    const row = await store.get(source.rows, id);
    if (isVisible(row, account) && row.createdAt >= from && row.createdAt < to) rows.push(row);
  }
  const isLater = (row: StoredRecord) =>
    after === undefined || row.createdAt < after.at || (row.createdAt === after.at && row.id < after.id);
  for (const row of rows.filter(isLater).toSorted(byTime)) yield { row, source };
}

/** The newest first, and of the same instant the higher id. */
const byTime = (a: StoredRecord, b: StoredRecord): number => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);

/** Merges lists that are ordered by time and id already. */
async function* newestFirst<Source>(lists: readonly AsyncGenerator<Found<Source>>[]): AsyncGenerator<Found<Source>> {
  const heads = await Promise.all(lists.map(async (list) => ({ list, head: await list.next() })));
  for (;;) {
    const [first] = heads
      .flatMap((each) => (each.head.done === true ? [] : [{ each, found: each.head.value }]))
      .toSorted((a, b) => byTime(a.found.row, b.found.row));
    if (first === undefined) return;
    yield first.found;
    first.each.head = await first.each.list.next();
  }
}

/** A place between two records. */
const Position = z.object({ at: z.number(), id: z.string() });
type Position = z.output<typeof Position>;

function formatCursor({ at, id }: Position): string {
  return Buffer.from(JSON.stringify({ at, id })).toString('base64url');
}

function parseCursor(cursor: string): Position {
  const { data } = Position.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (data !== undefined) return data;
  const detail = 'This is no cursor of a list of records. Use `next_cursor` of the page before.';
  throw new Problem('invalid-cursor', { detail });
}
