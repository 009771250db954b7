import { isContentWord, stem, tokenizeWords } from './words.ts';

/**
 * Stems of words that frame a finding: what a sentence denies of them (`no history of`, `not since last year`) it
 * usually denies of something else.
 */
const framingWords: ReadonlySet<string> = new Set(
  `history time day week month year night morning evening past last previous prior recent current currently present family member patient
  several type kind sort other else evidence sign issue problem complaint concern notice experience seem appear report state note feel
  home old left right way part place person people doctor visit episode change help start use used usual completely really much very`
    .split(/\s+/)
    .map(stem),
);

/** What a text says about a word: affirmed, denied, or `asked` for a question without an answer. */
export interface Assertion {
  readonly word: string;
  readonly polarity: 'affirmed' | 'denied' | 'asked';
}

const anyNegation =
  'no|not|never|none|without|neither|nor|nil|denies|denied|deny|denying|negative|absent|cannot|unable|lacks?|free of|ruled out|rules out';
const negation = new RegExp(
  `^(?:${anyNegation})$|n['’]t$|^(?:do|ca|wo|did|does|is|was|have|has|are|were|could|would)nt$`,
  'i',
);
/** Follows what it denies: `straight leg raise is negative`. */
const postNegation = /^(?:absent|negative|denied|none|unremarkable)$/i;
/**
 * Start of a new clause after `and`: a person, or a thing with its verb (`no swelling, and your reflexes are equal`).
 */
const ownClause = [
  /(?:i|he|she|it|they|we|you|there|the patient|patient)\b/,
  /(?:reports?|has|had|is|are|was|endorses?|complains?|admits?|states?|just|only|does)\b/,
  /(?:your|my|his|her|their|its|the|this|these|those|both)\s+(?:[\w'’-]+\s+){1,3}(?:is|are|was|were|looks?|feels?|seems?)\b/,
];
/** The scope of a negation ends here: a clause with its own verb or a contrast begins. */
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
/** Looks like a negation and is none (NegEx calls it a pseudo-negation). */
const pseudoNegation = /\bnot (?:only|just)\b|\bno (?:doubt|question|problem)\b|\bnot sure\b/gi;
/**
 * A question, but not a statement that asks for assent (`…, right?`). Speech recognisers may omit the question mark.
 */
const question =
  /(?<!,\s*(?:all right|alright|right|okay|ok|correct|yeah)\s*)[?？]\s*$|^\W*(?:any\b|(?:do|did|have|are|were|is|was) (?:you|there|he|she)\b)/i;
/** A question that presupposes its content: `How long have you had the fever?` */
const presupposingQuestion =
  /^\W*(?:(?:and|so|okay|ok|well)\b\W*)*(?:how (?:long|often|many|much|old)|when|where|which|why)\b(?!.*\b(?:any|ever)\b)/i;
/** Hesitations before an answer: `Um, well, no`. */
const hesitating = String.raw`^\W*(?:(?:oh|um+|uh|er|ah|well|so|actually|hm+|okay|ok)\b\W*)*`;
const answersNo = new RegExp(
  String.raw`${hesitating}(?:(?:absolutely|definitely|certainly|of course) not|no|nope|nah|not (?:really|at all|that|any)|never|none|nothing|uh-uh|i(?:['’]ve| have| had)? never|i (?:do|did|have|am|was|had|would|can)(?:n['’]t| n['’]t| not))\b`,
  'i',
);
const answersYes = new RegExp(
  String.raw`${hesitating}(?:yes|yeah|yep|yup|correct|right|exactly|absolutely|definitely|certainly|of course|mm-?hmm|uh-?huh|i (?:do|did|have|am|was))\b`,
  'i',
);

/** A negation covers this many words, and again after each comma or `or`; beyond that the polarity is ambiguous. */
const negationWindow = 8;

/**
 * Finds the assertions of passages that are cited together.
 *
 * The answer decides what a question asserts: after `No` its words are denied; after an answer that is not a plain yes,
 * both polarities are possible. Consecutive questions of one passage share an answer.
 *
 * @param passages texts in the order of the source
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
  /** Index of the passage that contains it. */
  readonly passage: number;
}

/** The answer to each sentence: the next sentence, or the first one after consecutive questions of the same passage. */
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
 * Tells whether a statement contradicts its source: for some word the statement is unambiguous and the source never
 * says the same. Framing words count only if no other word of the statement has the same polarity.
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

/**
 * Assigns polarities as NegEx does (Chapman et al., 2001): a negation covers the following words of its clause, some
 * negations the preceding ones.
 */
function assertionsOfSentence(sentence: string): Assertion[] {
  // In `No, I feel fine` the answer denies the question, not what follows.
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
