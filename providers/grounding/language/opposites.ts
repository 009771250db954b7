import { normalizeSynonyms } from './clinical-synonyms.ts';
import { readSentences } from './negation.ts';
import { remembered } from './remembered.ts';
import { isContentWord, stem, tokenizeWords } from './words.ts';

/**
 * Words that judge a thing on one scale, by pole. What a `not` stands before counts for the other pole. Only words whose
 * contrary a note must not say: `better` and `worse`, `start` and `stop`, and not `red` and `pale`.
 */
const scales: Readonly<Record<string, readonly (readonly [pole: string, contrary: string, words: string])[]>> = {
  course: [
    ['better', 'worse|same', 'better|improv(?:e|es|ed|ing|ement)'],
    ['worse', 'better|same', 'worse|worsen(?:s|ed|ing)?|worst|deteriorat(?:es?|ed|ing)'],
    [
      'same',
      'worse|better',
      'unchanged|stable|(?:about |the )?same as (?:before|always|ever)|(?:no|not any) (?:better or worse|change)',
    ],
  ],
  judgement: [
    [
      'good',
      'bad',
      'good|great|fine|excellent|well(?= controlled| healed|[.,!]? *$)|(?<=(?:do|does|doing|feel|feels|feeling|look|looks|looking|controlled|going|healing) (?:really |very |pretty |quite )?)well',
    ],
    ['normal', 'bad|high|low', 'normal(?:ly)?|unremarkable|within normal limits|intact|regular'],
    [
      'bad',
      'good|normal',
      'bad|badly|poor(?:ly)?|terrible|awful|abnormal(?:ly)?|irregular|impaired|uncontrolled|out of control|concerning|horrible',
    ],
    ['high', 'low|normal', 'high|higher|elevated|increased|too high'],
    ['low', 'high|normal', 'low|lower|decreased|reduced|limited|diminished'],
  ],
  change: [
    [
      'up',
      'down',
      'increas(?:e|es|ing)|rais(?:e|es|ing)|(?:go|going|move|bump|bumping) (?:it |that |you |the dose )?up|double',
    ],
    [
      'down',
      'up',
      'decreas(?:e|es|ing)|lower(?:ing)?|reduc(?:e|es|ing)|(?:go|going|cut|cutting|taper|tapering) (?:it |that |you |the dose )?(?:down|back)|wean',
    ],
  ],
  presence: [
    ['on', 'over', 'still|persists?|persistent|persisting|continu(?:es?|ed|ing)|ongoing|remains?|lingering|constant'],
    [
      'over',
      'on',
      'gone|resolv(?:e|es|ed|ing)|(?:went|gone|go|goes) away|no longer|stopped|subsided|cleared up|(?:not|never) (?:come|came|return(?:ed)?) back|over with',
    ],
  ],
  return: [
    ['back', 'away', 'returned|recurred|recurrent|(?:came|come|comes|coming) back'],
    ['away', 'back', 'not returned|not recurred'],
  ],
  treatment: [
    [
      'go',
      'end',
      'start(?:s|ed|ing)?|begin|initiate|continu(?:e|es|ed|ing)|keep (?:taking|using|on)|stay on|resume|prescribe|add|allowed|permitted|may|okay to|safe to',
    ],
    [
      'end',
      'go',
      "stop(?:s|ped|ping)?|discontinu(?:e|es|ed|ing)|held|hold(?:ing)?(?: off)?|quit|avoid(?:s|ed|ing)?|stay away from|come off|ran out|(?:not|n't|never|forgot to) tak(?:e|en|ing)|forgot|not (?:be )?(?:start|add)(?:ed|ing)?",
    ],
  ],
  frequency: [
    ['often', 'seldom', 'often|frequent(?:ly)?|all the time|constantly|always'],
    ['seldom', 'often', 'rarely|hardly ever|hardly|seldom|once in a while|almost never'],
  ],
  severity: [
    ['mild', 'severe', 'mild(?:ly)?|slight(?:ly)?'],
    ['severe', 'mild', 'severe(?:ly)?|excruciating|unbearable|intense'],
  ],
  growth: [
    ['benign', 'malignant', 'benign'],
    ['malignant', 'benign', 'malignan(?:t|cy)|cancer(?:ous)?'],
  ],
};
const poles = Object.entries(scales).flatMap(([scale, all]) =>
  all.map(([pole, contrary, words]) => ({
    scale,
    pole,
    contrary: new Set(contrary.split('|')),
    words: new RegExp(`(?<![\\p{L}'’-])(?:${words})(?![\\p{L}-])`, 'giu'),
  })),
);
type Pole = (typeof poles)[number];
const anyPole = new RegExp(poles.map(({ words }) => words.source).join('|'), 'iu');

