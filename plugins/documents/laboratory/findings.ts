import type { LabFinding, LaidOutPassage } from '../kind.ts';
import { type Header, headerOf } from './header.ts';
import { decimalMarkOf } from './numbers.ts';
import { abnormalResults, isResultRow } from './results.ts';
import { tokensOf } from './tokens.ts';

/** In characters: a row of a table is shorter, prose is passed over. */
const longestLine = 300;

/** What the laboratory tables of a document show. */
export interface LabTables {
  readonly findings: readonly LabFinding[];
  /** Ids of the passages that are nothing but rows and headers of tables. */
  readonly rows: readonly string[];
}

/**
 * Reads the laboratory tables of a document. A table that goes on on the next page of its file keeps its header.
 */
export function readLabTables(passages: readonly LaidOutPassage[]): LabTables {
  const mark = decimalMarkOf(passages.map(({ text }) => text).join('\n'));
  const found: (LabFinding & { readonly isCertain: boolean; readonly file: number })[] = [];
  const rows: string[] = [];
  let header: Header | undefined;
  let headerFile = -1;
  for (const { id, file, page, lines } of passages) {
    if (file !== headerFile) header = undefined;
    let isTableOnly = lines.length > 0;
    for (const cells of lines) {
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
    if (isTableOnly) rows.push(id);
  }
  const findings = found
    .filter(({ isCertain, file, page }) => isCertain || isTable(found, file, page))
    .map(({ isCertain: _certain, file: _file, ...finding }) => finding);
  return { findings, rows };
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
