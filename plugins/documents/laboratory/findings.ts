import type { LabFinding, LaidOutPassage, TableCell } from '../kind.ts';
import { type Header, headerOf } from './header.ts';
import { decimalMarkOf } from './numbers.ts';
import { abnormalResults, isResultRow } from './results.ts';
import { tokensOf } from './tokens.ts';

/** In characters: a row of a table is shorter, prose is passed over. */
const longestLine = 300;

/**
 * Reads the laboratory tables of a document. A table that goes on on the next page of its file keeps its header.
 *
 * @returns `rows`: ids of the passages that are nothing but rows and headers of tables, and whose results are read here
 */
export function readLabTables(passages: readonly LaidOutPassage[]) {
  const mark = decimalMarkOf(passages.map(({ text }) => text).join('\n'));
  const found: (LabFinding & { readonly isCertain: boolean; readonly file: number })[] = [];
  const tables: string[] = [];
  let header: Header | undefined;
  let headerFile = -1;
  for (const { id, file, page, lines } of passages) {
    if (file !== headerFile) header = undefined;
    let isTableOnly = lines.length > 0;
    for (const cells of lines.flatMap(sentencesIn)) {
      if (cells.reduce((sum, { text }) => sum + text.length, 0) > longestLine) {
        isTableOnly = false;
        continue;
      }
      const named = headerOf(cells);
      if (named !== undefined) {
        header = named;
        headerFile = file;
        continue;
      }
      const tokens = tokensOf(cells, mark);
      isTableOnly &&= isResultRow(tokens, header);
      for (const result of abnormalResults(tokens, header)) {
        found.push({ ...result, page, evidence: [id], file });
      }
    }
    if (isTableOnly) tables.push(id);
  }
  const sure = found.filter(({ isCertain, file, page }) => isCertain || isTable(found, file, page));
  const unsure = new Set(found.filter((each) => !sure.includes(each)).flatMap(({ evidence }) => evidence));
  const findings = sure.map(({ isCertain: _certain, file: _file, ...finding }) => finding);
  // Who reads sentences also reads a row that is perhaps none: no result is lost between the two.
  return { findings, rows: tables.filter((id) => !unsure.has(id)) };
}

/** A line in which a sentence stands before a row, as recognisers give lines of a short page. */
function sentencesIn(cells: readonly TableCell[]): (readonly TableCell[])[] {
  const [only, ...others] = cells;
  if (only === undefined || others.length > 0) return [cells];
  return only.text.split(/(?<=\p{L}{3}[.;!?])\s+(?=\p{L})/u).map((text) => [{ ...only, text }]);
}

/** A page with several such lines has a table. */
function isTable(
  found: readonly { readonly file: number; readonly page: number }[],
  file: number,
  page: number,
): boolean {
  return found.filter((each) => each.file === file && each.page === page).length > 1;
}

/** The finding as a sentence of a summary: `Potassium 5.9 mmol/L: H (reference 3.5-5.1)`. */
export function findingText({ name, value, unit, range, flag }: LabFinding): string {
  const amount = unit === null ? value : `${value}${unit === '%' ? '' : ' '}${unit}`;
  return `${name} ${amount}: ${flag}${range === null ? '' : ` (reference ${range})`}.`;
}