const negated =
  /(?:\b(?:not?|never|without|cannot|nor|denies|denied|isnt|wasnt|nothing)\b|n['’]t\b)(?! (?:only|just)\b)(?:[ ,]+[\w'’]+){0,3}[ ]*$/iu;
/** Part of a sentence that has a judgement of its own. */
const parting = /[,;]|\b(?:but|however|although|though|except|while|whereas|and|because|so)\b/i;
/** What stands here was said of the sentence before. */
const pointing =
  /^\W*(?:(?:yeah|yes|no|well|um+|uh+|and|but|so|oh|,)\W+)*(?:it|that|they|those|this|these|still|not|better|worse|gone)\b/i;

/** A judgement and the words that it may be about. */
interface Judged {
  readonly pole: Pole;
  readonly isNegated: boolean;
  readonly about: ReadonlySet<string>;
}

/**
 * Tells whether a statement judges a thing contrary to every judgement that its source gives of it: improved for worse,
 * normal for abnormal, continue for stop. What the source does not judge is not contrary.
 *
 * @param cited texts of the cited passages, in the order of the source
 */
export function saysOpposite(cited: readonly string[], statement: string): boolean {
  const stated = judgementsIn([statement]);
  if (stated.length === 0) return false;
  const said = judgementsIn(cited);
  return stated.some((each) => {
    const same = said.filter(
      ({ pole, about }) => pole.scale === each.pole.scale && each.about.values().some((word) => about.has(word)),
    );
    return same.length > 0 && same.every((other) => isContrary(each, other));
  });
}

function isContrary(one: Judged, other: Judged): boolean {
  return one.isNegated === other.isNegated
    ? !one.isNegated && one.pole.contrary.has(other.pole.pole)
    : one.pole.pole === other.pole.pole;
}

function judgementsIn(passages: readonly string[]): Judged[] {
  let before: ReadonlySet<string> = new Set();
  return readSentences(passages).flatMap(({ text, polarity }) => {
    const sentence = normalizeSynonyms(text).toLowerCase();
    const own = topicsOf(sentence);
    const about = pointing.test(sentence) || own.size === 0 ? new Set([...before, ...own]) : own;
    before = about;
    if (polarity === 'asked' || polarity === 'open') return [];
    return partsOf(sentence).flatMap((part) => {
      const topics = topicsOf(part);
      return judgementsOf(part).map(({ pole, isNegated }) => ({
        pole,
        isNegated: isNegated !== (polarity === 'denied'),
        about: topics.size === 0 || pointing.test(part) ? about : topics,
      }));
    });
  });
}

function partsOf(sentence: string): readonly string[] {
  return sentence.split(parting).filter((part) => part.trim() !== '');
}

const judgementsOf = remembered((part): readonly { pole: Pole; isNegated: boolean }[] => {
  // Most parts judge nothing.
  if (!anyPole.test(part)) return [];
  return poles.flatMap((pole) =>
    [...part.matchAll(pole.words)].map(({ index }) => ({
      pole,
      isNegated: negated.test(part.slice(Math.max(0, index - 40), index)),
    })),
  );
});

const judging = new RegExp(`^(?:${poles.map(({ words }) => words.source).join('|')})$`, 'iu');
const vague: ReadonlySet<string> = new Set(
  'patient today week day month year time need want feel look pain thing lot little kind bit exam sign vital pretty overall doctor currently take dose problem change'
    .split(' ')
    .map(stem),
);

const topicsOf = remembered(
  (text): ReadonlySet<string> =>
    new Set(
      tokenizeWords(text)
        .filter((word) => isContentWord(word) && !/\d/.test(word) && !judging.test(word))
        .map(stem)
        .filter((word) => !vague.has(word)),
    ),
);
