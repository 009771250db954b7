import { functionWords } from '../dialogue/common-words.ts';
import type { Clause } from './clauses.ts';
import { type Mention, textOf } from './mentions.ts';

/**
 * Whether a clause does not tell what somebody does with a medicine in words that its language knows. Words that end a
 * medicine are endless; so a medicine counts as taken only where words of taking say so, or where it stands alone, as in a
 * list. Where facts are earned (English), this is not asked.
 */
export function isUnclear({ tokens, language }: Clause, { from, to }: Mention, own: readonly Mention[]): boolean {
  if (language.taking === undefined) return false;
  if (language.taking.denied.test(textOf(tokens))) return true;
  const rest = tokens.filter(
    ({ text }, at) =>
      !(at >= from && at < to) && !own.some((each) => each.from <= at && at < each.to) && /\p{L}/u.test(text),
  );
  if (rest.some(({ text }) => language.taking?.taking.test(text))) return false;
  return rest.some(({ text }) => !functionWords.has(text));
}
