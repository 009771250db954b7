import { isContentWord, stem, words } from './words.ts';

/** What a text says of a word: that it is so, that it is not so; `asked` where a question was left without its answer. */
export interface Assertion {
  readonly word: string;
  readonly says: 'affirmed' | 'denied' | 'asked';
}

const anyNegation =
  'no|not|never|none|without|neither|nor|nil|denies|denied|deny|denying|negative|absent|cannot|unable|lacks?|free of|ruled out|rules out';
const negation = new RegExp(`^(?:${anyNegation})$|n['’]t$|^(?:do|ca|wo|did|does|is|was|have|has|are|were|could|would)nt$`, 'i');
/** Stands behind what it denies: `straight leg raise is negative`. */
const behind = /^(?:absent|negative|denied|none|unremarkable)$/i;
/** Here a negation ends: a clause begins that has its own verb or turns against it. */
const scopeEnd =
  /[.;:!?]|,(?=[^,.;]*\b(?:present|positive|noted|persists?)\b)|\b(?:but|however|although|though|except|because|since|until|yet|still|instead|whereas|while|so)\b|(?:,|\band\b|\bor\b)\s*(?:also\s+)?(?=(?:i|he|she|it|they|we|you|there|the patient|patient|reports?|has|had|is|are|was|endorses?|complains?|admits?|states?|just|only|does)\b)/i;
/** No negation at all, though it looks like one. */
const notNegation = /\bnot (?:only|just)\b|\bno (?:doubt|question|problem)\b|\bnot sure\b/gi;
/** A question, and no statement that only asks for assent (`…, right?`). */
const question = /(?<!,\s*(?:all right|alright|right|okay|ok|correct|yeah)\s*)[?？]\s*$/i;
const answersNo = /^\W*(?:no|nope|nah|not (?:really|at all)|never|none|uh-uh|i (?:do|did|have|am|was)(?:n['’]t| n['’]t| not))\b/i;
const answersYes = /^\W*(?:yes|yeah|yep|yup|correct|right|mm-?hmm|uh-?huh|i (?:do|did|have|am|was))\b/i;

/** A negation reaches this many words, and on over each comma or `or`; further on, it cannot be told. */
const reach = 8;

/**
 * The assertions of passages that are quoted together, in their order. A question asserts what its answer makes of it: after `No` its words
 * are denied, and after another answer that is not a plain yes both readings are possible.
 */
export function assertionsIn(passages: readonly string[]): Assertion[] {
  const sentences = passages
    .flatMap((passage) => passage.split(/(?<=[.?!])\s+|(?<=[？。！])/u))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return sentences.flatMap((sentence, index) => {
    const own = assertionsOf(sentence);
    if (!question.test(sentence)) return own;
    const answer = sentences[index + 1];
    if (answer === undefined || question.test(answer)) return all(own, 'asked');
    if (answersNo.test(answer)) return all(own, 'denied');
    if (answersYes.test(answer)) return all(own, 'affirmed');
    return [...all(own, 'affirmed'), ...all(own, 'denied')];
  });
}

function all(assertions: readonly Assertion[], says: Assertion['says']): Assertion[] {
  return assertions.map(({ word }) => ({ word, says }));
}

/** Whether the source does not say, of a word that it holds, what the statement clearly says of it. */
export function contradicts(source: readonly Assertion[], stated: readonly Assertion[]): boolean {
  const said = readings(source);
  return [...readings(stated)].some(([word, [reading, other]]) => {
    if (reading === undefined || reading === 'asked' || other !== undefined) return false;
    return said.get(word)?.has(reading) === false;
  });
}

function readings(assertions: readonly Assertion[]): Map<string, Set<Assertion['says']>> {
  const byWord = new Map<string, Set<Assertion['says']>>();
  for (const { word, says } of assertions) byWord.set(word, (byWord.get(word) ?? new Set()).add(says));
  return byWord;
}

/** After NegEx (Chapman et al., 2001): a negation reaches forward in its clause, some reach back over it. */
function assertionsOf(sentence: string): Assertion[] {
  // A plain answer in front (`No, I feel fine`) denies the question and not what follows.
  const plain = sentence.replace(notNegation, ' ').replace(/^\W*no\s*[,.]\s*/i, '');
  return plain.split(scopeEnd).flatMap(assertionsOfClause);
}

function assertionsOfClause(clause: string): Assertion[] {
  const tokens = clause.replace(/\b(?:free|ruled|rules) (?:of|out)\b/gi, 'absent').match(/,|[\p{L}\p{N}'’]+/gu) ?? [];
  let left = 0;
  let negated = tokens.some((token, index) => index > 0 && behind.test(token));
  if (negated) left = tokens.length;
  return tokens.flatMap((token) => {
    if (negation.test(token)) negated = true;
    const renews = negation.test(token) || token === ',' || /^n?or$/i.test(token);
    left = renews ? Math.max(left, reach) : left - 1;
    const [word] = words(token);
    if (renews || word === undefined || !isContentWord(word) || /\d/.test(word)) return [];
    if (!negated) return [{ word: stem(word), says: 'affirmed' as const }];
    const denied = { word: stem(word), says: 'denied' as const };
    return left >= 0 ? [denied] : [denied, { word: stem(word), says: 'affirmed' as const }];
  });
}
