/**
 * Rows of numbers, all of one length, that are gathered to be taken in order. They take eight bytes for each number; as
 * arrays they would take three times as much, and the garbage collector would have to look at each.
 */
export interface GatheredRows<Row extends readonly number[]> {
  /** How many there are. */
  count(): number;
  add(row: Row): void;
  /** The positions of the rows in the order of adding, sorted by the first numbers of the rows, then by the second. */
  order(): readonly number[];
  at(position: number): Row;
  clear(): void;
}

/** @param width how many numbers a row has, at least two */
export function gatheredRows<Row extends readonly number[]>(width: number): GatheredRows<Row> {
  let numbers = new Float64Array(width * 1_000);
  let count = 0;
  const number = (position: number, column: number): number => numbers[position * width + column] ?? Number.NaN;
  return {
    count: () => count,
    add(row) {
      if ((count + 1) * width > numbers.length) {
        const larger = new Float64Array(numbers.length * 2);
        larger.set(numbers);
        numbers = larger;
      }
      numbers.set(row, count * width);
      count += 1;
    },
    order: () =>
      Array.from({ length: count }, (_, position) => position).sort(
        (one, other) => number(one, 0) - number(other, 0) || number(one, 1) - number(other, 1),
      ),
    at(position) {
      const row: number[] = [];
      for (let column = 0; column < width; column += 1) row.push(number(position, column));
      // The boundary to the numbers, which are those of a row.
      return row as unknown as Row;
    },
    clear() {
      count = 0;
    },
  };
}
