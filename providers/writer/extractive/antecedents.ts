import type { Fact } from 'chronoscribe/kinds/grounding';
import type { OutlineSection, Statement } from 'chronoscribe/kinds/writer';
import { isSmallTalk } from 'chronoscribe/reading';
import { namedIn } from './fact-coverage.ts';
import { join } from './question-answers.ts';
import type { Candidate } from './selection.ts';
import { type Sentence, wordCount } from './sentences.ts';
import { inQuotes, type StatementBuilder } from './statements.ts';

/** A candidate that a section states. */
export interface Pick {
  readonly section: OutlineSection;
  readonly candidate: Candidate;
}

const lead = /^(?:(?:and|but|so|oh|well|actually|because|okay|now|then|yes|yeah|no),? )*/.source;
const verb =
  /(?:is|was|are|were|has|had|do|does|did|will|would|can|could|may|might|should|makes?|made|helps?|helped|happen|start|means?|sounds?|seems?|looks?|feels?|felt|works?|worked|got|gets?|goes|went|comes?|came|takes?|took|gave|gives?)/
    .source;
/** Words that name nothing, at the start of a sentence: `And that would help.`; not `that pain`. Of a patient, `it` is the complaint. */
const pointing = new RegExp(`${lead}(?:(?:they|them)\\b|(?:that|this|these|those)(?:'\\p{L}+|(?= ${verb}\\b)))`, 'iu');
const pointingOfClinician = new RegExp(
  `${lead}it\\b(?!(?:'s| is| was| will be) (?:\\p{L}+ )?\\p{L}+ (?:that|for|to)\\b)`,
  'iu',
);
const remarks =
  /^(?:that(?:'s| is) (?:a |an )?(?:very |really )?(?:good|great|fair|excellent|interesting) (?:question|point|idea)|(?:oh|no|wow|yes|okay|my god|gosh)\b(?:,? \p{L}+)?)[.!,]*$/iu;
/** In words: longer speech without punctuation is told by its parts. */
const longestUnmarked = 60;
/** In words: longer sentences are not quoted for one that points at them. */
const longest = 25;

/**
 * The statements of candidates. What says nothing without the sentence before it is quoted with that, unless the note tells
 * that already: in a fact, or right before it. Nothing is left out.
 *
 * @example `The scan is back. It has spread.` is quoted whole where the first is not stated.
 */
export function withAntecedents(
  picks: readonly Pick[],
  candidates: readonly Candidate[],
  facts: readonly Fact[],
  tell: StatementBuilder,
): (pick: Pick) => Statement | null {
  const spoken = candidates.filter(({ sentence: { text } }) => !isSmallTalk(text) && !remarks.test(text));
  const places = new Map(spoken.map((candidate, index) => [candidate, index]));
  const sections = new Map(picks.map(({ section, candidate }) => [candidate, section]));
  const isTold = ({ text, evidence }: Sentence) =>
    facts.some((fact) => evidence.some((id) => fact.evidence.includes(id)) && namedIn(text, fact));
  const quoted = new Set<string>();
  // Of these a part is taken back or told elsewhere.
  const takenBack = new Set(
    candidates.flatMap(({ sentence, isLeftOut, isQuoted }) =>
      isLeftOut && !isQuoted ? (sentence.unmarked ?? []) : [],
    ),
  );
  return ({ candidate, section }) => {
    const { sentence } = candidate;
    // Where a sentence without a fact begins and ends is guessed: its words are told with those around them, once.
    if (sentence.unmarked !== null && sentence.asked === null && candidate.facts.length === 0) {
      if (quoted.has(sentence.unmarked)) return null;
      if (wordCount(sentence.unmarked) <= longestUnmarked && !takenBack.has(sentence.unmarked)) {
        quoted.add(sentence.unmarked);
        // What cannot be told as a whole says less in parts, and stays on the list of what was said.
        return tell({ ...sentence, text: sentence.unmarked });
      }
    }
    const before = spoken[(places.get(candidate) ?? 0) - 1];
    const isAlone = before === undefined || before.isLeftOut || wordCount(before.sentence.text) > longest;
    if (isAlone || sentence.asked !== null || before.sentence.asked !== null || !pointsBack(sentence))
      return candidate.statement();
    if (isTold(sentence) || isTold(before.sentence) || sections.get(before) === section) return candidate.statement();
    return inQuotes(join([before.sentence, sentence]));
  };
}

function pointsBack({ text, role }: Sentence): boolean {
  return role !== null && (pointing.test(text) || (role === 'clinician' && pointingOfClinician.test(text)));
}
