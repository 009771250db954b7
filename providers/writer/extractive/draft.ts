import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Fact } from 'chronoscribe/kinds/grounding';
import type {
  Assignment,
  DraftOptions,
  DraftSection,
  OutlineSection,
  SectionContent,
  Statement,
} from 'chronoscribe/kinds/writer';
import { isEnglish } from 'chronoscribe/language';
import { type Pick, withAntecedents } from './antecedents.ts';
import { sayersOf } from './fact-coverage.ts';
import { type Entry, entriesForMissingFacts } from './missing-facts.ts';
import { overturnedIn } from './overturned-decisions.ts';
import { detectPhases, phasesWithoutRules } from './phases.ts';
import { withObjects } from './plan-context.ts';
import { type Problems, problemsOf } from './problems.ts';
import { promptWarnings, wishedWords } from './prompt.ts';
import { pairQuestionsWithAnswers } from './question-answers.ts';
import { withReplies } from './recaps.ts';
import { routeToSection } from './section-routing.ts';
import { type Candidate, candidatesFrom, selectByRelevance, summarize } from './selection.ts';
import { contentReader } from './sentence-content.ts';
import { type Sentence, segment, wordCount } from './sentences.ts';
import { reportedStatements, verbatimStatements } from './statements.ts';
import { withTopics } from './topics.ts';

/**
 * Word budget per content for a visit of `typicalVisitWords` words. The budgets of broad contents come from ACI-Bench's
 * training and validation visits.
 */
const wordBudget: Readonly<Record<Exclude<SectionContent, 'summary'>, number>> = {
  complaint: 30,
  history: 200,
  'past-history': 60,
  medications: 70,
  allergies: 20,
  'family-history': 30,
  'social-history': 50,
  'review-of-systems': 90,
  goals: 60,
  examination: 150,
  results: 70,
  behavior: 130,
  assessment: 60,
  diagnoses: 60,
  progress: 80,
  intervention: 130,
  response: 90,
  plan: 120,
  'follow-up': 45,
};
const typicalVisitWords = 1300;
/** Word budget for facts that a note may omit and that the selected sentences do not state. */
const factBudget = 300;

const cuesUnavailable =
  'Sentences were chosen and sorted by their place and by recurring words: read what was written with care.';
const otherLanguage = `The extractive writer knows English cues only. ${cuesUnavailable}`;
const unknownLanguage = `The extractive writer knows English cues only, and this text has too few of the words by which English is told. ${cuesUnavailable} If it is English, state its language, en.`;

/**
 * Writes the sections of a document from sentences of the source: the pure drafting function, with plain JSON as input
 * and output.
 *
 * @param assignment the source and the outline
 * @param options cancellation and callbacks, used between the parts of the work; other tasks run in between
 * @returns the sections of the outline, and warnings if the rules of English or the prompt could not be used
 */
