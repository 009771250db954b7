/**
 * What texts assert, and which facts statements state, as the rules read them. It loads the word lists: use it in a child
 * process.
 *
 * @example
 * statedFacts(facts, [{ text: 'Takes lisinopril 10 mg daily.', evidence: ['s4'] }]); // ['f2']
 * isGrounded({ text: 'Takes lisinopril 20 mg.', evidence: ['s4'] }); // false, with isGrounded = groundedIn(passages)
 */

export { groundedIn } from './rules/check.ts';
export { statedFacts, states } from './rules/coverage.ts';
export { repaired } from './rules/reading/repairs.ts';
export { isSmallTalk } from './rules/unmentioned/small-talk.ts';
