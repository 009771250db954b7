import { type RawBuilder, sql } from 'kysely';
import type { SqlFlavour } from '../sql/tables.ts';

/** The key of a document in a field, as it is written in indexes and queries alike. */
export const keyOf = (field: string): string => `document_key(body, '${field}')`;

/** The key of a value, of which `json` is an expression that gives its JSON text. */
export const keyOfJson = (json: string): string => `document_key('{"value":' || ${json} || '}', 'value')`;

const [beforeJson = '', afterJson = ''] = keyOfJson('JSON').split('JSON');
const key = <T>(json: string): RawBuilder<T> => sql<T>`${sql.raw(beforeJson)}${json}::text${sql.raw(afterJson)}`;

export const postgresFlavour: SqlFlavour = {
  // Written out, so that the planner finds it in the index; `prepare` lets only identifiers through.
  keyOf: (field) => sql.raw(keyOf(field)),
  key,
  id: key,
  // Without the byte that says that it is text.
  idText: sql<string>`encode(substr(id, 2), 'escape')`,
};
