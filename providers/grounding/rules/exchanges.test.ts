import type { Fact, Passage } from 'chronoscribe/kinds/grounding';
import { expect, test } from 'vitest';
import { findFacts } from './facts/find-facts.ts';
import { exchanges } from './testing/exchanges.ts';

function passagesOf(turns: string): Passage[] {
  const isPatientFirst = turns.startsWith('p: ');
  return turns
    .replace(/^p: /, '')
    .split(' | ')
    .map((text, index) => ({
      id: `s${index + 1}`,
      text,
      speaker:
        (index % 2 === 1) === !isPatientFirst
          ? { label: 'Speaker 2', role: 'patient' }
          : { label: 'Speaker 1', role: 'clinician' },
    }));
}

function describeFact({ term, assertion, value, unit }: Fact, withAmount: boolean): string {
  return withAmount
    ? `${term} ${assertion}=${[value, unit].filter((part) => part !== null).join(' ')}`
    : `${term} ${assertion}`;
}

test.each(exchanges)('is read as it was said: %s', (line) => {
  const [turns = '', expected = ''] = line.split(/ ?=> /);
  const facts = findFacts({ passages: passagesOf(turns), language: 'en' });
  for (const entry of expected.split('; ')) {
    const term = entry.replace(/^!/, '').replace(/ (?:present|absent|possible|historical|family)(?:=.*)?$/, '');
    const found = facts.filter((fact) => fact.term === term).map((fact) => describeFact(fact, entry.includes('=')));
    expect([...new Set(found)], term).toEqual(entry.startsWith('!') ? [] : [entry]);
  }
});
