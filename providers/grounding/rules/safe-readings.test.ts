import type { Fact } from 'chronoscribe/kinds/grounding';
import { expect, test } from 'vitest';
import { findFacts } from './facts/find-facts.ts';
import { safeReadings } from './testing/safe-readings.ts';
import { spokenPassages } from './testing/spoken-passages.ts';

function asserted({ assertion, of }: Fact): string {
  return of === 'relative' && assertion === 'present' ? 'relative' : assertion;
}

test.each(Object.entries(safeReadings).flatMap(([kind, lines]) => lines.map((line): [string, string] => [kind, line])))(
  '%s is read safely: %s',
  (_, line) => {
    const [said = '', claims = ''] = line.split(' => ');
    const { facts } = findFacts({ passages: spokenPassages(said), language: 'en' });
    for (const claim of claims.split('; ')) {
      const [, term, safe = ''] = /^(.*?) (not present|not absent|not stopped|not allergic|\S+)$/.exec(claim) ?? [];
      const found = [...new Set(facts.filter((fact) => fact.term === term).map(asserted))];
      if (safe === 'not present')
        expect(
          found.filter((each) => /present|planned/.test(each)),
          claim,
        ).toEqual([]);
      else if (safe === 'not allergic')
        expect(
          facts.filter((fact) => fact.term === term && fact.kind === 'allergy'),
          claim,
        ).toEqual([]);
      else if (safe === 'not absent' || safe === 'not stopped')
        expect(found, claim).not.toContain(safe.slice('not '.length));
      else {
        expect(found, claim).not.toEqual([]);
        expect(
          found.filter((each) => !safe.split('/').includes(each)),
          claim,
        ).toEqual([]);
      }
    }
  },
);
