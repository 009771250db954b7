import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Key, Position, QueryPlan } from '../query.ts';

/** A row of a collection's table: the document as JSON text, and its id in readable form. */
export interface DocumentRow {
  readonly id: string;
  readonly body: string;
}

/** The tables, one for each collection. */
export type Tables = Readonly<Record<string, DocumentRow>>;

/**
 * What differs between databases. Keys are passed as JSON text and decoded by the database, as documents are: so both
 * agree on every string, even with a NUL or half a surrogate pair, and on every number.
 */
export interface SqlDialect {
  /** The key of a document in a field, as in the indexes. Keys sort as the store promises, and are never SQL's null. */
  keyOf(field: string): RawBuilder<unknown>;
  /**
   * The key of a value.
   *
   * @param json its JSON text
   */
  key(json: string): RawBuilder<unknown>;
  /**
   * An id.
   *
   * @param json its JSON text
   */
  id(json: string): RawBuilder<string>;
  /** The column `id` in readable form. */
  readonly idText: RawBuilder<string>;
}

export const tableName = (collection: string): string => `documents_${collection}`;

export const idColumn = 'id';

/** The name of a collection's index. */
export const indexName = (collection: string, fields: readonly string[]): string =>
  `${tableName(collection)}(${fields.join(',')})`;

export type SqlQueries = ReturnType<typeof sqlQueries>;

/**
 * The compiled statements of a document store. Ids and keys are JSON text. Each statement is compiled once: for one
 * document by collection, for a page by the shape of the query.
 */
export function sqlQueries(db: Kysely<Tables>, dialect: SqlDialect) {
  const row = { id: dialect.id('""'), body: '' };
  const pages = new Map<string, CompiledQuery<DocumentRow>>();
  return {
    get: writtenOnce((table) =>
      db
        .selectFrom(table)
        .select([dialect.idText.as('id'), 'body'])
        .where('id', '=', row.id)
        .compile(),
    ),
    insert: writtenOnce((table) =>
      db
        .insertInto(table)
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .compile(),
    ),
    put: writtenOnce((table) =>
      db
        .insertInto(table)
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ body: (eb) => eb.ref('excluded.body') }))
        .compile(),
    ),
    delete: writtenOnce((table) => db.deleteFrom(table).where('id', '=', row.id).compile()),
    /** Selects one row more than a page holds, which shows whether another page follows. */
    page(plan: QueryPlan, after: Position | undefined): CompiledQuery<DocumentRow> {
      const conditions = conditionsOf(plan, after);
      const shape = [
        plan.collection,
        plan.orderBy,
        plan.descending,
        ...conditions.flatMap(({ left, operator }) => [left, operator]),
      ];
      const key = JSON.stringify(shape);
      const query = pages.get(key) ?? writePage(db, dialect, plan, conditions);
      pages.set(key, query);
      const values = conditions.flatMap(({ right }) => right.map((value) => JSON.stringify(value)));
      return { ...query, parameters: [...values, plan.limit + 1] };
    },
  };
}

function writtenOnce<Row>(write: (table: string) => CompiledQuery<Row>) {
  const written = new Map<string, CompiledQuery<Row>>();
  return (collection: string, ...parameters: readonly string[]): CompiledQuery<Row> => {
    const query = written.get(collection) ?? write(tableName(collection));
    written.set(collection, query);
    return { ...query, parameters };
  };
}

/** Fields on the left, or `null` for the id, and as many values on the right: `(time, id) > (5, 'x')`. */
interface Condition {
  readonly left: readonly (string | null)[];
  readonly operator: string;
  readonly right: readonly Key[];
}

function conditionsOf(plan: QueryPlan, after: Position | undefined): readonly Condition[] {
  const ordered = plan.orderBy === undefined ? [] : [plan.orderBy];
  return [
    ...plan.equals.map(({ field, value }) => ({ left: [field], operator: '=', right: [value] })),
    ...boundsOf(plan, after).map(({ operator, value }) => ({ left: ordered, operator, right: [value] })),
    ...(after === undefined
      ? []
      : [
          {
            left: [...ordered, null],
            operator: plan.descending ? '<' : '>',
            right: plan.orderBy === undefined ? [after.id] : [after.key, after.id],
          },
        ]),
  ];
}

/**
 * The bounds of the statement. After the first page the position replaces the bound that the query began with: given
 * both, the database might begin at that bound and walk over all earlier pages.
 */
function boundsOf({ lower, upper, descending }: QueryPlan, after: Position | undefined) {
  const present = { value: null, inclusive: false };
  const start = lower.length === 0 && upper.length > 0 ? [present] : lower;
  return [
    ...(after && !descending ? [] : start.map(({ value, inclusive }) => ({ operator: inclusive ? '>=' : '>', value }))),
    ...(after && descending ? [] : upper.map(({ value, inclusive }) => ({ operator: inclusive ? '<=' : '<', value }))),
  ];
}

/** Binds the values of the conditions in their order, then the limit. */
function writePage(
  db: Kysely<Tables>,
  dialect: SqlDialect,
  { collection, orderBy, descending, limit }: QueryPlan,
  conditions: readonly Condition[],
): CompiledQuery<DocumentRow> {
  const direction = descending ? 'desc' : 'asc';
  let query = db
    .selectFrom(tableName(collection))
    .select([dialect.idText.as('id'), 'body'])
    .limit(limit + 1);
  for (const { left, operator, right } of conditions) {
    const columns = left.map((field) => (field === null ? sql.ref(idColumn) : dialect.keyOf(field)));
    const values = right.map((value, at) => dialect[left[at] === null ? 'id' : 'key'](JSON.stringify(value)));
    query = query.where(sql<boolean>`(${sql.join(columns)}) ${sql.raw(operator)} (${sql.join(values)})`);
  }
  if (orderBy !== undefined) query = query.orderBy(dialect.keyOf(orderBy), direction);
  // Qualified, since a selected column has the same name.
  return query.orderBy(sql.ref(`${tableName(collection)}.${idColumn}`), direction).compile();
}
