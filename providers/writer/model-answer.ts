import type { Assignment, DraftSection, OutlineSection } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { checkStatement } from './grounding.ts';
import { words } from './words.ts';

const written = z.object({ text: z.string(), evidence: z.array(z.string()) });
type Written = z.output<typeof written>;

/** What a model answers: the statements of each section, under the section's name. */
export type ModelAnswer = Readonly<Record<string, readonly Written[]>>;

/** The shape of the answer. Its keys are the outline's, so a model can fill sections and not add any; keys of its own are dropped. */
export function answerSchema(outline: readonly OutlineSection[]): z.ZodType<ModelAnswer> {
  return z.object(Object.fromEntries(outline.map(({ name }) => [name, z.array(written)])));
}

/**
 * Makes the sections of a draft from the answers to the parts of a source: section by section in the outline's order, a statement that
 * two parts make is kept once with the evidence of both, and every statement is checked against the passages that it cites.
 */
export function sectionsFrom(
  answers: readonly ModelAnswer[],
  { outline, passages }: Assignment,
): { readonly sections: readonly DraftSection[]; readonly warnings: readonly string[] } {
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const sections = outline.map(({ name }) => {
    const statements = withoutDuplicates(answers.flatMap((answer) => answer[name] ?? []));
    return { name, statements: statements.map((statement) => checkStatement(statement, byId)) };
  });
  const doubtful = sections.flatMap(({ statements }) => statements).filter(({ grounded }) => !grounded).length;
  return {
    sections,
    warnings:
      doubtful === 0
        ? []
        : [
            `The source does not clearly bear out ${doubtful === 1 ? 'one statement' : `${doubtful} statements`} of this draft: check what is marked.`,
          ],
  };
}

function withoutDuplicates(statements: readonly Written[]): Written[] {
  const kept = new Map<string, Written>();
  for (const { text, evidence } of statements) {
    const trimmed = text.trim();
    const key = words(trimmed).join(' ');
    if (key === '') continue;
    const same = kept.get(key);
    kept.set(key, { text: same?.text ?? trimmed, evidence: [...(same?.evidence ?? []), ...evidence] });
  }
  return [...kept.values()];
}

/** Reads the answer while it is being written, and gives the text of each statement as soon as it is complete. */
export class StatementReader {
  #answer = '';
  readonly #statement = /"text"\s*:\s*("(?:[^"\\]|\\.)*")/g;

  /** The whole answer so far. */
  get answer(): string {
    return this.#answer;
  }

  /** Takes the next piece of JSON and returns the statements that it completes. */
  read(piece: string): string[] {
    this.#answer += piece;
    const complete: string[] = [];
    for (;;) {
      const from = this.#statement.lastIndex;
      const match = this.#statement.exec(this.#answer);
      if (match?.[1] === undefined) {
        this.#statement.lastIndex = from;
        return complete;
      }
      complete.push(unescaped(match[1]));
    }
  }
}

/** A JSON string whose escapes are wrong is shown as it was written; the answer as a whole is refused later. */
function unescaped(json: string): string {
  try {
    return z.string().parse(JSON.parse(json));
  } catch {
    return json.slice(1, -1);
  }
}
