const sizes: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
};
/** Entries that hold places in the file: of strips and of tiles. */
const places = new Set([273, 324]);

/** Joins TIFF files of one page, each compressed in its own way, into one file, as fax servers write it. */
export function tiffOf(pages: readonly Buffer[]): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])];
  let length = 8;
  let next = { part: 0, at: 4 };
  for (const page of pages) {
    const moved = Buffer.from(page);
    const base = length;
    const shift = (at: number) => moved.writeUInt32LE(moved.readUInt32LE(at) + base, at);
    const directory = page.readUInt32LE(4);
    const count = page.readUInt16LE(directory);
    for (let index = 0; index < count; index += 1) {
      const entry = directory + 2 + 12 * index;
      const [tag, type, values] = [
        page.readUInt16LE(entry),
        page.readUInt16LE(entry + 2),
        page.readUInt32LE(entry + 4),
      ];
      const isInside = (sizes[type] ?? 1) * values <= 4;
      if (places.has(tag) && isInside) shift(entry + 8);
      if (places.has(tag) && !isInside)
        for (let value = 0; value < values; value += 1) shift(page.readUInt32LE(entry + 8) + 4 * value);
      if (!isInside) shift(entry + 8);
    }
    parts[next.part]?.writeUInt32LE(base + directory, next.at);
    parts.push(moved);
    length += moved.length;
    next = { part: parts.length - 1, at: directory + 2 + 12 * count };
  }
  return Buffer.concat(parts);
}
