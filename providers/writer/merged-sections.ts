import { setImmediate } from 'node:timers/promises';
import { oneLine } from 'chronoscribe';
import type { Assignment, DraftSection, Statement } from 'chronoscribe/kinds/writer';
import type { ModelAnswer, WrittenStatement } from './answer-form.ts';
import { checkStatement } from './grounding.ts';

/**
 * Makes the sections of a draft from the answers to the parts of a source: section by section in the outline's order, a statement that
 * two parts make is kept once with the evidence of both, and every statement is checked against the passages that it cites.
 */
export async function mergedSections(
  answers: readonly ModelAnswer[],
  { outline, passages, images }: Assignment,
  signal: AbortSignal,
): Promise<readonly DraftSection[]> {
  const source = {
    passages: new Map(passages.map((passage) => [passage.id, passage])),
    images: new Set(images.map(({ id }) => id)),
  };
  const sections: DraftSection[] = [];
  for (const [index, { name }] of outline.entries()) {
    const statements: Statement[] = [];
    for (const written of withoutDuplicates(answers.flatMap((answer) => answer[index] ?? []))) {
      statements.push(checkStatement(written, source));
      // One that cites hours takes a while to compare, and a model may write many: nobody else waits for them.
      await setImmediate();
      signal.throwIfAborted();
    }
    sections.push({ name, statements });
  }
  return sections;
}

function withoutDuplicates(statements: readonly WrittenStatement[]): WrittenStatement[] {
  const kept = new Map<string, WrittenStatement>();
  for (const { text, evidence } of statements) {
    const line = oneLine(text);
    if (!/[\p{L}\p{N}]/u.test(line)) continue;
    // Capitals and the full stop apart, two statements must be the same: a decimal point or a minus is no matter of style.
    const key = line.toLowerCase().replace(/[.;,]+$/, '');
    const same = kept.get(key);
    kept.set(key, { text: same?.text ?? line, evidence: [...(same?.evidence ?? []), ...evidence] });
  }
  return [...kept.values()];
}
