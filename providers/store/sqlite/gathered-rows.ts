/**
 * Rows of numbers, all of one length, that are gathered to be taken in order. They take eight bytes for each number; as
 * arrays they would take three times as much, and the garbage collector would have to look at each.
 *
 * @param width how many numbers a row has, at least two
 */
export function gatheredRows<Row extends readonly number[]>(width: number) {
  let numbers = new Float64Array(width * 1_000);
  let count = 0;
  const number = (position: number, column: number): number => numbers[position * width + column] ?? Number.NaN;
  return {
    /** How many there are. */
    count: () => count,
    add(row: Row) {
      if ((count + 1) * width > numbers.length) {
        const larger = new Float64Array(numbers.length * 2);
        larger.set(numbers);
        numbers = larger;
      }
      numbers.set(row, count * width);
      count += 1;
    },
    /** The positions of the rows in the order of adding, sorted by the first numbers of the rows, then by the second. */
    order: () =>
      Array.from({ length: count }, (_, position) => position).sort(
        (one, other) => number(one, 0) - number(other, 0) || number(one, 1) - number(other, 1),
      ),
    at(position: number) {
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
