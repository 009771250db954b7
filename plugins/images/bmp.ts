/** Length of the shortest header (OS/2), after the 14 bytes of the file header. */
const coreSize = 12;
/** Pixels that are drawn at once: all of a large image, in each of the shapes on the way, would not fit into memory. */
const pixelsAtOnce = 1_000_000;

/**
 * Opens a BMP file (Microsoft, "Bitmap storage"), which libvips does not support.
 *
 * @returns its size, and what decodes its pixels: three bytes each, red first, from the top row down. Transparency, which
 *   few programs use on purpose, is ignored.
 * @throws Error if it is damaged
 */
export function openBmp(file: Buffer) {
  const size = file.readUInt32LE(14);
  const isCore = size === coreSize;
  const width = isCore ? file.readUInt16LE(18) : file.readInt32LE(18);
  const height = isCore ? file.readUInt16LE(20) : Math.abs(file.readInt32LE(22));
  if (width <= 0 || height === 0) throw new Error('no pixels');

  async function pixels(): Promise<Uint8Array<ArrayBuffer>> {
    const opaque = Buffer.from(file);
    // Of the longer headers: without a mask for transparency, every pixel that the file has is opaque.
    if (size >= 56) opaque.writeUInt32LE(0, 66);
    const { createCanvas, loadImage } = await import('@napi-rs/canvas');
    const image = await loadImage(opaque);
    const rows = Math.max(1, Math.floor(pixelsAtOnce / width));
    const strip = createCanvas(width, Math.min(rows, height)).getContext('2d');
    const rgb = new Uint8Array(width * height * 3);
    let at = 0;
    for (let top = 0; top < height; top += rows) {
      strip.drawImage(image, 0, -top);
      const { data } = strip.getImageData(0, 0, width, Math.min(rows, height - top));
      for (let from = 0; from < data.length; from += 4) {
        // The decoder leaves out what is missing, or lies beyond the edge.
        if (data[from + 3] !== 255) throw new Error('a pixel without a colour');
        rgb.set(data.subarray(from, from + 3), at);
        at += 3;
      }
      strip.clearRect(0, 0, width, rows);
    }
    return rgb;
  }

  return { width, height, pixels };
}
