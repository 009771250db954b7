import { parseJson, unknownName } from 'chronoscribe/host';
import { type ImportLine, NewEventFields } from 'chronoscribe/kinds/ledger';
import { type CsvRecord, csvRecords } from './csv-records.ts';
import { type ImportSettings, type JsonObject, joinErrors, parseJsonObject, validateEvent } from './event-line.ts';
import { readLocalDate } from './local-date.ts';
import { chunk, excerpt } from './text.ts';

/**
 * Reads comma-separated values (RFC 4180) with a header, which is line 1 and names fields of an event in any order.
 * `causes` and `participants` are separated by `;` or a JSON list, `requires`, `effects` and `plan` are JSON or `key=value;key=value`, and
 * `lat` and `lon` make `geo`. Empty lines are counted and otherwise ignored.
 *
 * @throws what `bytes` throws.
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  settings: ImportSettings = {},
): AsyncGenerator<readonly ImportLine[]> {
  let columns: Columns | undefined;
  let misfits = 0;
  for await (const records of csvRecords(bytes)) {
    const [first] = records;
    if (first === undefined) continue;
    if (columns === undefined) {
      const header = 'detail' in first ? first : readHeader(first.cells, settings);
      if (!('columns' in header)) {
        yield [header];
        return;
      }
      columns = header.columns;
    }
    const rows = records.filter(({ line }) => line > 1);
    misfits += rows.filter((row) => !fits(row, columns)).length;
    if (misfits > maxMisfits) {
      yield [{ line: rows.at(-1)?.line ?? 1, fatal: tooManyMisfits }];
      return;
    }
    const named = columns;
    for (const list of chunk(rows)) yield list.flatMap((row) => readRecord(row, named, settings));
  }
  if (columns === undefined) yield [{ line: 1, detail: 'The file is empty: its first line must name the columns' }];
}

/** A file with so many is no table of events, and telling of each record takes longer than reading it. */
const maxMisfits = 10_000;
const tooManyMisfits = `More than ${maxMisfits} records have another number of fields than the header; check the separator`;

function fits(record: CsvRecord, columns: Columns | undefined): boolean {
  return 'detail' in record || record.cells.length === columns?.length;
}

function readRecord(record: CsvRecord, columns: Columns, settings: ImportSettings): readonly ImportLine[] {
  const { location } = settings;
  if ('detail' in record) return [record];
  const { line, cells } = record;
  if (cells.length === 1 && cells[0] === '') return [];
  if (cells.length !== columns.length) {
    return [{ line, detail: `The record has ${countFields(cells.length)}, the header ${columns.length}` }];
  }
  const { fields, errors } = readRow(columns, cells, settings);
  return [validateEvent(line, { location, ...fields }, errors)];
}

const countFields = (cells: number): string => (cells === 1 ? '1 field' : `${cells} fields`);

/** The name of each column, in their order; undefined for a column without a name, which is ignored. */
type Columns = readonly (string | undefined)[];

const ownColumn = Object.entries(NewEventFields).filter(([name]) => name !== 'geo');

/** The known columns: the fields of an event, and `lat` and `lon` for `geo`. */
const columnNames: readonly string[] = [...ownColumn.map(([name]) => name), 'lat', 'lon'];

/** The fields that each event must have. */
const requiredFields: readonly string[] = ownColumn
  .filter(([, schema]) => !schema.safeParse(undefined).success)
  .map(([name]) => name);

/** The columns that a header must name. */
const requiredColumns = (location: string | undefined): readonly string[] =>
  location === undefined ? requiredFields : requiredFields.filter((name) => name !== 'location');

/**
 * Reads a header, in letters of any case, or says what is wrong with it. An unknown column fails the whole import: its
 * values would be lost from every event.
 */
function readHeader(
  headings: readonly string[],
  { location, columns: mapping = '' }: ImportSettings,
): { readonly columns: Columns } | ImportLine {
  const pairs = mapping.split(',').filter((pair) => pair !== '');
  const fields = new Map(pairs.map((pair) => [titleIn(pair), pair.slice(pair.lastIndexOf('=') + 1).trim()]));
  const cells = headings.map((heading) => fields.get(heading.trim().toLowerCase()) ?? heading.trim());
  const absent = pairs.filter((pair) => !headings.some((heading) => heading.trim().toLowerCase() === titleIn(pair)));
  if (absent.length > 0) return { line: 1, fatal: joinErrors(absent, (pair) => `The header has no column ${pair}`) };
  const titles = cells.map((cell) => cell.toLowerCase());
  const unknown = cells.filter((cell) => cell !== '' && !columnNames.includes(cell.toLowerCase()));
  if (unknown.length > 0) {
    const explain = (cell: string) => unknownName('column', excerpt(cell, 40), columnNames);
    return { line: 1, fatal: joinErrors(unknown, explain) };
  }
  const missing = requiredColumns(location).filter((name) => !titles.includes(name));
  if (missing.length > 0) return { line: 1, detail: `The header lacks the column ${missing.join(' and the column ')}` };
  const seen = new Set<string>();
  for (const title of titles.filter((each) => each !== '')) {
    if (seen.has(title)) return { line: 1, detail: `The header names the column ${excerpt(title)} twice` };
    seen.add(title);
  }
  return { columns: titles.map((title) => (title === '' ? undefined : title)) };
}

