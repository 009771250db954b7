import { stem } from 'chronoscribe/language';
import { entriesOf } from '../../language/word-lists.ts';

/** Judgements on one scale, and their contraries: what `not` stands before counts for the other pole. */
const scales = entriesOf('judgements.txt').map(([scale, poles]) => [scale, ...poles.split(' / ')] as const);

/** Scales of conditions, which are terms too. */
export const scalesOfTerms: ReadonlySet<string> = new Set(['~pressure', '~lipids', '~thyroid']);

export interface Judgement {
  readonly scale: string;
  readonly isFirst: boolean;
}

const byWord = new Map<string, readonly Judgement[]>();
for (const [scale, ...poles] of scales)
  for (const [index, words] of poles.entries())
    for (const word of new Set(words.split(' ').map(stem)))
      byWord.set(word, [...(byWord.get(word) ?? []), { scale: `~${scale}`, isFirst: index === 0 }]);

/** The scales on which a word judges, and where; none if it judges nothing. */
export function judgementsOf(word: string): readonly Judgement[] {
  return byWord.get(stem(word)) ?? [];
}
