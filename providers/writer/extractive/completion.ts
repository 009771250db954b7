import { isRequired } from 'chronoscribe/kinds/grounding';
import type { Assignment, DraftOptions, DraftSection, Statement } from 'chronoscribe/kinds/writer';
import { contentWords, isEnglish, normalizeSynonyms, numbersToDigits } from 'chronoscribe/language';
import { states } from 'chronoscribe/reading';
import { extractDraft } from './draft.ts';

/** A draft by another writer that may lack something. */
export interface BegunDraft {
  /** Those of the outline. */
  readonly sections: readonly DraftSection[];
  /** What it had to leave out; what its passages say is to be told otherwise. */
  readonly leftOut: readonly Statement[];
}

/**
 * Adds to a draft the statements of the rules that it lacks: of each required fact that it does not state, and of the
 * passages of what was left out. They stand at the end of their sections.
 */
export async function completeDraft(
  assignment: Assignment,
  { sections, leftOut }: BegunDraft,
  options: DraftOptions,
): Promise<readonly DraftSection[]> {
  const { passages, facts, language } = assignment;
  const texts = passages.map(({ text }) => text);
  const rulesLanguage = isEnglish(language, texts) ? 'en' : 'de';
  const own = await extractDraft(assignment, options);
  const written = sections.flatMap(({ statements }) => statements);
  const uncovered = new Set(leftOut.flatMap(({ evidence }) => evidence));
  const added = new Set<Statement>();
  const offered = own.sections.flatMap(({ statements }) => statements);
  for (const fact of facts.filter(isRequired)) {
    const teller = (statement: Statement) => states(statement, fact, rulesLanguage);
    if (written.some(teller) || [...added].some(teller)) continue;
    const statement = offered.find(teller);
    if (statement !== undefined) added.add(statement);
  }
  for (const statement of offered) {
    if (statement.evidence.some((id) => uncovered.has(id)) && !isConveyed(statement, written)) added.add(statement);
  }
  return sections.map(({ name, statements }, index) => ({
    name,
    statements: [...statements, ...(own.sections[index]?.statements.filter((each) => added.has(each)) ?? [])],
  }));
}

/** Whether statements that cite its passages have all its words. */
function isConveyed({ text, evidence }: Statement, written: readonly Statement[]): boolean {
  const near = written.filter((other) => other.evidence.some((id) => evidence.includes(id)));
  const said = new Set(near.flatMap((other) => wordsOf(other.text)));
  return wordsOf(text).every((word) => said.has(word));
}

function wordsOf(text: string): readonly string[] {
  return contentWords(normalizeSynonyms(numbersToDigits(text)));
}
