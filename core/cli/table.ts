import { stripVTControlCharacters } from 'node:util';

/** Rows as text in aligned columns, two spaces apart. A cell of several lines stays in its column. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.flatMap((row) => lines(row[column])).map((line) => width(line))),
  );
  return rows.flatMap((row) => aligned(row, widths)).join('');
}

function aligned(row: readonly string[], widths: readonly number[]): readonly string[] {
  const height = Math.max(...row.map((cell) => lines(cell).length));
  return Array.from({ length: height }, (_, line) => {
    const cells = row.map((cell, column) => filled(lines(cell)[line] ?? '', widths[column] ?? 0));
    return `${cells.join('  ').trimEnd()}\n`;
  });
}

function lines(cell = ''): readonly string[] {
  return cell.split('\n');
}

function filled(text: string, to: number): string {
  return text + ' '.repeat(to - width(text));
}

/** Signs for colours have a length, but no width. */
function width(text: string): number {
  return stripVTControlCharacters(text).length;
}
