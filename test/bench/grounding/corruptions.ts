/** A statement made wrong in one way; undefined where it holds nothing that could be changed so. */
export type Corruption = (statement: string) => string | undefined;

/** What a model gets wrong that a reader would not notice. */
export const corruptions: Readonly<Record<string, Corruption>> = {
  'number changed': changeNumber,
  'negation flipped': flipNegation,
  'side swapped': swapSides,
  'doses exchanged': exchangeDoses,
  'frequency changed': changeFrequency,
  'judgement turned': turnJudgement,
};

const numbers = 'two three four five six seven eight nine ten eleven twelve'.split(' ');

/** The first number becomes another one of the same length: 25 is 36, `three` is `four`. */
function changeNumber(statement: string): string | undefined {
  const figure = /(?<![\p{L}\d])\d+/u;
  const word = new RegExp(`\\b(?:${numbers.join('|')})\\b`, 'i');
  if (figure.test(statement)) {
    return statement.replace(figure, (digits) => digits.replace(/\d/g, (digit) => String((Number(digit) % 9) + 1)));
  }
  return word.test(statement)
    ? statement.replace(word, (name) => numbers[(numbers.indexOf(name.toLowerCase()) + 1) % numbers.length] ?? '')
    : undefined;
}

const flips: readonly (readonly [said: RegExp, flipped: string])[] = [
  [/\bdenies(?: any)?\b/i, 'reports'],
  [/\bno (?=\p{L}{4})/iu, 'has '],
  [/\bwithout\b/i, 'with'],
  [/\b(was|is|has|does|did|are|were|have) not\b/i, '$1'],
  [/\breports\b/i, 'denies'],
  [/\b(?:has|had) (?=an?\b|\p{L}{4})/iu, 'has no '],
  [/\b(is|was) (?=\p{L}{4})/iu, '$1 not '],
];

function flipNegation(statement: string): string | undefined {
  const flip = flips.find(([said]) => said.test(statement));
  return flip && statement.replace(...flip);
}

function swapSides(statement: string): string | undefined {
  const side = /\b(left|right)\b/gi;
  return side.test(statement)
    ? statement.replace(side, (said) => (said.toLowerCase() === 'left' ? 'right' : 'left'))
    : undefined;
}

/** Two doses change places: `A 5 mg and B 10 mg` is `A 10 mg and B 5 mg`. */
function exchangeDoses(statement: string): string | undefined {
  const dose = /\b\d[\d.,]*(?: ?(?:mg|mcg|milligrams?|micrograms?|units?))\b/gi;
  const [first, second] = statement.match(dose) ?? [];
  if (first === undefined || second === undefined || first === second) return undefined;
  let turn = 0;
  return statement.replace(dose, (said) => ({ 0: second, 1: first })[turn++] ?? said);
}

const frequencies: readonly (readonly [said: RegExp, other: string])[] = [
  [/\btwice (a day|daily)\b/i, 'three times $1'],
  [/\bonce (a day|daily)\b/i, 'twice $1'],
  [/\b(?:three|3) times (a day|daily)\b/i, 'twice $1'],
  [/\bevery (?:six|6) hours\b/i, 'every 12 hours'],
  [/\bevery (?:four|4) (to|hours)\b/i, 'every 2 $1'],
  [/\bdaily\b/i, 'weekly'],
  [/\bevery day\b/i, 'every week'],
  [/\ba day\b/i, 'a week'],
  [/\ba week\b/i, 'a month'],
];

function changeFrequency(statement: string): string | undefined {
  const change = frequencies.find(([said]) => said.test(statement));
  return change && statement.replace(...change);
}

const judgements: ReadonlyMap<string, string> = new Map(
  [
    'good bad',
    'normal abnormal',
    'better worse',
    'improved worsened',
    'improving worsening',
    'start stop',
    'continue stop',
    'increase decrease',
    'high low',
    'positive negative',
    'able unable',
  ].flatMap((pair): [string, string][] => {
    const [one = '', other = ''] = pair.split(' ');
    return [
      [one, other],
      [other, one],
    ];
  }),
);

/** The first judgement becomes its contrary: `normal` is `abnormal`. */
function turnJudgement(statement: string): string | undefined {
  const word = new RegExp(`\\b(?:${[...judgements.keys()].join('|')})\\b`, 'i');
  return word.test(statement)
    ? statement.replace(word, (said) => judgements.get(said.toLowerCase()) ?? said)
    : undefined;
}
