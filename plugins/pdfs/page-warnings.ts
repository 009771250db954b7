import type { CountedFile } from './count-pages.ts';
import type { PageReading } from './scanned-pages.ts';
import type { PagePlace } from './text-layers.ts';

const sentences = {
  read: (pages: string) => `Read by character recognition, since there is no text to take: ${pages}. Compare what rests on it.`,
  nothing: (pages: string) => `No text was found on ${pages}.`,
  failed: (pages: string) => `Damaged and not read: ${pages}.`,
} as const satisfies Record<PageReading['outcome'], (pages: string) => string>;

/** What is to be known of pages whose pictures were read. */
export function pageWarnings(readings: readonly PageReading[], files: readonly CountedFile[]): string[] {
  return (['read', 'nothing', 'failed'] as const).flatMap((outcome) => {
    const pages = readings.filter((reading) => reading.outcome === outcome);
    return pages.length === 0 ? [] : [sentences[outcome](listed(pages, files))];
  });
}

/** `"scan.pdf" page 2; "letter.pdf" pages 1, 3–5`. */
function listed(pages: readonly PagePlace[], files: readonly CountedFile[]): string {
  return [...files.entries()]
    .flatMap(([index, { name }]) => {
      const numbers = pages.filter(({ file }) => file === index).map(({ page }) => page);
      return numbers.length === 0 ? [] : [`"${name}" page${numbers.length === 1 ? '' : 's'} ${ranges(numbers)}`];
    })
    .join('; ');
}

/** Of ascending numbers. */
function ranges(numbers: readonly number[]): string {
  const found: { readonly first: number; last: number }[] = [];
  for (const number of numbers) {
    const range = found.at(-1);
    if (range?.last === number - 1) range.last = number;
    else found.push({ first: number, last: number });
  }
  return found.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}
