import { normalizeSynonyms } from './clinical-synonyms.ts';
import { remembered } from './remembered.ts';
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
  /** What a negation later in the clause is said of: `surgery` in `surgery is not needed`. */
  readonly isSubject?: boolean;
  /** Which words stand together: the items of a list are phrases of their own. Unique in a text. */
  readonly phrase: string;
}

const anyNegation =
  'no|not|never|none|without|neither|nor|nil|denies|denied|deny|denying|negative|absent|cannot|unable|lacks?|free of|ruled out|rules out';
const negation = new RegExp(
  `^(?:${anyNegation})$|n['’]t$|^(?:do|ca|wo|did|does|is|was|have|has|are|were|could|would)nt$`,
  'i',
);
/** Follows what it denies: `straight leg raise is negative`. */
const postNegation = /^(?:absent|negative|denied|unremarkable)$/i;
/** What is not there: `fever was not present`. */
const notThere =
  /\b(?:not (?:been )?(?:present|there|noted|seen|reported|appreciated|found|observed|visible|detected)|none)\W*$/i;
const determiner = /^(?:no|without|denies|denied|denying|none|nor|neither)$/i;
/** Where and when something is denied is not itself denied: `no fracture on the x-ray`. */
const setting = /^(?:on|with|at|in|during|after|before|for|to|from|over|when|while|by|than)$/i;
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
    /[.;:!?]|,(?=[^,.;]*\b(?:present|positive|noted|persists?)\b|\s*(?:negative|absent)\b)|(?<=\b(?:positive|negative|present|absent)),/,
    /\b(?:but|however|although|though|except|other than|because|since|until|yet|still|instead|whereas|while|so|due to|secondary to|caused by)\b/,
    new RegExp(`(?:,|\\band\\b|\\bor\\b)\\s*(?:also\\s+)?(?=${ownClause.map(({ source }) => source).join('|')})`),
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
/** Looks like a negation and is none (NegEx calls it a pseudo-negation). */
const pseudoNegation =
  /\bnot (?:only|just)\b|\b(?:not|no) (?:more|less|later|longer|earlier) than\b|\bnot until\b|\bno (?:doubt|question|problem)\b|\bnot sure\b/gi;
/**
 * A question, but not a statement that asks for assent (`…, right?`). Speech recognisers may omit the question mark.
 */
const question =
  /(?<!,\s*(?:all right|alright|right|okay|ok|correct|yeah)\s*)[?？]\s*$|^\W*(?:any\b|(?:do|did|have|are|were|is|was) (?:you|there|he|she)\b)/i;
/** A question that presupposes its content: `How long have you had the fever?` */
const presupposingQuestion =
  /^\W*(?:(?:and|so|okay|ok|well)\b\W*)*(?:how (?:long|often|many|much|old)|when|where|which|why)\b(?!.*\b(?:any|ever)\b)/i;
/** Where a question begins in speech without punctuation: `that's good have you had any fever`. */
const questionInSpeech =
  /(?<!\b(?:what|how|when|where|why|who|which|that|if|long|often|many|much|and|so|then|okay|,)) +(?=(?:(?:and|so|then|now) )*(?:(?:have|do|did|are|were) you|(?:is|are|was|were) there) (?:ever |had |have |having |noticed |experienc|get |any\b|tak|us|smok|drink|allerg|feel))/gi;
/** Hesitations before an answer: `Um, well, no`. */
const hesitating = String.raw`^\W*(?:(?:oh|um+|uh|er|ah|well|so|actually|hm+|okay|ok)\b\W*)*`;
const answersNo = new RegExp(
  String.raw`${hesitating}(?:(?:absolutely|definitely|certainly|of course) not|no|nope|nah|not (?:really|at all|that|any)|never|none|nothing|uh-uh|i(?:['’]ve| have| had)? never|i (?:do|did|have|am|was|had|would|can)(?:n['’]t| n['’]t| not))\b`,
  'i',
);
/** `No, it is worse`: what the question presupposes is not denied. */
const correctsQuestion =
  /^\W*(?:(?:no|nope|nah)\W+)+(?:it(?:['’]s| is| was| got| has)|(?:that|they)(?:['’]s|['’]re| are| is)|(?:just |only |more )?(?:on |in )?(?:the|my|both)\b|just\b|only\b|left\b|right\b)(?!(?: \w+){0,2} (?:not|no|never)\b| nothing)/i;
const answersYes = new RegExp(
  String.raw`${hesitating}(?:yes|yeah|yep|yup|correct|right|exactly|absolutely|definitely|certainly|of course|mm-?hmm|uh-?huh|i (?:do|did|have|am|was))\b`,
  'i',
);

/** `nontender` denies what `tender` says. */
const opposing =
  /^(?:non-?(?=\p{L}{4})|un(?=(?:remarkable|stable|equal|able|controlled|healthy|comfortable|steady|responsive|clear)$))/iu;

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
  const sentences = readSentences(passages);
  const told = Map.groupBy(
    sentences.filter(({ polarity }) => polarity === 'told'),
    ({ passage }) => passage,
  );
  return sentences.flatMap(({ text, passage, polarity }, index) => {
    const own = assertionsOfSentence(text).map((each) => ({ ...each, phrase: `${index}.${each.phrase}` }));
    switch (polarity) {
      case 'told':
        return own;
      case 'open': {
        const answered = (told.get(passage + 1) ?? []).flatMap((answer) => assertionsOfSentence(answer.text));
        const left = own.filter(({ word }) => !answered.some((answer) => answer.word === word));
        return [...withPolarity(left, 'affirmed'), ...withPolarity(left, 'denied')];
      }
      default:
        return withPolarity(own, polarity);
    }
  });
}

/** A sentence, and how it was meant: a question by its answer, `open` after one that is neither yes nor no. */
export interface ReadSentence extends Sentence {
  readonly polarity: Assertion['polarity'] | 'told' | 'open';
}

/** Splits passages that are cited together into sentences, and reads questions by their answers. */
export function readSentences(passages: readonly string[]): ReadSentence[] {
  const sentences = passages.flatMap((passage, index) =>
    sentencesOf(passage).map((text) => ({ text, passage: index })),
  );
  const answers = answersTo(sentences);
  return sentences.map(({ text, passage }, index) => ({ text, passage, polarity: polarityOf(text, answers[index]) }));
}

const sentencesOf = remembered((passage): readonly string[] =>
  passage
    .split(/(?<=[.?!])\s+|(?<=[？。！])/u)
    .flatMap((sentence) => sentence.split(questionInSpeech))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence)),
);

