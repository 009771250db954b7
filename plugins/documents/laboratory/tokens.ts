import type { TableCell } from '../kind.ts';
import { type DecimalMark, type Interval, limitOf, numberOf, rangeOf } from './numbers.ts';

interface Place {
  readonly text: string;
  /** Index of its cell in the line. */
  readonly cell: number;
  /** The middle, in points. */
  readonly x: number;
}

/** A part of a line with a meaning in a table of results. */
export type Token = Place &
  (
    | { readonly type: 'name' | 'unit' | 'date' }
    /** A result in words. */
    | { readonly type: 'word' }
    /** `isNormal`: it says that the result is not flagged. */
    | { readonly type: 'flag'; readonly isNormal: boolean }
    | { readonly type: 'number' | 'limit' | 'range'; readonly interval: Interval }
  );

const number = String.raw`[+−-]?(?:\d{1,3}(?:[,.]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?)`;
const dash = String.raw`\s?(?:-|–|—|−|to|bis|\.{2,3})\s?`;
const boundary = String.raw`(?=$|[\s,;:|)\]])`;
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';

const sticky = (source: string, flags = 'iyu') => new RegExp(source, flags);

/** Numbers that are part of a name. */
const named = sticky(
  String.raw`(?:ca\s?(?:125|15-3|19-9|27[.-]29|72-4)|(?:vitamin|factor|type|hepatitis|influenza|hiv|hsv|complement|hemoglobin|apolipoprotein|protein)\s+[a-z\d]{1,3}(?:[-/]\d)?(?:\s+type\s+\d)?|b\s?12|cd\s?\d+|t\s?[34]|c\s?[34]|\d{1,2}(?:,\d{1,2})?-\p{L}[\p{L}\d-]*|sars-cov-2|covid-19)${boundary}`,
);
const date = sticky(
  String.raw`(?:\d{1,4}([-/.])\d{1,2}\1\d{2,4}|\d{1,2}[ -]${month}[ -.,]{0,2}\d{2,4}|${month} \d{1,2},? \d{4}|\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?)${boundary}`,
);
const power = sticky(
  String.raw`(?:[x×]\s?10\s?[\^*e]{0,2}\s?\d{1,2}|10\s?(?:(?:\^|\*{1,2}|e)\s?\d{1,2}|[¹²³⁴-⁹]{1,2}))\s?\/\s?[µμ]?\p{L}+`,
);
const range = sticky(String.raw`(${number})${dash}(${number})(?![\d/]|[.,-]\d)`);
const limit = sticky(
  String.raw`(?:<\s?=|>\s?=|=\s?<|=\s?>|[<>≤≥]|(?:up to|less than|greater than|under|below|above|at least|at most|bis|unter|über)(?=\s))(?:\s?or\s?=)?\s?${number}`,
);
const plain = sticky(String.raw`${number}(?![\d/]|[.,:]\d|-\p{L})`);
const unit = sticky(
  String.raw`(?:\/\s?(?:hpf|lpf|[µμunp]?l|mm3|100\s?wbc)|[\p{L}µμ%][\p{L}µμ²³]*\s?\/\s?(?:24\s?h|\d{0,3}\s?[\p{L}µμ]+[²³\d]?)(?:\/1[.,]73\s?m(?:²|\^?2)|\s(?:feu|ddu))?|%|‰|°[cf]|mm\s?hg|[mµμunpkd]?g|[mµμunpf]?mol|[mµμd]?l|fl|m?eq|[mµμk]?iu|u|[mµμ]?osm|kpa|mm|cm|sec(?:onds)?|s|min|ratio|index|years?)${boundary}`,
);
/** Letters are flags in capitals only. */
const letterFlag = sticky(`(?:HH|LL|H|L|AA|A|C|N|WNL)[*!]*${boundary}`, 'yu');
const wordFlag = sticky(
  String.raw`(?:\*{1,3}|!{1,2}|[↑↓▲▼]{1,2}|(?:critical(?:ly)?\s)?(?:high|low)|critical|crit|abnormal|abn|panic|normal)[*!]*${boundary}`,
);
const word = sticky(
  String.raw`(?:(?:weakly |strongly )?(?:positive|positiv|reactive|detected|nachweisbar)|non[- ]?reactive|not detected|none detected|nicht nachweisbar|negative|negativ|indeterminate|equivocal|borderline|present|absent|none seen|none|nil|trace|few|moderate|many|abnormal|normal|pos|neg|\d\s?\+|\+{1,4})${boundary}`,
);
/** Between results: marks, and the words before a range. */
const between = /(?:[\s()[\]|:;,=•]|\b(?:normal )?(?:ref(?:erence)?\b\.?|range\b|interval\b))+/iy;
/** A mark before or after a number. */
const sign = /[*↑↓▲▼]{1,3}/y;
const anything = /[^\s]+/y;