export async function extractDraft(
  { outline, passages, facts, prompt, language }: Assignment,
  { signal, progress, text }: DraftOptions,
): Promise<{ readonly sections: readonly DraftSection[]; readonly warnings: readonly string[] }> {
  const pause = async () => {
    await nextTurn();
    signal.throwIfAborted();
  };
  const report = async (fraction: number) => {
    progress(fraction);
    await pause();
  };
  signal.throwIfAborted();

  const cued = isEnglish(
    language,
    passages.map((passage) => passage.text),
  );
  const paired = pairQuestionsWithAnswers(await segment(passages, cued, pause), cued);
  const sentences = cued ? withReplies(withObjects(withTopics(paired, facts), facts), facts) : paired;
  await report(0.2);
  const tell = cued ? reportedStatements(passages) : verbatimStatements;
  const candidates = await candidatesFrom(sentences, tell, facts, overturnedIn(passages), pause);
  await report(0.5);

  const phaseAt = (cued ? detectPhases : phasesWithoutRules)(sentences);
  const sayerOf = sayersOf(passages);
  const contentOf = contentReader(outline, cued, phaseAt, sayerOf);
  const options = { wished: wishedWords(prompt), covered: new Set<Fact>(), pause };
  const picks: Pick[] = [];
  const choose = (section: OutlineSection, selected: readonly Candidate[]) => {
    for (const candidate of selected) picks.push({ section, candidate });
  };
  for (const section of outline)
    if (section.contents.includes('summary')) choose(section, await summarize(candidates, options));
  const growth = budgetFactor(sentences);
  for (const [content, members] of Map.groupBy(candidates, contentOf)) {
    const section = content === null ? undefined : routeToSection(content, outline);
    if (content === null || section === undefined) continue;
    choose(section, await selectByRelevance(members, wordBudget[content] * growth, options));
    await pause();
  }
  await report(0.7);
  const room = factBudget * growth;
  const contents = new Map(candidates.map((candidate) => [candidate.sentence, contentOf(candidate)]));
  const statementOf = cued
    ? withAntecedents(picks, candidates, facts, tell)
    : ({ candidate }: Pick) => candidate.statement();
  const chosen = picks.map(
    (pick): Entry => ({
      section: pick.section,
      position: pick.candidate.sentence.position,
      statement: statementOf(pick),
    }),
  );
  const problems = problemsOf(cued ? sentences : [], facts, passages, (sentence) => {
    const content = contents.get(sentence) ?? null;
    return phaseAt(sentence.position) !== 'talk' || (content !== null && byProblem.has(content));
  });
  chosen.push(
    ...entriesForMissingFacts({
      ...options,
      facts,
      candidates,
      outline,
      passages,
      chosen,
      room,
      problems,
      contentOf,
      phaseAt,
      sayerOf,
      cued,
    }),
  );
  const sections = outline.map((section) => ({
    name: section.name,
    statements: statementsIn(section, chosen, problems),
  }));
  text(sections.flatMap(({ statements }) => statements.map((statement) => `${statement.text}\n`)).join(''));
  await report(1);
  return {
    sections,
    warnings: [
      ...(cued || sentences.length === 0 ? [] : [language === null ? unknownLanguage : otherLanguage]),
      ...promptWarnings(prompt, sentences),
    ],
  };
}

/** What a note tells problem by problem. */
const byProblem: ReadonlySet<SectionContent> = new Set(['assessment', 'diagnoses', 'plan', 'follow-up']);

/**
 * The statements of a section in the order of the source, each once; those of an assessment or a plan problem by problem,
 * in the order in which the clinician takes them up. When to come back is said of the visit, and not of a problem.
 */
function statementsIn(section: OutlineSection, entries: readonly Entry[], problems: Problems): Statement[] {
  const own = entries.filter((entry) => entry.section === section).toSorted((a, b) => a.position - b.position);
  const first = [...Map.groupBy(own, ({ statement }) => statement?.text)].flatMap(([text, same]) => {
    const evidence = [...new Set(same.flatMap(({ statement }) => statement?.evidence ?? []))];
    return text === undefined ? [] : [[{ text, evidence }, same[0]?.position ?? 0] as const];
  });
  if (!section.contents.every((content) => byProblem.has(content))) return first.map(([statement]) => statement);
  const isOfVisit = section.contents.every((content) => content === 'follow-up');
  const groups = Map.groupBy(first, ([{ text }, position]) => problems.of(position, text));
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, group]) =>
      group.map(([statement, position], index) =>
        index === 0 && !isOfVisit ? problems.named(position, statement) : statement,
      ),
    );
}

/** Scales the word budget with the square root of the visit's length: four times the talk, twice the note. */
function budgetFactor(sentences: readonly Sentence[]): number {
  const length = sentences.reduce((sum, { text }) => sum + wordCount(text), 0);
  return Math.max(1, Math.sqrt(length / typicalVisitWords));
}
