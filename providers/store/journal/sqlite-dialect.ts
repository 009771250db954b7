import { sql } from 'kysely';
import { type JournalDialect, rawSql } from './dialect.ts';

/** The counter that is the sequence. */
export const sequence = 'journal';

/**
 * The journal's SQL in SQLite, which joins in the order of `cross join` and has one writer at a time. Values are one
 * JSON text, so that the statement is the same for any number of them and prepared once.
 */
export const sqliteJournalDialect: JournalDialect = {
  schema: {
    integer: 'integer',
    text: 'text',
    ownNumber: 'integer primary key',
    lastingNumber: 'integer primary key autoincrement',
    wordKey: { inside: ', unique (account, role, word)', after: [] },
    // The sequence is a counter.
    sequence: [],
  },
  table(name, columns, rows) {
    const members = Object.keys(columns).map((column, at) => `value ->> ${at} as ${column}`);
    return rawSql([`(select ${members.join(', ')} from json_each(`, `)) ${name}`], JSON.stringify(rows));
  },
  list: (name, _type, values) => rawSql(['json_each(', `) ${name}`], JSON.stringify(values)),
  each: (table, name, condition) => rawSql([`cross join ${table} ${name} on `, ''], condition),
  eachTime: '',
  isWord: (word, text) => `${word} = ${text}`,
  forUpdate: sql``,
  now: () => sql`${Date.now()}`,
  async take(run, count) {
    const [taken] = await run(sql<{ last: number }>`
      insert into counters (name, value) values (${sequence}, ${count})
      on conflict (name) do update set value = counters.value + ${count} returning value as last`);
    if (taken === undefined) throw new Error('The sequence of the journal gave no number.');
    return Array.from({ length: count }, (_, at) => taken.last - count + 1 + at);
  },
  beginAfter: (last) => sql`
    insert into counters (name, value) values (${sequence}, ${last}) on conflict (name) do update set value = excluded.value`,
};
