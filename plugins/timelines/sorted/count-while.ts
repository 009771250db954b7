/** Binary search: how many of the first numbers, from 0 on, hold; they do up to one of them, and none after it. */
export function countWhile(most: number, holds: (number: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
