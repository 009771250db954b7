import { seam } from './marks.ts';

/** Words with the space before each, marks, and the seams of passages. */
export interface Said {
  readonly parts: readonly string[];
  readonly words: readonly string[];
}

export function wordsOf(text: string): Said {
  const parts = text.match(/\s*(?:[\p{L}\p{N}]+(?:[.,/]\d+)*(?:['’-][\p{L}\p{N}]+)*|\S)/gu) ?? [];
  return { parts, words: parts.map((part) => part.trim().toLowerCase().replaceAll('’', "'")) };
}

export const isWord = (word: string | undefined) => word !== undefined && /[\p{L}\p{N}%]/u.test(word);

/** What stays of the words before a marker, and what stands behind it, after the seams between the two. */
export interface Told {
  readonly kept: string;
  readonly taken: string;
  readonly meant: string;
}

/** The seams of passages in a text that is taken out. */
export function seamsIn(text: string): string {
  return text.replace(new RegExp(`[^${seam}]`, 'gu'), '');
}

/** What is said again in place of all words from one on. */
export function toldFrom(said: Said, from: number, again: Said): Told {
  const meant = again.parts.join('');
  return {
    kept: said.parts.slice(0, from).join(''),
    taken: said.parts.slice(from).join(''),
    meant: from === 0 ? begun(said, meant) : spaced(meant),
  };
}

/** Words that begin a sentence, as it began. */
export function begun({ parts }: Said, text: string): string {
  const space = /^\s*/u.exec(parts[0] ?? '')?.[0] ?? '';
  return space + (/^\s*\p{Lu}/u.test(parts[0] ?? '') ? capital(text) : text.trimStart());
}

export function spaced(text: string): string {
  return ` ${text.trimStart()}`;
}

export function capital(text: string): string {
  return text.trimStart().replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** In characters. */
export const longestSentence = 300;

/** Where the sentence begins that a marker corrects. */
export function startOfSentence(before: string): number {
  const near = before.slice(-longestSentence);
  const ends = [...near.matchAll(/[.?!;](?=[\s\u{E000}])(?<!\b(?:dr|mr|mrs|ms)\.)|[\n(]/giu)];
  const last = ends.findLast(({ index }) => /[\p{L}\p{N}]/u.test(near.slice(index + 1)));
  return before.length - near.length + (last === undefined ? 0 : last.index + 1);
}

export function endOfSentence(after: string): number {
  const near = after.slice(0, longestSentence);
  const found = /[.?!;](?=[\s\u{E000}]|$)(?<!\b(?:dr|mr|mrs|ms)\.)|[\n)]/iu.exec(near);
  return found === null ? near.length : found.index;
}
