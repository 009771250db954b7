import type { Assignment, Passage, SourceImage } from 'chronoscribe/kinds/writer';

/** A passage or image, with the number of its line: `s3`, `i1`. Ids may be anything; a model reads and cites these. */
export type SourceItem = (Passage | SourceImage) & { readonly label: string };

/** Tokens of a line besides its text: number and role. */
const tokensPerLine = 8;
/** Low on purpose, so that estimates are too high rather than too low: English has about four bytes per token. */
const bytesPerToken = 3;
/** Tokens of a large image (Anthropic about 1600, OpenAI 1105 in high detail). */
const tokensPerImage = 1600;
/** A passage is cut at a space within this many characters before the cut position, if there is one. */
const cutReach = 200;

/**
 * The images and the passages that are not blank. Images come first: the text read from them is understood beside them.
 */
export function sourceItems({ images, passages }: Assignment): SourceItem[] {
  const lines = passages.map((passage, index) => ({ ...passage, label: `s${index + 1}` }));
  return [
    ...images.map((image, index) => ({ ...image, label: `i${index + 1}` })),
    ...lines.filter(({ text }) => text.trim() !== ''),
  ];
}

export function isImage(piece: SourceItem): piece is SourceImage & SourceItem {
  return 'bytes' in piece;
}

/** Estimates the tokens of a text, rather too many than too few. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}

/**
 * Distributes the items, in order, over chunks. A passage longer than the limit is divided.
 *
 * @param limit tokens per chunk
 */
export function chunkSource(source: readonly SourceItem[], limit: number): SourceItem[][] {
  const parts: SourceItem[][] = [];
  let room = 0;
  for (const piece of source.flatMap((whole) => fitToLimit(whole, limit))) {
    const cost = tokenCost(piece);
    const part = parts.at(-1);
    if (part === undefined || cost > room) {
      parts.push([piece]);
      room = limit - cost;
    } else {
      part.push(piece);
      room -= cost;
    }
  }
  return parts;
}

/**
 * Divides a chunk that turned out too long.
 *
 * @returns its two halves; null if it cannot be divided
 */
export function halveChunk(part: readonly SourceItem[]): readonly [SourceItem[], SourceItem[]] | null {
  if (part.length > 1) {
    const middle = Math.ceil(part.length / 2);
    return [part.slice(0, middle), part.slice(middle)];
  }
  const [only] = part;
  if (only === undefined || isImage(only) || only.text.length < 2) return null;
  const cut = cutPosition(only.text, Math.ceil(only.text.length / 2));
  return [[{ ...only, text: only.text.slice(0, cut) }], [{ ...only, text: only.text.slice(cut) }]];
}

/** The tokens of these items in a request. */
export function sourceTokens(items: readonly SourceItem[]): number {
  return items.reduce((sum, item) => sum + tokenCost(item), 0);
}

function tokenCost(piece: SourceItem): number {
  return tokensPerLine + (isImage(piece) ? tokensPerImage : estimateTokens(piece.text));
}

function fitToLimit(piece: SourceItem, limit: number): SourceItem[] {
  if (tokenCost(piece) <= limit) return [piece];
  const halves = halveChunk([piece]);
  return halves === null ? [piece] : halves.flat().flatMap((half) => fitToLimit(half, limit));
}

function cutPosition(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at);
  if (space > 0 && at - space < cutReach) return space + 1;
  // Not inside a surrogate pair.
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at;
}
