import { readFileSync } from 'node:fs';
import type { Fact } from 'chronoscribe/kinds/grounding';
import { findFacts } from '../../../providers/grounding/rules/facts/find-facts.ts';
import { termKey, terms } from '../../../providers/grounding/rules/reading/terms.ts';
import { visitsOfAciBench } from '../notes/visits.ts';
import { passagesOf } from '../notes/writing.ts';

/**
 * Mentions drawn at random from the training visits of ACI-Bench, with what they assert, labelled by reading: `none`
 * is no fact, and `a|b` is either of two.
 */
interface Label {
  readonly visit: string;
  readonly turn: string;
  readonly term: string;
  readonly assertions: readonly string[];
}

function readLabels(): Label[] {
  const lines = readFileSync(new URL('labels.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return lines.map((line) => {
    const [visit = '', turn = '', , term = '', assertions = ''] = line.split('\t');
    return { visit, turn, term, assertions: assertions.split('|') };
  });
}

/** What is so of a relative is labelled `relative`; a medicine that was stopped, `historical`. */
function claimOf({ assertion, of }: Fact): string {
  if (of === 'relative' && assertion === 'present') return of;
  return assertion === 'stopped' ? 'historical' : assertion;
}

function isUnanswered(text: string): boolean {
  return text.endsWith('(asked, not answered)');
}

/** The labels whose fact is found with the right assertion, and the others. */
export function checkLabels(): { readonly right: number; readonly wrong: readonly string[] } {
  const labels = Map.groupBy(readLabels(), ({ visit }) => visit);
  let right = 0;
  const wrong: string[] = [];
  for (const visit of visitsOfAciBench('train')) {
    const { facts } = findFacts({ passages: passagesOf(visit), language: 'en' });
    for (const { turn, term, assertions } of labels.get(visit.id) ?? []) {
      const key = termKey(term);
      const name = (terms.get(key) ?? terms.get(termKey(`${term}s`)))?.name ?? term;
      // What was asked without an answer is listed, and asserts nothing.
      const cited = facts.filter(({ evidence, text }) => evidence.includes(`s${turn}`) && !isUnanswered(text));
      const exact = cited.filter((fact) => fact.term === name);
      const near = cited.filter(({ text }) => key.split(' ').every((word) => termKey(text).includes(word.slice(0, 5))));
      const found = new Set((exact.length > 0 ? exact : near).map(claimOf));
      const isRight =
        found.size === 0 ? assertions.includes('none') : [...found].some((each) => assertions.includes(each));
      if (isRight) right += 1;
      else
        wrong.push(`${visit.id} ${turn} ${term}: ${assertions.join(' or ')}, found ${[...found].join(', ') || 'none'}`);
    }
  }
  return { right, wrong };
}
