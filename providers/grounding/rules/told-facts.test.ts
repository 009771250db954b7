import type { Fact } from 'chronoscribe/kinds/grounding';
import { expect, test } from 'vitest';
import { findFacts } from './facts/find-facts.ts';
import { spokenPassages } from './testing/spoken-passages.ts';
import { toldFacts } from './testing/told-facts.ts';
import { toldInPassing } from './testing/told-in-passing.ts';
import { toldMedicines } from './testing/told-medicines.ts';
import { toldWithConditions } from './testing/told-with-conditions.ts';
import { toldWithLimits } from './testing/told-with-limits.ts';

function asserted({ assertion, of }: Fact): string {
  return of !== 'patient' && assertion === 'present' ? of : assertion;
}

function isNamedBy({ term, text }: Fact, words: string): boolean {
  const said = `${term} ${text}`.toLowerCase();
  return words.split('|').some((each) => each.split(' ').every((word) => said.includes(word)));
}

const lines = Object.entries({
  ...toldMedicines,
  ...toldFacts,
  ...toldInPassing,
  ...toldWithLimits,
  ...toldWithConditions,
}).flatMap(([kind, told]) =>
  told
    .trim()
    .split('\n')
    .map((line): [string, string] => [kind, line.trim()]),
);

test.each(lines)('%s is told as it is: %s', (_, line) => {
  const [said = '', claims = ''] = line.split(' => ');
  const { facts } = findFacts({ passages: spokenPassages(said), language: 'en' });
  for (const claim of claims.split('; ')) {
    const [, kind = '', words = '', allowed = ''] = /^(\S+) (.+) (\S+)$/.exec(claim) ?? [];
    const isOfKind = (fact: Fact) => kind === '*' || kind.split('|').includes(fact.kind);
    const found = facts.filter((fact) => isOfKind(fact) && isNamedBy(fact, words)).map(asserted);
    expect(allowed.split('/'), claim).toEqual(expect.arrayContaining(found.length === 0 ? ['-'] : found));
  }
});
