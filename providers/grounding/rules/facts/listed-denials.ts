import type { FactKind } from 'chronoscribe/kinds/grounding';
import type { Clause } from '../reading/clauses.ts';
import type { Mention } from '../reading/mentions.ts';

/** What may be denied in a list. */
const listed: ReadonlySet<FactKind> = new Set(['symptom', 'problem', 'finding', 'medication', 'order', 'procedure']);
const denies = /^(?:no|not|without|negative|\w+n't)$/;
/** What tells more of a thing than that it is missing: how much, where, since when, that it is ordered. */
const specified =
  /^(?:\d|an? |some |mild|moderate|severe|marked)|\b(?:last (?:week|night|month|year|\w+day)|twice|once|since|for \d+|\d times|daily|both|left|right|(?:to|over|on) (?:the|his|her|your|my)|noted|seen|heard|palpable|enlarged|swollen|ordered|scheduled|booked|arranged|prescribed|started|given)\b/;

/**
 * `No tenderness, pitting edema to the knees`: what follows the comma is told in so many words that the denial before it may
 * not mean it. In a list that ends in `or`, it does.
 */
export function isBegunAnew(kind: FactKind, { tokens }: Clause, { from, to }: Mention): boolean {
  const words = tokens.map(({ text }) => text);
  const comma = words.lastIndexOf(',', from - 1);
  if (comma === -1 || !listed.has(kind)) return false;
  const end = words.indexOf(',', to);
  const own = words.slice(comma + 1, end === -1 ? undefined : end).join(' ');
  const goesOn = words.slice(comma + 1).some((word) => /^(?:or|nor|no|not|denies|without)$/.test(word));
  return (
    words.slice(0, comma).some((word) => denies.test(word)) && !goesOn && !/^and\b/.test(own) && specified.test(own)
  );
}
