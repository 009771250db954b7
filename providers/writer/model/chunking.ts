import type { Assignment, Passage, SourceImage } from 'chronoscribe/kinds/writer';

/** A piece of a source that goes to a model in a message of its own. */
export type SourceItem = Passage | SourceImage;

/** What a message costs beside its text: its role, the passage's id, and the marks around them. */
const tokensPerMessage = 24;
/** Fewer than most tokenizers need, so that the estimate errs to the safe side: English has about four bytes to a token. */
const bytesPerToken = 3;
/** What a large image costs at the vendors that say so (Anthropic about 1600, OpenAI 1105 in high detail). */
const tokensPerImage = 1600;
/** A piece of a passage is cut at a space within this many characters of its end, if there is one. */
const cutReach = 200;

/** The pieces of a source that say something: images first, as the text that was read in them is understood beside them. */
export function sourceItems({ images, passages }: Assignment): SourceItem[] {
  return [...images, ...passages.filter(({ text }) => text.trim() !== '')];
}

export function isImage(piece: SourceItem): piece is SourceImage {
  return 'bytes' in piece;
}

/** How many tokens a text takes in a model's context, rather too many than too few. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}

/** Deals the pieces out, in order, to parts that take at most `limit` tokens each. A passage that is longer than that is cut. */
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

/** Two halves of a part that turned out too long; null where there is nothing left to divide. */
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

function tokenCost(piece: SourceItem): number {
  // JSON writes quotes and line ends with a backslash.
  return tokensPerMessage + (isImage(piece) ? tokensPerImage : estimateTokens(JSON.stringify(piece.text)));
}

function fitToLimit(piece: SourceItem, limit: number): SourceItem[] {
  if (tokenCost(piece) <= limit) return [piece];
  const halves = halveChunk([piece]);
  return halves === null ? [piece] : halves.flat().flatMap((half) => fitToLimit(half, limit));
}

function cutPosition(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at);
  if (space > 0 && at - space < cutReach) return space + 1;
  // Never between the two halves of one character.
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at;
}
