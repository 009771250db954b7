import type { PostgresQueries } from 'chronoscribe/postgres';
import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import { type JournalDialect, rawSql } from '../journal/dialect.ts';
import type { SqlDialect } from '../sql/queries.ts';

/** The key of a document in a field, as in the definition of the indexes. */
export const fieldKey = (field: string): string => `document_key(body, '${field}')`;

/**
 * The key of a value.
 *
 * @param json an expression that gives its JSON text
 */
export const jsonKey = (json: string): string => `document_key('{"value":' || ${json} || '}', 'value')`;

const [beforeJson = '', afterJson = ''] = jsonKey('JSON').split('JSON');
const key = <T>(json: string): RawBuilder<T> => sql<T>`${sql.raw(beforeJson)}${json}::text${sql.raw(afterJson)}`;

export const postgresDialect: SqlDialect = {
  // As a literal, so that the planner recognises the expression of the index. `prepare` accepts identifiers only.
  keyOf: (field) => sql.raw(fieldKey(field)),
  key,
  id: key,
  // Without the type byte.
  idText: sql<string>`encode(substr(id, 2), 'escape')`,
};

/** Compiles statements for Postgres; `compiledQueries` runs them. */
export function postgresCompiler<Tables>(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** Runs compiled statements. */
export function compiledQueries(postgres: PostgresQueries): Pick<DatabaseConnection, 'executeQuery'> {
  return {
    async executeQuery<Row>({ sql, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] }) {
      const { rows, rowCount } = await postgres.query<Row>(sql, parameters);
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    },
  };
}

/**
 * The function `document_key(body, field)` returns the sort key of a document in a field, as bytes that sort as the
 * store promises. It can never be changed, since indexes are built with it.
 *
 * | first byte | the field holds | then |
 * |---|---|---|
 * | 0 | neither text nor a number, or is absent | |
 * | 1 | a number | its 8 bytes as a double, transformed so that they sort by value |
 * | 2 | text | its UTF-8 bytes, which sort by code point; half a surrogate pair is encoded like a character |
 *
 * An index entry holds at most 2,704 bytes, which four fields and an id share. Text of more than 500 bytes is therefore
 * cut to 468 bytes, followed by the hash of the whole: it equals itself alone, and is ordered by those 468 bytes.
 */
export const createKeyFunction = String.raw`
create function document_key(body text, field text) returns bytea language plpgsql immutable parallel safe cost 1000 as $function$
declare
  token text;
  escaped text;
  code integer;
  bits bit(64);
  bytes bytea;
begin
  -- Postgres takes no JSON apart that has \u0000 or half a surrogate pair in any of its strings. So "\\" becomes "\/0" and "\u" becomes "\/1"; nobody else writes "\/".
  if position('\u' in body) > 0 then
    body := replace(replace(body, '\\', '\/0'), '\u', '\/1');
  end if;
  token := body::json -> field;
  if token ~ '^[-0-9]' then
    bits := ('x' || encode(float8send(token::float8), 'hex'))::bit(64);
    bits := case when get_bit(bits, 0) = 1 then ~bits else set_bit(bits, 0, 1) end;
    return '\x01'::bytea || int8send(bits::bigint);
  end if;
  if token is null or left(token, 1) <> '"' then
    return '\x00'::bytea;
  end if;
  token := substr(token, 2, length(token) - 2);
  -- From the escapes of JSON to those of decode: a backslash and the byte in octal digits.
  if position('\' in token) > 0 then
    token := replace(replace(token, '\\', '\134'), '\/0', '\134');
    token := replace(replace(replace(token, '\"', '"'), '\b', '\010'), '\t', '\011');
    token := replace(replace(replace(token, '\n', '\012'), '\f', '\014'), '\r', '\015');
    while position('\/1' in token) > 0 loop
      escaped := substr(token, position('\/1' in token), 7);
      code := ('x' || right(escaped, 4))::bit(16)::integer;
      token := replace(token, escaped, encode(decode(case
        when code < 128 then lpad(to_hex(code), 2, '0')
        when code < 2048 then to_hex(49280 + (code / 64) * 256 + code % 64)
        else to_hex(14712960 + (code / 4096) * 65536 + (code / 64 % 64) * 256 + code % 64)
      end, 'hex'), 'escape'));
    end loop;
  end if;
  bytes := decode(token, 'escape');
  return '\x02'::bytea || case when length(bytes) <= 500 then bytes else substr(bytes, 1, 468) || sha256(bytes) end;
end
$function$`;

