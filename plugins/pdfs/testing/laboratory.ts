import type { PageParts, PlacedText } from './pdf-writer.ts';

/** Text in columns, in points from the left. Empty cells are left out; rows are 16 points apart. */
export function tablePage(
  columns: readonly number[],
  rows: readonly (readonly string[])[],
  order: 'by row' | 'by column' = 'by row',
): PageParts {
  const cells = rows.flatMap((row, at) =>
    row.map((text, column): PlacedText & { readonly column: number } => ({
      ...{ text, column, x: columns[column] ?? 40, y: 780 - 16 * at },
      size: 10,
    })),
  );
  const drawn = order === 'by row' ? cells : cells.toSorted((a, b) => a.column - b.column || b.y - a.y);
  return { text: drawn.filter(({ text }) => text !== '') };
}
