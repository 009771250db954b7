import type { ImportLine } from 'chronoscribe/kinds/ledger';
import { type Columns, readHeader } from './csv-columns.ts';
import { type CsvRecord, csvRecords } from './csv-records.ts';
import { readRow } from './csv-row.ts';
import { eventLine } from './event-line.ts';
import { inLists } from './in-lists.ts';

/**
 * Reads comma-separated values (RFC 4180) with a header, which is line 1 and names fields of an event in any order; other columns
 * are passed over. `causes` and `participants` are joined by `;`, `requires` and `effects` are JSON or `key=value;key=value`, and
 * `lat` and `lon` make `geo`. Empty lines are counted and otherwise passed over.
 *
 * @throws what `bytes` throws.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly ImportLine[]> {
  let columns: Columns | undefined;
  for await (const records of csvRecords(bytes)) {
    const [first] = records;
    if (first === undefined) continue;
    if (columns === undefined) {
      const header = 'detail' in first ? first : readHeader(first.cells);
      if ('detail' in header) {
        yield [{ line: 1, detail: header.detail }];
        return;
      }
      columns = header.columns;
    }
    const rows = records.filter(({ line }) => line > 1);
    for (const list of inLists(rows)) yield readRecords(list, columns);
  }
  if (columns === undefined) yield [{ line: 1, detail: 'The file is empty: its first line must name the columns' }];
}

function readRecords(records: readonly CsvRecord[], columns: Columns): readonly ImportLine[] {
  return records.flatMap((record) => readRecord(record, columns));
}

function readRecord(record: CsvRecord, columns: Columns): readonly ImportLine[] {
  if ('detail' in record) return [record];
  const { line, cells } = record;
  if (cells.length === 1 && cells[0] === '') return [];
  if (cells.length !== columns.length) {
    return [{ line, detail: `The record has ${counted(cells.length)}, the header ${columns.length}` }];
  }
  const { fields, faults } = readRow(columns, cells);
  return [eventLine(line, fields, faults)];
}

function counted(cells: number): string {
  return cells === 1 ? '1 field' : `${cells} fields`;
}
