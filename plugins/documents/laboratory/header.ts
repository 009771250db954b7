import type { TableCell } from '../kind.ts';

type Role = 'name' | 'result' | 'outside' | 'previous' | 'unit' | 'range' | 'flag' | 'low' | 'high' | 'other';

export interface Column {
  readonly role: Role;
  /** The middle, in points; 0 if unknown. */
  readonly x: number;
}

/** The columns of a table, from left to right. One at most is the `result`; earlier results are `previous`. */
export type Header = readonly Column[];

/** What columns are called, the longer names first. */
const labels: readonly (readonly [Role, string])[] = [
  ['outside', 'out of range|abnormal results?'],
  ['result', 'in range'],
  ['flag', 'abnormal flags?|flags?|abn\\.?|h ?/ ?l|indicator|status'],
  [
    'range',
    'biological ref(?:erence)?\\.? intervals?|(?:reference|ref\\.?|normal|standard|therapeutic|expected) ?(?:ranges?|intervals?|values?|limits?)?|referenzbereich|normbereich|referenzwerte?',
  ],
  ['previous', '(?:previous|prior|prev\\.?|last|earlier)(?: (?:results?|values?))?|vorwerte?'],
  ['low', 'lower limit|low|min'],
  ['high', 'upper limit|high|max'],
  ['result', '(?:current|your|observed|measured)?\\s?(?:results?|values?)|current|today|wert|ergebnis|messwert'],
  ['unit', 'units?(?: of measure)?|einheit|uom'],
  [
    'name',
    'tests?(?: names?)?|analytes?|components?|parameters?|examinations?|investigations?|assays?|analyse|untersuchung|bezeichnung|panel',
  ],
  ['other', 'specimens?|methods?|lab|comments?|notes?|dates?|times?|collected|codes?|performing|site'],
];
const label = new RegExp(labels.map(([, names]) => `\\b(${names})(?![\\p{L}\\d])`).join('|'), 'giu');
const day = /\b(\d{1,4})([-/.])(\d{1,2})\2(\d{2,4})\b/g;

/** The columns that a line names; undefined if it is no header. */
export function headerOf(cells: readonly TableCell[]): Header | undefined {
  const columns = cells.flatMap(columnsOf);
  const named = columns.reduce((sum, { length }) => sum + length, 0);
  const letters = cells.reduce((sum, { text }) => sum + text.replace(/[\s():/.]/g, '').length, 0);
  const roles = new Set(columns.map(({ role }) => role));
  const hasResult = ['result', 'outside', 'previous', 'dated'].some((role) => roles.has(role as Role));
  if (columns.length < 2 || roles.size < 2 || !hasResult || named < 0.6 * letters) return undefined;
  return withOneResult(columns);
}

interface Found {
  readonly role: Role | 'dated';
  readonly x: number;
  readonly length: number;
  /** As a number that grows with time. */
  readonly day: number;
}

function columnsOf({ text, left, right }: TableCell): Found[] {
  const xOf = (at: number, length: number) => left + ((right - left) * (at + length / 2)) / text.length;
  const dated = [...text.matchAll(day)].map((match): Found => {
    return { role: 'dated', x: xOf(match.index, match[0].length), length: match[0].length, day: dayOf(match) };
  });
  const plain = text.replace(day, (whole) => ' '.repeat(whole.length));
  const called = [...plain.matchAll(label)].map((match): Found => {
    const role = labels[match.slice(1).findIndex((name) => name !== undefined)]?.[0] ?? 'other';
    return { role, x: xOf(match.index, match[0].length), length: match[0].replace(/\s/g, '').length, day: 0 };
  });
  return [...called, ...dated].toSorted((a, b) => a.x - b.x);
}

/** With slashes the month comes first, with points the day. */
function dayOf([, first = '', mark, second = '', third = '']: RegExpMatchArray): number {
  const [year, month, date] =
    first.length === 4 ? [first, second, third] : mark === '/' ? [third, first, second] : [third, second, first];
  return Number(year) * 10_000 + Number(month) * 100 + Number(date);
}

/** Of columns with dates, the newest is the result, unless another is called so. A date in it is no column. */
function withOneResult(columns: readonly Found[]): Header {
  const isCalled = columns.some(({ role }) => role === 'result' || role === 'outside');
  const newest = Math.max(...columns.map(({ day: date }) => date));
  let hasResult = false;
  return columns.flatMap(({ role, x, day: date }): Column[] => {
    if (role === 'dated') {
      if (isCalled) return [];
      const isResult = date === newest && !hasResult;
      hasResult ||= isResult;
      return [{ role: isResult ? 'result' : 'previous', x }];
    }
    return [{ role, x }];
  });
}
