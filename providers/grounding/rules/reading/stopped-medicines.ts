import type { Clause } from './clauses.ts';
import { type Mention, textOf } from './mentions.ts';
import type { ReadAssertion } from './reading.ts';

const person = '(?:you|him|her|me|them|myself|yourself)';
const stopping = [
  'stop(?:ped|ping|s)?|quit(?:ting|s)?|discontinu(?:e|ed|es|ing)|hold(?:ing)?(?! off\\b)|held|paus(?:e|ed|ing)|get rid of|done with|finished(?: with)?',
  `(?:come|came|coming|go|went|going|get|got|getting|be|been|tak(?:e|en|ing)|took|wean\\w*|taper\\w*|pull(?:ed|ing)?)(?: ${person})? off(?: of)?`,
  `(?:switch|chang|transition|mov)\\w*(?: ${person})?(?: over)? from|replac(?:e|ed|ing)|no longer (?:take|takes|taking|on|use|uses|using)`,
].join('|');
/** Words between the verb and its medicine; `x` is another medicine. */
const between =
  '(?: (?:taking|using|with|on|all|any|of|the|a|an|your|my|his|her|their|that|this|those|these|both|daily|old|x|and|or|,|\\d+(?:\\.\\d+)?|mg|milligrams?|mcg))*';
const stopBefore = new RegExp(`\\b(?:${stopping})${between} $`);
const verb = new RegExp(`^.*\\b(?=(?:${stopping})${between} $)`);
/** `Do not stop the metformin`, `before you stop it`. */
const notStopped =
  /(?:n't|\b(?:not|never|without|cannot|(?:before|if|when|unless|until|once) (?:you|i|we|he|she|they)))(?: \w+)? $/;
/** `You can stop it after seven days`: until then it is taken. */
const laterOn = /^(?:after|once|when|if|until you)\b/;
const notBegun =
  /\b(?:hold(?:ing)? off(?: on)?|instead of|rather than|in place of)(?: (?:taking|using|starting|giving|any|the|your|a|more|on|you|x|and|or|,))* $/;
const change = /\b(?:chang|switch|replac|swap)\w*(?: (?:out|the|your|my|his|her|you|over|x|and))* $/;
const changedTo = /^(?:\d+ \w+ )?(?:over )?(?:to|for|with|into) (?:the |a |some )?x\b/;
const subject =
  "(?:,|and|but|so|then|i|i'd|i've|we|you|we'll|i'll|let's|please|can|could|just|my|the|doctor|they|he|she|should|have|had|has|will|want|wanted|told|me|to|gonna|going|need|go|ahead|ended|up|already|recently|actually|think|would|like|that|one|with|well|we're|i'm|since)";
const stopAfter = new RegExp(
  `^(?:${subject} )*(?:stop(?:ped)?|quit|hold|held|discontinued?)(?: taking| using)?(?: (?:it|that|them|those|one|ones))?(?: (?:because|since|for|after|last|in|about|a|when|now|today|on|,|\\d+|altogether|completely|cold)\\b|$)`,
);
const passive =
  /^(?:\d+ \w+ )?(?:was|were|is|has been|have been|got|gets) (?:\w+ly |just |already |also )?(?:stopped|discontinued|held|on hold)\b/;
const anyMore = /\b(?:any ?more|any longer)\b/;

/**
 * What a clause says of a medicine that is not taken any more: `historical`; of one that is not to be taken: `absent`;
 * of one that is not to be stopped: `present`. Undefined if it does not speak of stopping.
 *
 * @param own the mentions of the clause
 * @param following the clause after it, if the same person goes on
 */
export function stopped(
  clause: Clause,
  mention: Mention,
  own: readonly Mention[],
  following: { readonly clause: Clause; readonly mentions: readonly Mention[] } | undefined,
  conditional: boolean,
): ReadAssertion | undefined {
  const others = own.filter((other) => other !== mention && other.term.kind === 'medication');
  const before = `${namesHidden(clause.tokens, 0, mention.from, others)} `.trimStart();
  const after = namesHidden(clause.tokens, mention.to, clause.tokens.length, others);
  if (notBegun.test(before)) return 'absent';
  if (change.test(before) && changedTo.test(after)) return 'historical';
  if (stopBefore.test(before) && !/\bx (?:with|for|by|to)(?: the| a)? $/.test(before)) {
    const isHeld = notStopped.test(verb.exec(before)?.[0] ?? '') || laterOn.test(after);
    return isHeld || conditional ? 'present' : 'historical';
  }
  if (passive.test(after) || stopAfter.test(after)) return conditional ? 'present' : 'historical';
  if (anyMore.test(after) && /(?:n't|\bnot)\b/.test(before)) return 'historical';
  const last = own.findLast(({ term }) => term.kind === 'medication');
  if (following === undefined || last !== mention) return undefined;
  if (following.mentions.some(({ term }) => term.kind === 'medication')) {
    const isReplaced =
      /\binstead\b/.test(textOf(following.clause.tokens)) && !/\bof\b/.test(textOf(following.clause.tokens));
    return isReplaced ? (clause.role === 'patient' ? 'historical' : 'absent') : undefined;
  }
  return stopAfter.test(textOf(following.clause.tokens)) ? 'historical' : undefined;
}

/** `Stop the Tylenol and the Advil`: a clause goes on with the list of the one before it. */
export function goesOnWithList({ tokens }: Clause, { from }: Mention): boolean {
  return /^(?:, )?(?:and|or)(?: (?:also|the|your|my|his|her|that))*$/.test(textOf(tokens.slice(0, from)));
}

/** The answer `no, I stopped it`. */
export function saysStopped(answer: string): boolean {
  return /\b(?:i|we|he|she|they|doctor)(?:'ve| have| had| just| actually| already)* (?:stopped|quit|came off|discontinued|went off|got off)\b|\btook me off\b/.test(
    answer,
  );
}

function namesHidden(tokens: Clause['tokens'], from: number, to: number, others: readonly Mention[]): string {
  return textOf(
    tokens.slice(from, to).flatMap((token, index) => {
      const at = from + index;
      const other = others.find((each) => each.from <= at && at < each.to);
      if (other === undefined) return [token];
      return other.from === at ? [{ text: 'x', stem: 'x' }] : [];
    }),
  );
}
