/** Prints aligned columns under a heading. */
export function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  console.log(`\n${title}\n`);
  for (const row of [head, widths.map((width) => '-'.repeat(width)), ...rows]) console.log(`  ${line(row).trimEnd()}`);
}
