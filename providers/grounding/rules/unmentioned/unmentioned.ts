import type { CitingStatement, Passage, Unmentioned } from 'chronoscribe/kinds/grounding';
import { sentencesOf } from 'chronoscribe/language';
import { conveyedBy, repeats } from './conveyed.ts';
import { type Exchange, exchangesOf, isNoContent } from './exchanges.ts';

/**
 * What a source says with content and no statement of the note conveys, in its order: sentences, and questions with their
 * answers. It knows no vocabulary: a sentence is left out only if it is surely small talk, or if statements have its words,
 * numbers and negations.
 */
export function unmentionedIn(passages: readonly Passage[], statements: readonly CitingStatement[]): Unmentioned[] {
  const isConveyed = conveyedBy(statements);
  const seen = new Set<string>();
  const all = exchangesOf(sentencesOf(passages));
  const found = all.flatMap((exchange, at) => {
    const own = [...exchange.asked, ...exchange.said];
    const indexes = [...new Set(own.flatMap((sentence) => sentence.passages))].toSorted((one, other) => one - other);
    const evidence = indexes.flatMap((at) => passages[at]?.id ?? []);
    if (isNoContent(exchange) || isConveyed(exchange, evidence) || repeats(exchange, all[at - 1])) return [];
    const text = textOf(exchange);
    const key = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ first: indexes[0] ?? 0, evidence, text, speaker: own[0]?.speaker ?? null }];
  });
  return found.toSorted((one, other) => one.first - other.first).map(({ first: _, ...entry }) => entry);
}

function textOf({ asked, said }: Exchange): string {
  return [asked, said]
    .filter(({ length }) => length > 0)
    .map((sentences) => sentences.map(({ text }) => text).join(' '))
    .join(' – ');
}
