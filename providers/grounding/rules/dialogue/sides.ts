import { noSide } from './content.ts';

/** English and German, by the side that they name. */
const left = /(?<!\p{L})(?:left|link)(?=(?:e[nrsm]?|s)?(?!\p{L}))/giu;
const right = /(?<!\p{L})(?:right|recht)(?=(?:e[nrsm]?|s)?(?!\p{L}))/giu;
const others = /(?<!\p{L})(?:both|beide\p{L}*|upper|lower)(?!\p{L})/giu;

/** The sides that a text names, left first. `All right` names none. */
export function sidesIn(text: string): readonly ('left' | 'right')[] {
  const plain = text.replace(noSide, ' ');
  return [
    ...(plain.search(left) === -1 ? [] : (['left'] as const)),
    ...(plain.search(right) === -1 ? [] : (['right'] as const)),
  ];
}

/** The sides that a text names, with both, upper and lower, in one order. */
export function placesApartIn(text: string): readonly string[] {
  const named = (text.match(others) ?? []).map((word) => (/^b/i.test(word) ? 'both' : word.toLowerCase()));
  return [...new Set([...sidesIn(text), ...named])].toSorted();
}
