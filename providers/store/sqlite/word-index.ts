import type { AnyCollection } from 'chronoscribe/types';
import { tableName } from '../sql/queries.ts';
import type { SqliteConnection } from '../sql/sqlite-connection.ts';

const indexOf = (collection: string): string => `words_${collection}`;

/**
 * Creates the index of a collection's words if it is missing: an FTS5 table that holds no text, and triggers that follow
 * the documents. Its numbers are those of a table beside it, since `vacuum` may renumber the rows of the documents.
 */
export function prepareWords(writer: SqliteConnection, { name, words }: AnyCollection): void {
  if (words === undefined) return;
  const [table, index, numbers] = [tableName(name), indexOf(name), `word_ids_${name}`];
  if (writer.scalar(`select count(*) from sqlite_master where name = '${index}'`) !== 0) return;
  const textOf = (row: string) => `coalesce(json_extract(${row}body, '$.${words}'), '')`;
  const numberOf = (row: string) => `(select number from ${numbers} where id = ${row}.id)`;
  const add = `insert into ${numbers} (id) values (new.id);
    insert into ${index} (rowid, words) values (${numberOf('new')}, ${textOf('new.')})`;
  const remove = `delete from ${index} where rowid = ${numberOf('old')};
    delete from ${numbers} where id = old.id`;
  writer.exec(`
    create table ${numbers} (number integer primary key autoincrement, id text not null unique);
    create virtual table ${index} using fts5(words, content = '', contentless_delete = 1, detail = none,
      tokenize = "ascii tokenchars '-_'");
    insert into ${numbers} (id) select id from ${table};
    insert into ${index} (rowid, words) select number, ${textOf('')} from ${numbers} join ${table} using (id);
    create trigger ${index}_added after insert on ${table} begin ${add}; end;
    create trigger ${index}_changed after update on ${table} begin ${remove}; ${add}; end;
    create trigger ${index}_removed after delete on ${table} begin ${remove}; end`);
}

export function searchWords(
  reader: SqliteConnection,
  { name }: AnyCollection,
  words: readonly string[],
  limit: number,
): readonly string[] {
  const phrases = words.map((word) => `"${word}"`).join(' AND ');
  const [index, numbers] = [indexOf(name), `word_ids_${name}`];
  const statement = `select ${numbers}.id from ${index} join ${numbers} on number = ${index}.rowid
    where ${index} match ? order by ${index}.rowid desc limit ?`;
  return reader.runEach<{ readonly id: string }>(statement, [[phrases, limit]]).map(({ id }) => id);
}

/** Rewrites the indexes, which else keep words of deleted documents until they are merged. */
export function forgetDeletedWords(writer: SqliteConnection): void {
  const names = writer.scalar(
    `select group_concat(name) from sqlite_master where type = 'table' and sql like 'create virtual table words_%'`,
  );
  for (const index of typeof names === 'string' ? names.split(',') : [])
    writer.exec(`insert into ${index} (${index}) values ('optimize')`);
}
