import type { Column, Header } from './header.ts';
import { type Interval, outside } from './numbers.ts';
import type { Token } from './tokens.ts';

/** A result of a table that is flagged, or outside of its printed range. */
export interface Abnormal {
  readonly name: string;
  readonly value: string;
  readonly unit: string | null;
  readonly range: string | null;
  /** As printed; `H`, `L` or `A` (abnormal) if only the range shows it. */
  readonly flag: string;
  /** Whether the line alone shows that it is of a table: it has a unit, many cells, or a header above it. */
  readonly isCertain: boolean;
}

type Value = Token & { readonly type: 'number' | 'limit' | 'range' | 'word' };
type Bounds = Token & { readonly type: 'range' | 'limit' | 'word' };

/** The abnormal results of a line. A line may hold several, side by side. */
export function abnormalResults(tokens: readonly Token[], header: Header | undefined): Abnormal[] {
  return segmentsOf(tokens).flatMap((segment) => abnormalOf(segment, header) ?? []);
}

/** Whether a line is a row of a table of results, whatever they are: a name, a result and its range. */
export function isResultRow(tokens: readonly Token[], header: Header | undefined): boolean {
  const results = tokens.filter(isResult);
  const [value] = results;
  if (value === undefined || nameOf(tokens) === undefined) return false;
  const hasLimits = header?.some(({ role }) => role === 'low') === true && results.length > 2;
  const hasRange =
    tokens.some(({ type }) => type === 'range') || results.filter(({ type }) => type !== 'number').length > 0;
  const isProse = header === undefined && tokens.slice(tokens.indexOf(value)).some(({ type }) => type === 'name');
  return !isProse && (hasLimits || (hasRange && (results.length > 1 || tokens.some(({ type }) => type === 'range'))));
}

/** Splits a line before a name that follows a result and is followed by another. */
function segmentsOf(tokens: readonly Token[]): Token[][] {
  const segments: Token[][] = [[]];
  for (const [index, token] of tokens.entries()) {
    const segment = segments.at(-1) ?? [];
    const startsNext =
      token.type === 'name' &&
      segment.some(({ type }) => type === 'name') &&
      segment.some(isResult) &&
      tokens.slice(index + 1).some(isResult);
    if (startsNext) segments.push([token]);
    else segment.push(token);
  }
  return segments;
}

function isResult({ type }: Token): boolean {
  return type === 'number' || type === 'limit' || type === 'word';
}

function abnormalOf(tokens: readonly Token[], header: Header | undefined): Abnormal | undefined {
  const name = nameOf(tokens);
  if (name === undefined) return undefined;
  const roles = rolesOf(tokens, header);
  const { value, bounds, interval, range } = valueAndRange(tokens, roles);
  if (value === undefined) return undefined;
  const isOutside = roles.get(value)?.role === 'outside';
  // Some programs write the Greek letter for the sign of a millionth.
  const unit = tokens.find(({ type }) => type === 'unit')?.text.replaceAll('\u03bc', '\u00b5') ?? null;
  const byRange = flagByRange(value, bounds, interval);
  const printed = flagOf(tokens, value, header);
  // A volume in its range: litres.
  const isLitre = printed === 'L' && unit === null && interval !== undefined && byRange === null;
  const abnormal = isOutside || isPositive(name, value, bounds) ? 'A' : null;
  const flag = (isLitre ? null : printed) ?? byRange ?? abnormal;
  const cells = new Set(tokens.map(({ cell }) => cell)).size;
  const isProse = cells === 1 && header === undefined && hasWordsAfter(tokens, value);
  const isBare = cells === 1 && unit === null && range === null;
  // `INR 6.2 H` and nothing else; `Ward 3 A` is none.
  const isFlagged =
    tokens.length === 3 && value.type === 'number' && /^(?:HH?|LL?|[↑↓▲▼]+|high|low)$/i.test(flag ?? '');
  if (flag === null || isProse || (isBare && !isFlagged)) return undefined;
  const isCertain = unit !== null || cells > 2 || header !== undefined || isResultRow(tokens, header);
  return { name, value: value.text, unit, range, flag, isCertain };
}

function hasWordsAfter(tokens: readonly Token[], value: Value): boolean {
  return tokens.slice(tokens.indexOf(value)).some(({ type }) => type === 'name');
}

const longestName = 80;

/** The first words of a line. */
function nameOf(tokens: readonly Token[]): string | undefined {
  const words = tokens.find((token) => token.type === 'name' && /\p{L}{2}/u.test(token.text));
  const name = words?.text
    .replace(/^(?:\d{1,2}[.)]|[-–•*])\s+/, '')
    .replace(/[()]|[,:;]$/g, '')
    .replace(/\s+(?:was|is|of|at|remains|came back)$/i, '')
    .trim();
  return name && name.length <= longestName && name.split(' ').length <= 8 ? name : undefined;
}