/** The function `document_words(body, field)` returns the words of a field. It can never be changed, as that of keys. */
export const createWordsFunction = String.raw`
create function document_words(body text, field text) returns text[] language sql immutable parallel safe as $function$
  select string_to_array(replace(replace(body, '\\', '\/0'), '\u', '\/1')::json ->> field, ' ')
$function$`;

export const fieldWords = (field: string): string => `document_words(body, '${field}')`;

/** As much of a word as an index entry holds. */
const wordStart = (word: string): string => `left(${word}, 200)`;

/** Finds ids of events by their order. The sum keeps the planner from the index for whole words. */
export const eventOrderIndex = `
  create index journal_word_order on journal_word ((account + 0), ${wordStart('word')}) where role = 'event'`;

/**
 * The journal's SQL in Postgres. Values are arrays, one for each column: one parameter each for any number of rows,
 * whose number the planner knows.
 */
export const postgresJournalDialect: JournalDialect = {
  schema: {
    integer: 'bigint',
    // Not the collation of the database: it may change with an update of the operating system, which breaks indexes.
    text: 'text collate "C"',
    ownNumber: 'bigint generated by default as identity primary key',
    lastingNumber: 'bigint generated by default as identity primary key',
    // An index entry holds about 2,700 bytes, and a place may be longer. Words are unique because writers lock the
    // account. Texts with the same hash are distinct words.
    wordKey: { inside: '', after: ['create index journal_word_text on journal_word (account, role, md5(word))'] },
    places: 'create index journal_revision_place on journal_revision (timeline, place, time, recorded)',
    inKeyOrder: '',
    sequence: ['create sequence journal_sequence'],
  },
  placeTable: 'journal_revision',
  table(name, columns, rows) {
    const types = Object.values(columns).map((type) => (type === 'number' ? '::bigint[]' : '::text[]'));
    const arrays = types.map((_, at) => rows.map((row) => row[at] ?? null));
    const between = types.slice(0, -1).map((type) => `${type}, `);
    return rawSql(
      ['unnest(', ...between, `${types.at(-1)}) as ${name}(${Object.keys(columns).join(', ')})`],
      ...arrays,
    );
  },
  list: (name, type, values) =>
    postgresJournalDialect.table(
      name,
      { value: type },
      values.map((value) => [value]),
    ),
  // The offset keeps the planner from choosing another join order.
  each: (table, name, condition) =>
    rawSql([`cross join lateral (select * from ${table} ${name} where `, ` offset 0) ${name}`], condition),
  numbersIn: (column) => ({
    table: sql`lateral json_array_elements(${sql.raw(column)}::json) j(value)`,
    number: sql`(case json_typeof(j.value) when 'array' then j.value ->> 0 else j.value #>> '{}' end)::bigint`,
  }),
  insertInto: sql`insert into`,
  eachTime: 'offset 0',
  isWord: (word, text) => `md5(${word}) = md5(${text}) and ${word} = ${text}`,
  isEventBetween: (account, low, high) =>
    `w.account + 0 = ${account} and w.role = 'event' and w.word > ${low} and w.word < ${high}
      and ${wordStart('w.word')} between ${wordStart(low)} and ${wordStart(high)}`,
  forUpdate: sql`for update`,
  // The server's clock: those of the hosts may differ.
  now: () => sql`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`,
  // A sequence never blocks, and never gives a number twice, even if the transaction fails.
  async take(run, count) {
    const taken = await run(sql<{ seq: number }>`
      select nextval('journal_sequence') as seq from generate_series(1, ${count}::integer)`);
    return taken.map(({ seq }) => seq);
  },
  async takeWordNumbers(run, count) {
    const taken = await run(sql<{ number: number }>`
      select nextval(pg_get_serial_sequence('journal_word', 'number')) as number from generate_series(1, ${count}::integer)`);
    return taken.map(({ number }) => number);
  },
  beginAfter: (last) => sql`select setval('journal_sequence', ${last}::bigint + 1, false)`,
};
