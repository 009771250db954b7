import { type Asserted, assertionReader } from '../../providers/grounding/assertion/assertion.ts';
import { english } from '../../providers/grounding/assertion/en/english.ts';
import { developmentSentences } from '../../providers/grounding/assertion/testing/development-sentences.ts';
import { heldOutSentences } from '../../providers/grounding/assertion/testing/held-out-sentences.ts';
import { type MarkedTerm, markedSentence } from '../../providers/grounding/assertion/testing/marked-sentences.ts';
import { contextAttributes } from './assertions/context.ts';
import { table } from './table.ts';

/** By category: what the engine says of terms, beside ConText as medspaCy ships it. */
export async function benchAssertions(): Promise<void> {
  const read = assertionReader(english);
  const sets = [
    ['development', developmentSentences],
    ['held out', heldOutSentences],
  ] as const;
  for (const [name, lines] of sets) {
    const marked = lines.map(markedSentence).flatMap((sentence) => sentence.terms.map((term) => ({ sentence, term })));
    const context = await contextAttributes(
      marked.map(({ sentence: { text }, term }) => ({ text, from: term.start, to: term.start + term.text.length })),
    );
    const judged = marked.map((each, at) => ({
      category: categoryOf(each.term),
      isRight: isRead(read(each.sentence.said, each.term), each.term),
      isRightByContext: context === null ? null : agrees(context[at] ?? [], each.term),
    }));
    const share = (rows: typeof judged, key: 'isRight' | 'isRightByContext') =>
      context === null && key === 'isRightByContext'
        ? 'not run'
        : `${((100 * rows.filter((row) => row[key] === true).length) / rows.length).toFixed(1)} %`;
    const rows = [...Map.groupBy(judged, ({ category }) => category), ['all', judged] as const];
    table(
      `Assertions, ${name} (${lines.length} sentences)`,
      ['category', 'terms', 'engine', 'medspaCy'],
      rows.map(([category, each]) => [
        category,
        String(each.length),
        share(each, 'isRight'),
        share(each, 'isRightByContext'),
      ]),
    );
  }
}

function categoryOf({ asserted }: MarkedTerm): string {
  return asserted.split('@')[1] ?? asserted;
}

function isRead({ status, of }: Asserted, { asserted }: MarkedTerm): boolean {
  return asserted === (of === 'patient' ? status : `${status}@${of}`);
}

/**
 * What ConText may say of a category that it has no word for: of what is planned that it is hypothetical, of what is
 * declined or was stopped that it is denied or was before.
 */
const accepted: Readonly<Record<string, readonly string[]>> = {
  present: [''],
  absent: ['negated', 'negated historical'],
  possible: ['uncertain', 'hypothetical'],
  conditional: ['hypothetical', 'uncertain'],
  historical: ['historical'],
  planned: ['hypothetical'],
  declined: ['negated', 'historical', 'hypothetical'],
  stopped: ['negated', 'historical', 'negated historical'],
};

function agrees(attributes: readonly string[], term: MarkedTerm): boolean {
  const [status = '', holder] = term.asserted.split('@');
  const isFamily = attributes.includes('family');
  if (holder !== undefined) return isFamily && (status !== 'absent' || attributes.includes('negated'));
  return !isFamily && accepted[status]?.includes(attributes.join(' ')) === true;
}
