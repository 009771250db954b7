/**
 * **Internal**: which answer belongs to which question, what texts assert, and which facts statements state, as the
 * rules read them. It loads the word lists: use it in a child process.
 *
 * @example
 * statedFacts(facts, [{ text: 'Takes lisinopril 10 mg daily.', evidence: ['s4'] }]); // ['f2']
 * isGrounded({ text: 'Takes lisinopril 20 mg.', evidence: ['s4'] }); // false, with isGrounded = groundedIn(passages)
 */

export { type Asserted, assertionReader } from './assertion/assertion.ts';
export { english } from './assertion/en/english.ts';
export { groundedIn } from './rules/check.ts';
export { statedFacts, states } from './rules/coverage.ts';
export { saysOtherwise } from './rules/dialogue/contests.ts';
export { answersByAsking, answersIn, type Exchange, exchangesOf } from './rules/dialogue/exchanges.ts';
export { isGeneral } from './rules/dialogue/general-statements.ts';
export { overturnedAt } from './rules/dialogue/overturned.ts';
export { denies, deniesPlainly } from './rules/dialogue/plain-denials.ts';
export { replyKind } from './rules/dialogue/replies.ts';
export { isPlainAnswer, isSmallTalk } from './rules/dialogue/small-talk.ts';
export { refuses } from './rules/reading/decisions.ts';
