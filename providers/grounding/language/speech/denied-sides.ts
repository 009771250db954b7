import { valueAt } from './correctable-values.ts';
import { hesitation } from './markers.ts';
import { seam } from './marks.ts';
import { capital, seamsIn, startOfSentence, wordsOf } from './said.ts';

const swapped = new RegExp(
  `(?:,|[.;…]|\\s[–-])[\\s${seam}]*(?:${hesitation}[\\s,]+)*(?:(?:sorry|wait|actually)[\\s,]+)*(?:(?:i|we)(?:'ve| have|'ve got| have got| got| had| put| said)*|it's|that's|that is)?\\s*(?:(?:them|those|that|it|these) )?(?:(?:the )?(?:wrong|other) way (?:a?round|about)|backwards|mixed up|swapped)(?=\\s*[.;,]|\\s*$)`,
  'iu',
);

/** Two sides whose values were told in the wrong order: `26 on the right and 30 on the left, no, the other way round`. */
export function rightWayRound(text: string): string {
  const found = swapped.exec(text);
  if (found === null) return text;
  const start = startOfSentence(text.slice(0, found.index));
  const said = text.slice(start, found.index);
  const sides = [...said.matchAll(/\b(?:left|right)\b/giu)];
  const numbers = wordsOf(said).words.filter((_, at, all) => valueAt(all, at)?.sort.startsWith('number') === true);
  if (sides.length !== 2 || sides[0]?.[0].toLowerCase() === sides[1]?.[0].toLowerCase() || numbers.length < 2)
    return text;
  const turned = said.replace(/\b(?:left|right)\b/giu, (side) => (/^l/i.test(side) ? 'right' : 'left'));
  return text.slice(0, start) + turned + seamsIn(found[0]) + text.slice(found.index + found[0].length);
}

const denied =
  /\bnot (?:on |in )?(?:the |my |your )?(left|right)\b( \p{L}+)?, ?(?:but )?((?:on |in )?(?:the |my |your )?(?:left|right)\b)/giu;

/** `Not the right, the left` is the left. */
export function withoutDenied(text: string): string {
  return text.replace(denied, (whole, no: string, _, yes: string) => {
    if (yes.toLowerCase().endsWith(no.toLowerCase())) return whole;
    return /^N/.test(whole) ? capital(yes) : yes;
  });
}
