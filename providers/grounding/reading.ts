/**
 * What texts assert, and which facts statements state, as the rules read them. It loads the word lists: use it in a child
 * process.
 *
 * @example
 * statedFacts(facts, [{ text: 'Takes lisinopril 10 mg daily.', evidence: ['s4'] }]); // ['f2']
 */

export { statedFacts } from './rules/coverage.ts';
export { repaired } from './rules/reading/repairs.ts';