/** The columns that values are in: the nearest, or the next of them if places are unknown. */
function rolesOf(tokens: readonly Token[], header: Header | undefined): ReadonlyMap<Token, Column> {
  const columns = (header ?? []).filter(({ role }) => !['name', 'unit', 'flag', 'other'].includes(role));
  const hasPlaces = new Set(columns.map(({ x }) => x)).size === columns.length && tokens.some(({ x }) => x > 0);
  const values = tokens.filter((token) => isResult(token) || token.type === 'range');
  const found = new Map<Token, Column>();
  for (const [index, token] of values.entries()) {
    const byPlace = columns.toSorted((a, b) => Math.abs(a.x - token.x) - Math.abs(b.x - token.x))[0];
    const column = hasPlaces ? byPlace : columns[index];
    if (column !== undefined) found.set(token, column);
  }
  return found;
}

interface Reading {
  readonly value: Value | undefined;
  readonly bounds: Bounds | undefined;
  readonly interval: Interval | undefined;
  /** The range as printed. */
  readonly range: string | null;
}

/** Tells the result from its range: by the header, else by what they look like, else the result comes first. */
function valueAndRange(tokens: readonly Token[], roles: ReadonlyMap<Token, Column>): Reading {
  const roleOf = (token: Token) => roles.get(token)?.role;
  const ranges = tokens.filter((token): token is Token & { type: 'range' } => token.type === 'range');
  const numbers = tokens.filter((token): token is Token & { type: 'number' } => token.type === 'number');
  const limits = tokens.filter((token): token is Token & { type: 'limit' } => token.type === 'limit');
  const words = tokens.filter((token): token is Token & { type: 'word' } => token.type === 'word');
  const [low] = numbers.filter((token) => roleOf(token) === 'low');
  const [high] = numbers.filter((token) => roleOf(token) === 'high');
  const isPast = (token: Token) => ['previous', 'low', 'high'].includes(roleOf(token) ?? '');

  const results: Value[] = [...numbers, ...limits, ...words].filter(
    (token) => !isPast(token) && roleOf(token) !== 'range',
  );
  const inColumn = results.find((token) => ['result', 'outside'].includes(roleOf(token) ?? ''));
  const currentNumbers = numbers.filter((token) => !isPast(token));
  // A result that is only in the column of an earlier one was not measured now.
  const onlyPast = roles.size > 0 && numbers.length > 0 && numbers.every(isPast) && inColumn === undefined;
  const first = tokens.find(
    (token): token is Value => (token.type === 'limit' || token.type === 'word') && !isPast(token),
  );
  // `8-10` of `0-5`: a count is a range itself.
  const count = numbers.length === 0 && ranges.length > 1 ? ranges[0] : undefined;
  const value = onlyPast ? undefined : (count ?? inColumn ?? currentNumbers[0] ?? first);

  if (low !== undefined && high !== undefined) {
    const interval = { ...low.interval, high: high.interval.high };
    return { value, bounds: undefined, interval, range: `${low.text}-${high.text}` };
  }
  const others = [...limits, ...words].filter((token) => token !== value && !isPast(token));
  const bounds: Bounds | undefined =
    ranges.find((token) => token !== value) ??
    others.find((token) => roleOf(token) === 'range') ??
    limits.findLast((token) => token !== value) ??
    others[0];
  const interval = bounds === undefined || bounds.type === 'word' ? undefined : bounds.interval;
  return { value, bounds, interval, range: bounds?.text ?? null };
}

/** The flag of the result: the next one after it, or one that stands apart. Null if there is none, or it says normal. */
function flagOf(tokens: readonly Token[], value: Value, header: Header | undefined): string | null {
  const flags = tokens.filter((token) => token.type === 'flag');
  const ownerOf = (flag: Token): Token | undefined => {
    const before = tokens
      .slice(0, tokens.indexOf(flag))
      .findLast((token) => token.type === 'number' || token.type === 'limit');
    const isApart = before?.cell !== flag.cell && header?.some(({ role }) => role === 'flag');
    return isApart ? undefined : before;
  };
  const values = tokens.filter((token) => token.type === 'number');
  const own = flags.find(
    (flag) => values.length < 2 || [value, undefined].includes(ownerOf(flag) as Value | undefined),
  );
  return own === undefined || own.isNormal ? null : own.text;
}

function flagByRange(value: Value, bounds: Bounds | undefined, interval: Interval | undefined): 'H' | 'L' | 'A' | null {
  if (value.type === 'word') {
    return bounds?.type === 'word' && meaningOf(value.text) !== meaningOf(bounds.text) ? 'A' : null;
  }
  if (interval !== undefined) return outside(value.interval, interval);
  return bounds?.type === 'word' && meaningOf(bounds.text) === 'negative' && value.interval.low > 0 ? 'A' : null;
}

/** A positive result that is printed without what is expected. */
function isPositive(name: string, value: Value, bounds: Bounds | undefined): boolean {
  return (
    value.type === 'word' &&
    bounds === undefined &&
    meaningOf(value.text) === 'positive' &&
    !/\brh\b|control/i.test(name)
  );
}

/** `positive`, `negative`, or the word itself. */
function meaningOf(word: string): string {
  const said = word.toLowerCase().replace(/[\s-]/g, '');
  if (
    /^(?:neg|negativ|negative|nonreactive|notdetected|nonedetected|nichtnachweisbar|absent|none|noneseen|nil|normal)$/.test(
      said,
    )
  )
    return 'negative';
  return /^(?:(?:weakly|strongly)?(?:positive?|reactive|detected|nachweisbar)|pos|present|abnormal|\d?\++)$/.test(said)
    ? 'positive'
    : said;
}
