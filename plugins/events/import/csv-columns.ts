import { NewEventFields } from 'chronoscribe/kinds/ledger';
import { excerpt } from './excerpt.ts';

/** What each column of a file holds, in their order: the name of a field, or undefined where no field has that name. */
export type Columns = readonly (string | undefined)[];

const ownColumn = Object.entries(NewEventFields).filter(([name]) => name !== 'geo');

/** The fields that have a column of their own, and the two columns that make `geo`. */
const names: readonly string[] = [...ownColumn.map(([name]) => name), 'lat', 'lon'];

/** The columns that a header must name. */
export const required: readonly string[] = ownColumn
  .filter(([, schema]) => !schema.safeParse(undefined).success)
  .map(([name]) => name);

/** Reads a header, in letters of any case, or says what is wrong with it. */
export function readHeader(cells: readonly string[]): { readonly columns: Columns } | { readonly detail: string } {
  const titles = cells.map((cell) => cell.trim().toLowerCase());
  const missing = required.filter((name) => !titles.includes(name));
  if (missing.length > 0) return { detail: `The header lacks the column ${missing.join(' and the column ')}` };
  const seen = new Set<string>();
  for (const title of titles.filter((each) => each !== '')) {
    if (seen.has(title)) return { detail: `The header names the column ${excerpt(title)} twice` };
    seen.add(title);
  }
  return { columns: titles.map((title) => (names.includes(title) ? title : undefined)) };
}