/** The title in `Title=field`, in small letters. */
const titleIn = (pair: string): string => pair.slice(0, pair.lastIndexOf('=')).trim().toLowerCase();

/**
 * Reads the cells of a record. An empty cell is an absent field.
 *
 * @returns the unchecked fields of an event, and errors of other fields, each with its name
 */
function readRow(columns: Columns, cells: readonly string[], { location, dates }: ImportSettings) {
  const required = requiredColumns(location);
  const fields: Record<string, unknown> = {};
  const geo: Record<string, unknown> = {};
  const errors: string[] = [];
  columns.forEach((name, index) => {
    const text = cells[index] ?? '';
    if (name === undefined || (text === '' && !required.includes(name))) return;
    switch (name) {
      case 'causes':
        fields.causes = parseList(text) ?? splitList(text).map(parseCause);
        break;
      case 'participants':
        fields.participants = parseList(text) ?? splitList(text);
        break;
      case 'requires':
      case 'effects':
      case 'plan': {
        const facts = parseFacts(text);
        if ('detail' in facts) errors.push(`${name}: ${facts.detail}`);
        else fields[name] = facts.object;
        break;
      }
      case 'time':
      case 'end_time': {
        const date = readLocalDate(text, dates);
        if ('detail' in date) errors.push(`${name}: ${date.detail}`);
        fields[name] = 'detail' in date ? '1970-01-01T00:00:00Z' : date.text;
        break;
      }
      case 'lat':
      case 'lon':
        geo[name] = parseNumber(text);
        break;
      case 'fixed':
        fields[name] = parseBoolean(text);
        break;
      default:
        fields[name] = text;
    }
  });
  return { fields: Object.keys(geo).length === 0 ? fields : { ...fields, geo }, errors };
}

/** Parses a JSON list; undefined for a text that is none. */
function parseList(text: string): readonly unknown[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined;
  // An id may begin with a bracket.
  const list = parseJson(text);
  return Array.isArray(list) ? list : undefined;
}

function splitList(text: string): readonly string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `fire`, or `fire min=90m max=2d from=end` with limits on the delay. */
function parseCause(text: string): unknown {
  const [, id, limits = ''] = /^(.*?)((?:\s(?:min|max|from)=\S+){1,3})$/s.exec(text) ?? [];
  if (id === undefined) return text;
  const named = limits
    .trim()
    .split(/\s/)
    .map((limit) => limit.split('='));
  return {
    event_id: id.trimEnd(),
    ...Object.fromEntries(named.map(([name, value]) => [name === 'from' ? name : `${name}_delay`, value])),
  };
}

/** Parses a JSON object, or `door=open;light=on` with text values. */
function parseFacts(text: string): { readonly object: JsonObject } | { readonly detail: string } {
  if (text.trimStart().startsWith('{')) return parseJsonObject(text);
  const pairs = splitList(text).map((pair) => {
    const [key = '', ...value] = pair.split('=');
    return [key.trim(), value.length === 0 ? undefined : value.join('=').trim()] as const;
  });
  if (pairs.some(([key, value]) => key === '' || value === undefined)) {
    return { detail: 'Write a JSON object or key=value;key=value' };
  }
  const object = Object.fromEntries(pairs);
  return Object.keys(object).length === pairs.length ? { object } : { detail: 'A key is given twice' };
}

/** A truth value; a text that is not one is left to the validation of the field. */
function parseBoolean(text: string): boolean | string {
  const word = text.trim().toLowerCase();
  return word === 'true' || word === 'false' ? word === 'true' : text;
}

/** A number, also with a decimal comma; a text that is not one is left to the validation of the field. */
function parseNumber(text: string): number | string {
  const number = Number(text.replace(/^(\s*[+-]?\d+),(\d+\s*)$/, '$1.$2'));
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}
