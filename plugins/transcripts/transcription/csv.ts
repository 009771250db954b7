import type { Utterance } from 'chronoscribe/kinds/transcriber';
import { milliseconds } from './line-times.ts';
import type { UploadedTranscript } from './uploaded-transcript.ts';

const columns = {
  text: /^(?:text|transcript(?:ion)?|words|utterance|content|message|sentence|caption|said)$/i,
  speaker: /^(?:speaker(?:[ _]?(?:name|label))?|name|who|participant|role|sprecher)$/i,
  start: /^(?:start|begin|from|time|timestamp|in)(?:[ _]?(?:time|ms|sec(?:onds)?|s|timestamp))?(?: ?\(\w+\))?$/i,
  end: /^(?:end|stop|to|out)(?:[ _]?(?:time|ms|sec(?:onds)?|s|timestamp))?(?: ?\(\w+\))?$/i,
};

/**
 * Reads a table with a header that names a column of text and one of speakers or times, divided by commas, semicolons,
 * tabs or bars.
 *
 * @returns undefined if the first line is no such header
 */
export function parseCsv(text: string): UploadedTranscript | undefined {
  const header = text.slice(0, 500).split(/\r|\n/, 1)[0] ?? '';
  const separator = [',', ';', '\t', '|'].find((each) => header.includes(each));
  if (separator === undefined) return undefined;
  const [names = [], ...rows] = rowsOf(text, separator);
  const at = (pattern: RegExp) => names.findIndex((name) => pattern.test(name.trim()));
  const [said, speaker, start, end] = [at(columns.text), at(columns.speaker), at(columns.start), at(columns.end)];
  if (said < 0 || (speaker < 0 && start < 0)) return undefined;
  const time = (row: readonly string[], column: number) => timeOf(row[column]?.trim() ?? '', names[column] ?? '');
  let startMs = 0;
  const utterances = rows.map((row): Utterance => {
    startMs = Math.max(startMs, time(row, start) ?? startMs);
    // A row with more cells has separators in its text that are not quoted.
    const isLast = said === names.length - 1;
    const words = isLast ? row.slice(said).join(separator) : (row[said] ?? '');
    const endMs = Math.max(startMs, time(row, end) ?? startMs);
    return { speaker: row[speaker]?.trim() || null, startMs, endMs, text: words, confidence: null };
  });
  return { source: 'csv', language: null, utterances, hasTimes: start >= 0 };
}

/** A time of the clock, or a number of seconds, or of milliseconds if the name of the column says so. */
function timeOf(written: string, column: string): number | undefined {
  if (written.includes(':')) return milliseconds(written);
  const value = written === '' ? Number.NaN : Number(written);
  return Number.isFinite(value) ? value * (/ms|milli/i.test(column) ? 1 : 1000) : undefined;
}

/** In characters: a quoted cell that seems longer lacks its end. */
const longestCell = 10_000;

/** Rows as RFC 4180 has them, without empty ones. A quotation mark without its end is a character. */
function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  const ends = new RegExp(`[\\r\\n${separator}]`, 'g');
  let row: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const close = text[at] === '"' ? closingQuote(text, at, separator) : undefined;
    ends.lastIndex = close ?? at;
    const end = ends.exec(text)?.index ?? text.length;
    row.push(close === undefined ? text.slice(at, end) : text.slice(at + 1, close).replaceAll('""', '"'));
    at = end;
    if (text[end] === separator) continue;
    if (row.some((each) => each.trim() !== '')) rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function closingQuote(text: string, open: number, separator: string): number | undefined {
  for (let at = open + 1; at < Math.min(text.length, open + longestCell); at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at += 1;
    else return [separator, '\r', '\n', undefined].includes(text[at + 1]) ? at : undefined;
  }
  return undefined;
}
