import { stem } from 'chronoscribe/language';

/** Judgements on one scale, and their contraries: what `not` stands before counts for the other pole. */
const scales: readonly (readonly [scale: string, one: string, contrary: string])[] = [
  [
    'course',
    'better improve improves improved improving improvement',
    'worse worsen worsens worsened worsening worst deteriorated deteriorating',
  ],
  [
    'steadiness',
    'stable unchanged',
    'better improve improves improved improving worse worsen worsens worsened worsening',
  ],
  ['state', 'normal normally unremarkable intact regular', 'abnormal abnormally irregular impaired'],
  ['quality', 'good great excellent fine', 'bad badly poor poorly terrible awful horrible'],
  ['level', 'high higher elevated', 'low lower diminished'],
  [
    'change',
    'increase increases increased increasing raise raised double',
    'decrease decreases decreased decreasing reduce reduced reducing lower lowering',
  ],
  [
    'presence',
    'still persist persists persistent persisted ongoing remains lingering constant',
    'resolve resolves resolved resolving subsided gone',
  ],
  [
    'treatment',
    'start starts started starting begin initiate continue continues continued continuing resume keep',
    'stop stops stopped stopping discontinue discontinued discontinuing quit hold held',
  ],
  ['often', 'often frequent frequently always constantly', 'rarely seldom'],
  ['severity', 'severe severely excruciating', 'mild mildly slight slightly'],
  ['growth', 'malignant malignancy cancerous cancer', 'benign'],
  ['result', 'positive', 'negative'],
  ['return', 'returned recurred recurrent', 'resolved'],
  ['pressure', 'hypertension', 'hypotension'],
  ['lipids', 'hyperlipidemia', 'hypolipidemia'],
  ['thyroid', 'hyperthyroidism', 'hypothyroidism'],
  ['ability', 'able', 'unable'],
];

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
