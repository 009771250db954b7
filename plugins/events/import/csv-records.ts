import { CsvError, parse } from 'csv-parse';

/** A record of a CSV file, or why it cannot be read. */
export type CsvRecord =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly detail: string };

const maxRecordBytes = 1024 * 1024;

/** In bytes. The parser takes 17 µs for a record of another length than the first, which may have two bytes. */
const written = 16 * 1024;

/** RFC 4180, section 2: quotes surround a whole field; a quote inside such a field is doubled. */
const wellQuoted = (delimiter: string): RegExp => {
  const field = `(?:"[^"]*(?:""[^"]*)*"|[^"${delimiter}\\r\\n]*)`;
  return new RegExp(`^${field}(?:${delimiter}${field})*[\\r\\n]?$`);
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The records of a CSV stream (RFC 4180; a line feed or a carriage return alone ends a line too), in lists, one for
 * each chunk; the first comma, semicolon or tab of the header separates. `line` is the line on which a record starts. An error affects one record only, except a quote that is
 * never closed: nothing can be read after it.
 *
 * @throws what `pieces` throws.
 */
export async function* csvRecords(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly CsvRecord[]> {
  let header = Buffer.alloc(0);
  let records: ReturnType<typeof createRecordParser> | undefined;
  for await (const bytes of pieces) {
    if (records === undefined) header = Buffer.concat([header, bytes]);
    if (records === undefined && !/[\r\n]/.test(header.toString('latin1')) && header.length < written) continue;
    const piece = records === undefined ? withoutMark(header) : bytes;
    records ??= createRecordParser(separatorOf(header));
    const { parser, taken } = records;
    for (let at = 0; at < piece.length; at += written) {
      const error = await write((done) => parser.write(piece.subarray(at, at + written), done));
      yield taken(error);
      if (error !== undefined) return;
    }
  }
  const { parser, taken } = records ?? createRecordParser(separatorOf(header));
  yield taken(await write((done) => parser.end(records === undefined ? withoutMark(header) : Buffer.alloc(0), done)));
}

/** A header without the byte order mark that some programs put before UTF-8. */
const withoutMark = (header: Buffer): Buffer =>
  header.toString('latin1', 0, 3) === '\xef\xbb\xbf' ? header.subarray(3) : header;

/** A header has no quotes without a separator in or after them. */
function separatorOf(header: Buffer): string {
  const [line = ''] = header.toString('latin1').split(/[\r\n]/, 1);
  return /[,;\t]/.exec(line.replaceAll(/"[^"]*"/g, ''))?.[0] ?? ',';
}

function createRecordParser(delimiter: string) {
  const isWellQuoted = wellQuoted(delimiter);
  let ended: CsvRecord[] = [];
  let line = 1;
  const parser = parse({
    // Bytes as characters: the parser would silently replace invalid UTF-8 with U+FFFD.
    encoding: 'latin1',
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A misplaced quote is read as text, so that its record ends with its line. It is refused below.
    relax_quotes: true,
    raw: true,
    max_record_size: maxRecordBytes,
    on_record(row: unknown) {
      // With `raw`, the parser passes this; its types do not say so.
      const { record, raw } = row as ParsedRecord;
      ended.push(csvRecord(line, record, !raw.includes('"') || isWellQuoted.test(raw)));
      line += 1 + countLineEnds(record);
      // The parser keeps nothing, because it drops its records when it fails.
      return null;
    },
  });
  // The error is passed to the callback of `write`.
  parser.on('error', () => {});
  return {
    parser,
    /** The records since the last call, and the error of one that never ends. */
    taken(error: string | undefined): readonly CsvRecord[] {
      const records = error === undefined ? ended : [...ended, { line, detail: error }];
      ended = [];
      return records;
    },
  };
}

interface ParsedRecord {
  readonly record: readonly string[];
  /** The record as it is written, with the first character of its line end. */
  readonly raw: string;
}

function csvRecord(line: number, cells: readonly string[], isWhole: boolean): CsvRecord {
  if (!isWhole) {
    return {
      line,
      detail: 'A quote is misplaced: put a field that holds one in quotes, and write each quote inside it twice',
    };
  }
  try {
    return { line, cells: cells.map(decode) };
  } catch {
    return { line, detail: 'The record is not UTF-8' };
  }
}

function decode(bytes: string): string {
  return /^[\0-\x7f]*$/.test(bytes) ? bytes : utf8.decode(Buffer.from(bytes, 'latin1'));
}

function countLineEnds(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

/** Writes to the parser. @returns why it cannot go on; undefined if it can */
function write(write: (done: (error?: Error | null) => void) => void): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    write((error) => {
      if (error instanceof CsvError) resolve(formatParserError(error));
      else if (error) reject(error);
      else resolve(undefined);
    });
  });
}

function formatParserError({ code }: CsvError): string {
  return code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'A quote in this record is never closed: nothing after it was read'
    : 'The record is longer than 1 MiB, perhaps since a quote is never closed: nothing after it was read';
}
