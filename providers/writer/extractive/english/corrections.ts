import { alternation, normalizeApostrophes, testAny, testStart } from './patterns.ts';

/** What precedes a correction and says nothing. */
const filler = /^(?:(?:oh|uh+|um+|and|but|okay|yeah|hmm)\b[\s,.!-]*)+/i;

/** Takes back what was just said. */
const retraction = new RegExp(
  `^(?:no[,.]? )?(?:${alternation(
    /(?:i'm |i am )?sorry\b(?!,? (?:to|about|for|that|if|you|i (?:can|do|am)))/,
    /wait(?=[,.!]| (?:no|i|that|it|actually)\b)|(?:scratch|strike|make) that\b|correction\b|(?:or )?rather\b/,
    /i meant\b|i misspoke|i (?:tell a )?lie\b|my (?:mistake|bad)\b|let me correct/,
    /not (?:the|my|your|in|on|a|an) [^,.]*, /,
  )})`,
  'iu',
);
/** May take back what was just said, or only go on. */
const perhaps = testStart(/actually|i mean/);
const clause = testStart(/(?:actually|i mean)[\s,]+(?:i|i'm|i've|it|it's|he|she|they|we|you|there|that's|that)/);
/** `No, my shoulder.` after a statement of the same speaker, who answers nobody. */
const denial = /^no(?:, (?!no\b|problem|worries|thank)| (?:the|my|it's|it is|actually)\b)/i;
/** `I took nothing. Actually, I did.` */
const reversal =
  /^(?:well,? |no,? )?actually ?,? (?:yes|no|i (?:did|do|have|am|was|can|could|would)|it (?:is|was|does|did)|(?:he|she) (?:did|does|has|is|was))(?= ?[.,!]|$)/i;
const approximation = testStart(/well,? (?:closer|nearer|more|maybe|perhaps|almost|actually|not)/);
/** Narrows what was just said: `Not now.`, `Only at night.`, `Maybe four.` */
const restriction = testStart(/not|only|except|maybe|or maybe|at (?:least|most)/);
const longestRestriction = 8;
const ownSubject = testAny(/\b(?:i|i'm|i'll|you|you'll|we|we'll|we're|he|she)\b/);
/** What is corrected most: numbers, sides and days. */
const detail = testAny(
  /\d|\b(?:left|right|both|upper|lower|inner|outer|inside|outside|once|twice|daily|morning|evening|night|yesterday|today)\b/,
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|half)\b/u,
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:january|february|march|april|june|july|august|september|october|november|december)\b/,
);

/**
 * Tells whether a sentence, as spoken, takes back, replaces or narrows what its speaker has just said: `Sorry, 20.`,
 * `No, my left shoulder.`, `Not now.`
 */
export function isCorrection(spoken: string): boolean {
  const text = normalizeApostrophes(spoken).replace(filler, '');
  if ([retraction, denial, approximation, reversal].some((words) => words.test(text))) return true;
  if (restriction.test(text)) return text.split(' ').length <= longestRestriction && !ownSubject.test(text);
  return perhaps.test(text) && (!clause.test(text) || detail.test(text));
}

/** Tells whether a sentence takes back what was said, even some turns ago. */
export function isRetraction(text: string): boolean {
  return retraction.test(normalizeApostrophes(text).replace(filler, ''));
}

/** A correction inside a sentence: `20, I mean 30`, `the right, sorry, left knee`. */
const inside = testAny(
  /[,.] ?(?:no,? )?(?:(?:i'm )?sorry|i mean|i meant|scratch that|strike that|make that|or rather|i (?:tell a )?lie|(?:no,? )?wait)\b/,
);

/** Tells whether a text corrects itself; a note quotes it. */
export function correctsItself(text: string): boolean {
  return inside.test(normalizeApostrophes(text));
}
