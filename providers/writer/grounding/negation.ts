import { isContentWord, stem, tokenizeWords } from './words.ts';

/** Words that frame a finding: what a sentence denies of them (`no history of`, `not since last year`) it mostly denies of something else. */
const framingWords: ReadonlySet<string> = new Set(
  `history time day week month year night morning evening past last previous prior recent current currently present family member patient
  several type kind sort other else evidence sign issue problem complaint concern notice experience seem appear report state note feel
  home old left right way part place person people doctor visit episode change help start use used usual completely really much very`
    .split(/\s+/)
    .map(stem),
);

/** What a text says of a word: that it is so, that it is not so; `asked` where a question was left without its answer. */
export interface Assertion {
  readonly word: string;
  readonly polarity: 'affirmed' | 'denied' | 'asked';
}

const anyNegation =
  'no|not|never|none|without|neither|nor|nil|denies|denied|deny|denying|negative|absent|cannot|unable|lacks?|free of|ruled out|rules out';
const negation = new RegExp(`^(?:${anyNegation})$|n['’]t$|^(?:do|ca|wo|did|does|is|was|have|has|are|were|could|would)nt$`, 'i');
/** Stands behind what it denies: `straight leg raise is negative`. */
const postNegation = /^(?:absent|negative|denied|none|unremarkable)$/i;
/** A clause of its own behind `and`: of a person, or of a thing with its verb (`no swelling, and your reflexes are equal`). */
const ownClause = [
  /(?:i|he|she|it|they|we|you|there|the patient|patient)\b/,
  /(?:reports?|has|had|is|are|was|endorses?|complains?|admits?|states?|just|only|does)\b/,
  /(?:your|my|his|her|their|its|the|this|these|those|both)\s+(?:[\w'’-]+\s+){1,3}(?:is|are|was|were|looks?|feels?|seems?)\b/,
];
/** Here a negation ends: a clause begins that has its own verb or turns against it. */
const scopeEnd = new RegExp(
  [
    /[.;:!?]|,(?=[^,.;]*\b(?:present|positive|noted|persists?)\b)/,
    /\b(?:but|however|although|though|except|because|since|until|yet|still|instead|whereas|while|so|due to|secondary to|caused by)\b/,
    new RegExp(`(?:,|\\band\\b|\\bor\\b)\\s*(?:also\\s+)?(?=${ownClause.map(({ source }) => source).join('|')})`),
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
/** No negation at all, though it looks like one. */
const pseudoNegation = /\bnot (?:only|just)\b|\bno (?:doubt|question|problem)\b|\bnot sure\b/gi;
/** A question, and no statement that only asks for assent (`…, right?`). Not every recogniser hears its mark. */
const question =
  /(?<!,\s*(?:all right|alright|right|okay|ok|correct|yeah)\s*)[?？]\s*$|^\W*(?:any\b|(?:do|did|have|are|were|is|was) (?:you|there|he|she)\b)/i;
/** Asks for more on what is so: `How long have you had the fever?` */
const presupposingQuestion =
  /^\W*(?:(?:and|so|okay|ok|well)\b\W*)*(?:how (?:long|often|many|much|old)|when|where|which|why)\b(?!.*\b(?:any|ever)\b)/i;
/** An answer may begin with a sound or two: `Um, well, no`. */
const hesitating = String.raw`^\W*(?:(?:oh|um+|uh|er|ah|well|so|actually|hm+|okay|ok)\b\W*)*`;
const answersNo = new RegExp(
  String.raw`${hesitating}(?:(?:absolutely|definitely|certainly|of course) not|no|nope|nah|not (?:really|at all|that|any)|never|none|nothing|uh-uh|i(?:['’]ve| have| had)? never|i (?:do|did|have|am|was|had|would|can)(?:n['’]t| n['’]t| not))\b`,
  'i',
);
const answersYes = new RegExp(
  String.raw`${hesitating}(?:yes|yeah|yep|yup|correct|right|exactly|absolutely|definitely|certainly|of course|mm-?hmm|uh-?huh|i (?:do|did|have|am|was))\b`,
  'i',
);

/** A negation reaches this many words, and on over each comma or `or`; further on, it cannot be told. */
const negationWindow = 8;

/**
 * The assertions of passages that are quoted together, in their order. A question asserts what its answer makes of it: after `No` its words
 * are denied, and after another answer that is not a plain yes both readings are possible. Questions that one passage asks in a row share an answer.
 */
export function parseAssertions(passages: readonly string[]): Assertion[] {
  const sentences = passages.flatMap((passage, index) =>
    passage
      .split(/(?<=[.?!])\s+|(?<=[？。！])/u)
      .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
      .map((text) => ({ text, passage: index })),
  );
  const answers = answersTo(sentences);
  return sentences.flatMap(({ text }, index) => {
    const own = assertionsOfSentence(text);
    if (!question.test(text)) return own;
    const answer = answers[index];
    if (answer === undefined || question.test(answer)) return withPolarity(own, 'asked');
    if (answersNo.test(answer)) return withPolarity(own, 'denied');
    if (answersYes.test(answer) || presupposingQuestion.test(text)) return withPolarity(own, 'affirmed');
    return [...withPolarity(own, 'affirmed'), ...withPolarity(own, 'denied')];
  });
}

interface Sentence {
  readonly text: string;
  /** The place of the passage that it stands in. */
  readonly passage: number;
}

/** What follows each sentence: the next one, or the one after all questions of its passage that follow it. */
function answersTo(sentences: readonly Sentence[]): readonly (string | undefined)[] {
  const answers: (string | undefined)[] = [];
  for (let index = sentences.length - 2; index >= 0; index -= 1) {
    const next = sentences[index + 1];
    const isSameRow = next?.passage === sentences[index]?.passage && question.test(next?.text ?? '');
    answers[index] = isSameRow ? answers[index + 1] : next?.text;
  }
  return answers;
}

function withPolarity(assertions: readonly Assertion[], polarity: Assertion['polarity']): Assertion[] {
  return assertions.map(({ word }) => ({ word, polarity }));
}

/**
 * Whether the source does not say, of a word that it holds, what the statement clearly says of it. Words that only frame a finding count where
 * the statement says the same of no other word of the source.
 */
export function contradicts(source: readonly Assertion[], stated: readonly Assertion[]): boolean {
  const said = polaritiesByWord(source);
  const clear = [...polaritiesByWord(stated)].flatMap(([word, [reading, other]]) => {
    const sources = said.get(word);
    if (reading === undefined || reading === 'asked' || other !== undefined || sources === undefined) return [];
    return [{ reading, isFraming: framingWords.has(word), isBorneOut: sources.has(reading) }];
  });
  return clear.some(({ reading, isFraming, isBorneOut }) => {
    if (isBorneOut) return false;
    return !isFraming || !clear.some((other) => other.reading === reading && !other.isFraming);
  });
}

function polaritiesByWord(assertions: readonly Assertion[]): Map<string, Set<Assertion['polarity']>> {
  const byWord = new Map<string, Set<Assertion['polarity']>>();
  for (const { word, polarity } of assertions) byWord.set(word, (byWord.get(word) ?? new Set()).add(polarity));
  return byWord;
}

function isFinding(word: string): boolean {
  return word.length > 1 && isContentWord(word) && !/\d/.test(word);
}

/** After NegEx (Chapman et al., 2001): a negation reaches forward in its clause, some reach back over it. */
function assertionsOfSentence(sentence: string): Assertion[] {
  // A plain answer in front (`No, I feel fine`) denies the question and not what follows.
  const plain = sentence.replace(pseudoNegation, ' ').replace(/^\W*no\s*[,.]\s*/i, '');
  return plain.split(scopeEnd).flatMap(assertionsOfClause);
}

function assertionsOfClause(clause: string): Assertion[] {
  const tokens = clause.replace(/\b(?:free|ruled|rules) (?:of|out)\b/gi, 'absent').match(/,|[\p{L}\p{N}'’]+/gu) ?? [];
  let left = 0;
  let negated = tokens.some((token, index) => index > 0 && postNegation.test(token));
  if (negated) left = tokens.length;
  return tokens.flatMap((token) => {
    if (negation.test(token)) negated = true;
    const renews = negation.test(token) || token === ',' || /^n?or$/i.test(token);
    left = renews ? Math.max(left, negationWindow) : left - 1;
    const [word] = tokenizeWords(token);
    if (renews || word === undefined || !isFinding(word)) return [];
    if (!negated) return [{ word: stem(word), polarity: 'affirmed' as const }];
    const denied = { word: stem(word), polarity: 'denied' as const };
    return left >= 0 ? [denied] : [denied, { word: stem(word), polarity: 'affirmed' as const }];
  });
}
