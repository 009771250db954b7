/** How a document writes numbers: `3,5` is 3.5, or `1,250` is 1250. */
export type DecimalMark = '.' | ',';

/** The decimal mark of a text: a comma if numbers have one or two digits after it and none has a point. */
export function decimalMarkOf(text: string): DecimalMark {
  return /\d,\d{1,2}(?!\d)/.test(text) && !/\d\.\d/.test(text) ? ',' : '.';
}

/** The value of a printed number; NaN if it is none. */
export function numberOf(printed: string, mark: DecimalMark): number {
  const plain = printed.replace(/[\s'’]/g, '').replace(/[−–]/g, '-');
  if (mark === ',') return Number(plain.replace(/\.(?=\d{3}(?:\D|$))/g, '').replace(',', '.'));
  return Number(/,\d{3}(?!\d)/.test(plain) ? plain.replaceAll(',', '') : plain.replace(',', '.'));
}

/** A printed range. `lowOpen` and `highOpen`: the limit itself is outside, as in `< 200`. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly lowOpen: boolean;
  readonly highOpen: boolean;
}

const unlimited = { low: -Infinity, high: Infinity, lowOpen: false, highOpen: false };

/** `< 200`, `>= 60`, `up to 40` as an interval. */
export function limitOf(printed: string, mark: DecimalMark): Interval {
  const [, sign = '', number = ''] = /^([^\d+-]*)(.*)$/s.exec(printed) ?? [];
  const value = numberOf(number, mark);
  const isUpper = /[<≤]|up to|less|under|below|at most|bis|unter/i.test(sign);
  const isOpen = !/[≤≥=]|up to|at (?:most|least)|bis/i.test(sign);
  return isUpper ? { ...unlimited, high: value, highOpen: isOpen } : { ...unlimited, low: value, lowOpen: isOpen };
}

/** `3.5-5.1` as an interval; undefined if its ends are not in order, as in the name `CA 19-9`. */
export function rangeOf(low: string, high: string, mark: DecimalMark): Interval | undefined {
  const [from, to] = [numberOf(low, mark), numberOf(high, mark)];
  return from <= to ? { ...unlimited, low: from, high: to } : undefined;
}

/** Whether all that a result may be (a number, or `<0.01`) is below, `L`, or above, `H`, a range. */
export function outside(result: Interval, range: Interval): 'H' | 'L' | null {
  if (result.high < range.low || (result.high === range.low && (range.lowOpen || result.highOpen))) return 'L';
  if (result.low > range.high || (result.low === range.high && (range.highOpen || result.lowOpen))) return 'H';
  return null;
}
