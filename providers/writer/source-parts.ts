import type { Passage } from 'chronoscribe/kinds/writer';

/** What a message costs beside its text: its role, the passage's id, and the marks around them. */
const tokensPerMessage = 24;
/** Fewer than most tokenizers need, so that the estimate errs to the safe side: English has about four bytes to a token. */
const bytesPerToken = 3;
/** A piece of a passage is cut at a space within this many characters of its end, if there is one. */
const cutReach = 200;

/** How many tokens a text takes in a model's context, rather too many than too few. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}

/** Deals the passages out, in order, to parts that take at most `limit` tokens each. A passage that is longer than that is cut into pieces. */
export function partsOf(passages: readonly Passage[], limit: number): Passage[][] {
  const parts: Passage[][] = [];
  let room = 0;
  for (const passage of passages.flatMap((whole) => piecesOf(whole, limit))) {
    const cost = costOf(passage);
    const part = parts.at(-1);
    if (part === undefined || cost > room) {
      parts.push([passage]);
      room = limit - cost;
    } else {
      part.push(passage);
      room -= cost;
    }
  }
  return parts;
}

/** Two halves of a part that turned out too long; null where there is nothing left to divide. */
export function halve(part: readonly Passage[]): readonly [Passage[], Passage[]] | null {
  if (part.length > 1) {
    const middle = Math.ceil(part.length / 2);
    return [part.slice(0, middle), part.slice(middle)];
  }
  const [only] = part;
  if (only === undefined || only.text.length < 2) return null;
  const cut = cutBefore(only.text, Math.ceil(only.text.length / 2));
  return [[{ ...only, text: only.text.slice(0, cut) }], [{ ...only, text: only.text.slice(cut) }]];
}

function costOf({ text }: Passage): number {
  // JSON writes quotes and line ends with a backslash.
  return estimateTokens(JSON.stringify(text)) + tokensPerMessage;
}

function piecesOf(passage: Passage, limit: number): Passage[] {
  if (costOf(passage) <= limit) return [passage];
  const halves = halve([passage]);
  return halves === null ? [passage] : halves.flat().flatMap((half) => piecesOf(half, limit));
}

function cutBefore(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at);
  if (space > 0 && at - space < cutReach) return space + 1;
  // Never between the two halves of one character.
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at;
}