function polarityOf(sentence: string, answer: string | undefined): ReadSentence['polarity'] {
  if (!question.test(sentence)) return 'told';
  if (answer === undefined || question.test(answer)) return 'asked';
  if (answersNo.test(answer)) return correctsQuestion.test(answer) ? 'open' : 'denied';
  return answersYes.test(answer) || presupposingQuestion.test(sentence) ? 'affirmed' : 'open';
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
  return assertions.map(({ word, phrase }) => ({ word, phrase, polarity }));
}

/**
 * Tells whether a statement contradicts its source: in some phrase of the statement the source says the opposite of as
 * many words as it bears out. Framing words count only if the phrase has no other.
 */
export function contradicts(source: readonly Assertion[], stated: readonly Assertion[]): boolean {
  const said = polaritiesByWord(source);
  const own = polaritiesByWord(stated);
  const phrases = Map.groupBy(
    stated.filter(({ word, isSubject }) => isSubject !== true && own.get(word)?.size === 1),
    ({ phrase }) => phrase,
  );
  return phrases.values().some((all) => {
    const compared = all.filter(({ word }) => said.has(word));
    const named = compared.filter(({ word }) => !framingWords.has(word));
    const telling = named.length > 0 ? named : compared;
    const borneOut = telling.filter(({ word, polarity }) => said.get(word)?.has(polarity) === true);
    return telling.length > borneOut.length && borneOut.length <= telling.length / 2;
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
const assertionsOfSentence = remembered((sentence): readonly Assertion[] => {
  // In `No, I feel fine` the answer denies the question, not what follows.
  const plain = sentence.replace(pseudoNegation, ' ').replace(/^\W*(?:no\s*[,.]\s*)+/i, '');
  return plain
    .split(scopeEnd)
    .flatMap((clause, index) =>
      assertionsOfClause(clause).map((each) => ({ ...each, phrase: `${index}.${each.phrase}` })),
    );
});

function assertionsOfClause(clause: string): Assertion[] {
  const plain = clause
    .replace(/\b(?:free|ruled|rules) (?:of|out)\b/gi, 'absent')
    .replace(/\b(?:rather than|instead of)\b/gi, 'without');
  const tokens = plain.match(/,|[\p{L}\p{N}'’]+/gu) ?? [];
  const deniesAll =
    notThere.test(plain) ||
    tokens.some(
      (token, index) => index > 0 && postNegation.test(token) && !isFinding(tokens[index + 1]?.toLowerCase() ?? ''),
    );
  let left = deniesAll ? tokens.length : 0;
  let negated = deniesAll;
  let isDenying = false;
  let isSetting = false;
  let isNoun = deniesAll;
  const found: Assertion[] = [];
  let item = 0;
  for (const token of tokens) {
    if (/^(?:,|n?or|and)$/i.test(token)) item += 1;
    const phrase = String(item);
    const negates = negation.test(token);
    const renews = negates || token === ',' || /^n?or$/i.test(token);
    if (negates && !negated) for (const [at, each] of found.entries()) found[at] = { ...each, isSubject: true };
    negated ||= negates;
    if (negates || token === ',') {
      isSetting = false;
      isDenying = false;
    }
    if (negates) isNoun = determiner.test(token);
    isSetting ||= isDenying && isNoun && setting.test(token);
    left = renews ? Math.max(left, negationWindow) : left - 1;
    const [word] = tokenizeWords(token);
    if (renews || word === undefined || !isFinding(word)) continue;
    isDenying ||= negated;
    const isDenied = negated !== opposing.test(word);
    const name = stem(normalizeSynonyms(word.replace(opposing, '')));
    if (!isDenied || left < 0 || isSetting) found.push({ word: name, phrase, polarity: 'affirmed' });
    if (isDenied) found.push({ word: name, phrase, polarity: 'denied' });
  }
  return found;
}
