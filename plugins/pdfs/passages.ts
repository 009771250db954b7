import type { DocumentPassage } from 'chronoscribe/kinds/document-records';
import type { PageReading } from './scanned-pages.ts';
import type { PagePlace, TextLayer } from './text-layers.ts';

/** The paragraphs of all pages in order, `f0p3.2` being the second one of page 3 of the first file: what a page holds, then what its picture shows beyond that. */
export function passagesOf(pages: readonly TextLayer[], readings: readonly PageReading[]): DocumentPassage[] {
  return pages.flatMap(({ file, page, paragraphs }) => {
    const shown = readings.find((reading) => isSame(reading, { file, page }))?.paragraphs ?? [];
    const held = bare(paragraphs.join(' '));
    return [...paragraphs, ...shown.filter((text) => !held.includes(bare(text)))].map((text, index) => ({
      id: `f${file}p${page}.${index + 1}`,
      file,
      page,
      text,
    }));
  });
}

function isSame(one: PagePlace, other: PagePlace): boolean {
  return one.file === other.file && one.page === other.page;
}

/** Letters and digits alone: a picture of text differs from it in spaces and marks. */
function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
