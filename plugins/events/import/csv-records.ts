import { CsvError, parse } from 'csv-parse';
import { withoutByteOrderMark } from './text.ts';

/** A record of a file of comma-separated values, or why it is none. */
export type CsvRecord =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly detail: string };

const longestRecord = 1024 * 1024;

/** RFC 4180, section 2: a quote stands around a whole field or, doubled, inside such a field. */
const wellQuoted = /^(?:"[^"]*(?:""[^"]*)*"|[^",\r\n]*)(?:,(?:"[^"]*(?:""[^"]*)*"|[^",\r\n]*))*[\r\n]?$/;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The records of a stream of comma-separated values (RFC 4180; a line feed or a carriage return alone ends a line too), those
 * that each of its pieces ends. `line` is the line on which a record begins. A fault stays in its record, but for a quote that is
 * never closed: nothing can be read after that.
 *
 * @throws what `pieces` throws.
 */
export async function* csvRecords(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly CsvRecord[]> {
  const { parser, taken } = recordParser();
  for await (const piece of withoutByteOrderMark(pieces)) {
    const fault = await faultOf((done) => parser.write(piece, done));
    yield taken(fault);
    if (fault !== undefined) return;
  }
  yield taken(await faultOf((done) => parser.end(done)));
}

function recordParser() {
  let ended: CsvRecord[] = [];
  let line = 1;
  const parser = parse({
    // Bytes as characters: the parser would make U+FFFD of what is not UTF-8, and nobody would hear of it.
    encoding: 'latin1',
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A misplaced quote is read as text, so that its record ends where its line does. It is refused below.
    relax_quotes: true,
    raw: true,
    max_record_size: longestRecord,
    on_record(row: unknown) {
      // With `raw` the parser gives this, whatever its types say.
      const { record, raw } = row as ParsedRecord;
      ended.push(csvRecord(line, record, raw));
      line += 1 + lineEndsIn(record);
      // Nothing is left to the parser, which forgets what it has read when it fails.
      return null;
    },
  });
  // Whoever writes is told.
  parser.on('error', () => {});
  return {
    parser,
    /** The records that have ended since the last time, and the fault of one that never will. */
    taken(fault: string | undefined): readonly CsvRecord[] {
      const records = fault === undefined ? ended : [...ended, { line, detail: fault }];
      ended = [];
      return records;
    },
  };
}

interface ParsedRecord {
  readonly record: readonly string[];
  /** The record as it is written, with the first character of the line's end. */
  readonly raw: string;
}

function csvRecord(line: number, cells: readonly string[], raw: string): CsvRecord {
  if (raw.includes('"') && !wellQuoted.test(raw)) {
    return { line, detail: 'A quote is misplaced: put a field that holds one in quotes, and write each quote inside it twice' };
  }
  try {
    return { line, cells: cells.map(textOf) };
  } catch {
    return { line, detail: 'The record is not UTF-8' };
  }
}

function textOf(bytes: string): string {
  return /^[\0-\x7f]*$/.test(bytes) ? bytes : utf8.decode(Buffer.from(bytes, 'latin1'));
}

function lineEndsIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

/** Why the parser cannot go on, or undefined where it can. */
function faultOf(write: (done: (error?: Error | null) => void) => void): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    write((error) => {
      if (error instanceof CsvError) resolve(inWords(error));
      else if (error) reject(error);
      else resolve(undefined);
    });
  });
}

function inWords({ code }: CsvError): string {
  return code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'A quote in this record is never closed: nothing after it was read'
    : 'The record is longer than 1 MiB, perhaps since a quote is never closed: nothing after it was read';
}