/** Splits the cells of a line into tokens. The time is linear in the length of the line. */
export function tokensOf(cells: readonly TableCell[], mark: DecimalMark): Token[] {
  const tokens: Token[] = [];
  for (const [index, cell] of cells.entries()) {
    const { text } = cell;
    for (let at = 0; at < text.length; ) {
      const skipped = matchAt(between, text, at);
      if (skipped !== undefined) {
        at += skipped.length;
        continue;
      }
      const isShortCell = cells.length > 1 && text.trim().length <= 4;
      const found = tokenAt(text, at, { before: tokens, cell: index, isShortCell, mark });
      const x = cell.left + ((cell.right - cell.left) * (at + found.text.length / 2)) / text.length;
      add(tokens, { ...found, cell: index, x });
      at += found.text.length;
    }
  }
  return tokens;
}

type Found = Token extends infer T ? (T extends Token ? Omit<T, 'cell' | 'x'> : never) : never;

/** What comes before a token, and where it is. */
interface Context {
  readonly before: readonly Token[];
  readonly cell: number;
  /** Whether the cell may be a flag and nothing else. */
  readonly isShortCell: boolean;
  readonly mark: DecimalMark;
}

function tokenAt(text: string, at: number, { before, cell, isShortCell, mark }: Context): Found {
  const read = (pattern: RegExp) => matchAt(pattern, text, at);
  const last = before.at(-1);
  const hasName = before.some(({ type }) => type === 'name');
  const hasValue = before.some(({ type }) => ['number', 'limit', 'range', 'word'].includes(type));

  const part = last?.type === 'number' ? undefined : read(named);
  if (part !== undefined) return { type: 'name', text: part };
  const day = read(date);
  if (day !== undefined) return { type: 'date', text: day };
  const powerUnit = read(power);
  if (powerUnit !== undefined) return { type: 'unit', text: powerUnit };
  const result = hasName ? read(word) : undefined;
  if (result?.includes('+')) return { type: 'word', text: result };
  const interval = intervalAt(text, at, mark);
  if (interval !== undefined) return interval;
  const flag = (hasValue || isShortCell ? (read(letterFlag) ?? read(wordFlag)) : undefined) ?? read(sign);
  const isResult = result !== undefined && /normal/i.test(result) && !hasValue;
  if (flag !== undefined && !isResult) return { type: 'flag', text: flag, isNormal: /^(?:n|normal|wnl)$/i.test(flag) };
  if (result !== undefined) return { type: 'word', text: result };
  // `BUN/Creatinine` looks like a unit, but it is the name.
  const measure = hasValue || (hasName && last?.cell !== cell) ? read(unit) : undefined;
  if (measure !== undefined) return { type: 'unit', text: measure };
  return { type: 'name', text: read(anything) ?? text.slice(at) };
}

function intervalAt(text: string, at: number, mark: DecimalMark): Found | undefined {
  range.lastIndex = at;
  const ends = range.exec(text);
  if (ends !== null) {
    const interval = rangeOf(ends[1] ?? '', ends[2] ?? '', mark);
    if (interval !== undefined) return { type: 'range', text: ends[0], interval };
    return { type: 'name', text: ends[0] };
  }
  const bound = matchAt(limit, text, at);
  if (bound !== undefined) return { type: 'limit', text: bound, interval: limitOf(bound, mark) };
  const value = matchAt(plain, text, at);
  if (value === undefined) return undefined;
  const exact = numberOf(value, mark);
  return { type: 'number', text: value, interval: { low: exact, high: exact, lowOpen: false, highOpen: false } };
}

/** Words of a name that follow each other in a cell are one token. */
function add(tokens: Token[], token: Token): void {
  const last = tokens.at(-1);
  if (last?.type === 'name' && token.type === 'name' && last.cell === token.cell) {
    tokens[tokens.length - 1] = { ...last, text: `${last.text} ${token.text}` };
  } else tokens.push(token);
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] || undefined;
}
