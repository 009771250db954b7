import type { AnyCollection, Collection, Document, Documents } from 'chronoscribe';
import type { DatabaseConnection } from 'kysely';
import { type Position, writeCursor } from '../cursor.ts';
import { parseDocumentText } from '../document.ts';
import { findAmong } from '../find-among.ts';
import type { QueryPlan } from '../plan.ts';
import { planQuery } from '../query.ts';
import { positionOf, type SqlParts } from '../sql/documents.ts';
import type { DocumentRow } from '../sql/tables.ts';

/** A document that a transaction has looked at or changed. A body is JSON text; null: there is none. */
export interface Touched {
  readonly collection: string;
  /** JSON text. */
  readonly id: string;
  /** What was there; undefined where it was not looked at. */
  readonly before: string | null | undefined;
  /** What is to be there; undefined where it stays as it is. */
  readonly after: string | null | undefined;
}

/** What a transaction has found by a query. */
export interface Search {
  readonly plan: QueryPlan;
  readonly from: Position | undefined;
  readonly bodies: readonly string[];
}

/** What a transaction has seen, and what it is about to change. Nothing of it is in the database yet. */
export interface Workspace {
  readonly documents: Omit<Documents, 'next'>;
  touched(): readonly Touched[];
  searches(): readonly Search[];
}

/** Opens a workspace over the documents that are committed: its own changes are seen in it, and each document is read once. */
export function openWorkspace(
  committed: Pick<DatabaseConnection, 'executeQuery'>,
  { prepared, queries, place }: SqlParts,
): Workspace {
  const entries = new Map<string, Entry>();
  const searches: Search[] = [];

  const entryOf = (collection: AnyCollection, id: string): Entry => {
    prepared.require(collection);
    const key = JSON.stringify([collection.name, id]);
    const entry = entries.get(key) ?? {
      collection: collection.name,
      id: JSON.stringify(id),
      before: undefined,
      after: undefined,
    };
    entries.set(key, entry);
    return entry;
  };
  const look = async (entry: Entry): Promise<void> => {
    if (entry.before !== undefined || entry.after !== undefined) return;
    const { rows } = await committed.executeQuery<DocumentRow>(queries.get(entry.collection, entry.id));
    // Who looked at the same time may have been first.
    if (entry.before === undefined) entry.before = rows[0]?.body ?? null;
  };
  const nowIn = ({ before, after }: Entry): string | null => (after === undefined ? before : after) ?? null;

  /** What a query gives with the changes made here: they are few, and may push each of so many documents off the page, or onto it. */
  const search = async (collection: AnyCollection, plan: QueryPlan, from: Position | undefined): Promise<readonly string[]> => {
    const wider = { ...plan, limit: plan.limit + changedIn(collection).length };
    const { rows } = await committed.executeQuery<DocumentRow>(queries.page(wider, from));
    searches.push({ plan: wider, from, bodies: rows.map(({ body }) => body) });
    for (const { body } of rows) {
      const entry = entryOf(collection, storedOf(body).id);
      if (entry.before === undefined) entry.before = body;
    }
    const stored = new Map(rows.map(({ body }) => [storedOf(body).id, body]));
    for (const { id, after } of changedIn(collection)) {
      if (after) stored.set(JSON.parse(id), after);
      else stored.delete(JSON.parse(id));
    }
    const found = findAmong([...stored.values()].map(storedOf), plan, from);
    return found.flatMap(({ id }) => stored.get(id) ?? []);
  };
  const changedIn = ({ name }: AnyCollection): readonly Entry[] =>
    [...entries.values()].filter(({ collection, after }) => collection === name && after !== undefined);

  return {
    touched: () => [...entries.values()],
    searches: () => searches,
    documents: {
      async get(collection, id) {
        const entry = entryOf(collection, id);
        await look(entry);
        const body = nowIn(entry);
        return body === null ? undefined : parseDocumentText(collection, id, body, place);
      },
      async insert(collection, document) {
        const body = JSON.stringify(document);
        const entry = entryOf(collection, document.id);
        await look(entry);
        if (nowIn(entry) !== null) return false;
        entry.after = body;
        return true;
      },
      async put(collection, document) {
        entryOf(collection, document.id).after = JSON.stringify(document);
      },
      async delete(collection, id) {
        const entry = entryOf(collection, id);
        await look(entry);
        if (nowIn(entry) === null) return false;
        entry.after = null;
        return true;
      },
      async find<T extends Document>(collection: Collection<T>, query: Parameters<typeof planQuery<T>>[1]) {
        prepared.require(collection);
        const { plan, after: from } = planQuery(collection, query);
        const bodies = await search(collection, plan, from);
        const items = bodies.slice(0, plan.limit).map((body) => parseDocumentText(collection, storedOf(body).id, body, place));
        const last = bodies.length > plan.limit ? bodies[plan.limit - 1] : undefined;
        return { items, next: last === undefined ? null : writeCursor(plan, positionOf(last, plan.orderBy)) };
      },
    },
  };
}

interface Entry extends Touched {
  before: Touched['before'];
  after: Touched['after'];
}

function storedOf(body: string): Document {
  return JSON.parse(body);
}
