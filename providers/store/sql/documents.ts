import type { Documents } from 'chronoscribe';
import type { Document } from 'chronoscribe/types';
import type { DatabaseConnection } from 'kysely';
import { type PreparedCollections, parseDocumentText } from '../collections.ts';
import { formatCursor, keyOf, type Position, planQuery } from '../query.ts';
import type { SqlQueries } from './queries.ts';

/** What the documents of a database share, on whichever connection. */
export interface SqlContext {
  readonly prepared: PreparedCollections;
  readonly queries: SqlQueries;
  /** The name of the database in errors. */
  readonly place: string;
}

/**
 * Documents on one connection. Each call sends its statement before it returns its promise, so calls keep their order.
 */
export function sqlDocuments(
  connection: Pick<DatabaseConnection, 'executeQuery'>,
  { prepared, queries, place }: SqlContext,
): Omit<Documents, 'next'> {
  return {
    async get(collection, id) {
      prepared.require(collection);
      const { rows } = await connection.executeQuery<{ body: string }>(
        queries.get(collection.name, JSON.stringify(id)),
      );
      const row = rows[0];
      return row && parseDocumentText(collection, id, row.body, place);
    },
    async insert(collection, document) {
      prepared.require(collection);
      const query = queries.insert(collection.name, JSON.stringify(document.id), JSON.stringify(document));
      const { numAffectedRows } = await connection.executeQuery(query);
      return numAffectedRows === 1n;
    },
    async put(collection, document) {
      prepared.require(collection);
      await connection.executeQuery(
        queries.put(collection.name, JSON.stringify(document.id), JSON.stringify(document)),
      );
    },
    async delete(collection, id) {
      prepared.require(collection);
      const { numAffectedRows } = await connection.executeQuery(queries.delete(collection.name, JSON.stringify(id)));
      return numAffectedRows === 1n;
    },
    async find(collection, query) {
      prepared.require(collection);
      const { plan, after } = planQuery(collection, query);
      const { rows } = await connection.executeQuery<{ id: string; body: string }>(queries.page(plan, after));
      const items = rows.slice(0, plan.limit).map(({ id, body }) => parseDocumentText(collection, id, body, place));
      const last = rows.length > plan.limit ? rows[plan.limit - 1] : undefined;
      return { items, next: last === undefined ? null : formatCursor(plan, positionOf(last.body, plan.orderBy)) };
    },
  };
}

/** The position of a stored document in an order. */
export function positionOf(body: string, orderBy: string | undefined): Position {
  const stored: Document = JSON.parse(body);
  return { key: orderBy === undefined ? null : keyOf(stored, orderBy), id: stored.id };
}
