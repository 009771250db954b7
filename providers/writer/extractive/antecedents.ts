import type { Fact } from 'chronoscribe/kinds/grounding';
import type { OutlineSection } from 'chronoscribe/kinds/writer';
import type { Candidate } from './selection.ts';
import type { Sentence } from './sentences.ts';

/** A candidate that a section states. */
export interface Pick {
  readonly section: OutlineSection;
  readonly candidate: Candidate;
}

const verb =
  /(?:(?:is|was|are|were|be|been|has|had|have|do|does|did|will|would|can|could|may|might|should|must)(?:n't| not)?|makes?|made|helps?|helped|happen\w*|start\w*|means?|sounds?|seems?|looks?|feels?|felt|hurts?|works?|worked|got|gets?|goes|went|comes?|came|takes?|took|gave|gives?|involves?|sort|kind|all|just|really|also|usually|still|only|actually|probably|definitely|basically|typically|sometimes)/
    .source;
const lead = /^(?:(?:and|but|so|oh|well|actually|because|okay|now|then|yes|yeah|no),? )*/.source;
/** Words that name nothing, at the start of a sentence: `And that would help.`, `They moved.`; not `that pain`. */
const pointing = new RegExp(`${lead}(?:(?:they|them)\\b|(?:that|this|these|those)(?:'\\p{L}+| ${verb})\\b)`, 'iu');
/** Of a clinician `it` may be anything, but for what a test or the body shows; of a patient it is the complaint. */
const pointingOfClinician = new RegExp(
  `${lead}it\\b(?!(?:'s| is| was)? (?:also |just |really |kind of )?(?:show\\w*|reveal\\w*|appear\\w*|consistent|look(?:s|ed) (?:like|as)|seem\\w*|demonstrat\\w*))`,
  'iu',
);

/**
 * Leaves out what says nothing without the sentence before it, unless the note tells that too: in a fact, or right before it; where
 * it can, it is stated for that. What is left out is listed as said.
 *
 * @example `The knee buckled. It swelled at once.` stays; `It swelled at once.` does not stand alone.
 */
export function withAntecedents(
  picks: readonly Pick[],
  candidates: readonly Candidate[],
  facts: readonly Fact[],
  sectionOf: (candidate: Candidate) => OutlineSection | undefined,
): readonly Pick[] {
  const spoken = candidates.filter(({ sentence }) => sentence.words.length > 0);
  const places = new Map(spoken.map((candidate, index) => [candidate, index]));
  const cited = new Set(facts.flatMap(({ evidence }) => evidence));
  const kept = new Map<Candidate, OutlineSection>(picks.map(({ section, candidate }) => [candidate, section]));
  const stands = (candidate: Candidate, section: OutlineSection): boolean => {
    const { sentence, facts: own } = candidate;
    if (sentence.role === null || sentence.asked !== null || own.length > 0 || !pointsBack(sentence)) return true;
    const at = places.get(candidate) ?? 0;
    const before = spoken[at - 1]?.sentence.isQuestion === true ? spoken[at - 2] : spoken[at - 1];
    if (before === undefined) return false;
    if (before.sentence.evidence.some((id) => cited.has(id) && !sentence.evidence.includes(id))) return true;
    if ((kept.get(before) ?? sectionOf(before)) !== section) return false;
    if (before.isLeftOut || before.statement() === null || !stands(before, section)) return false;
    kept.set(before, section);
    return true;
  };
  for (const { candidate, section } of picks) if (!stands(candidate, section)) kept.delete(candidate);
  return [...kept].map(([candidate, section]) => ({ section, candidate }));
}

function pointsBack({ text, role }: Sentence): boolean {
  return pointing.test(text) || (role === 'clinician' && pointingOfClinician.test(text));
}
