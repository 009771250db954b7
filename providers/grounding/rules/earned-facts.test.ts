import { expect, test } from 'vitest';
import { findFacts } from './facts/find-facts.ts';
import { notSaid, said } from './testing/earned-facts.ts';
import { spokenPassages } from './testing/spoken-passages.ts';

const linesOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).flatMap(([kind, lines]) =>
    lines
      .trim()
      .split('\n')
      .map((line): [string, string] => [kind, line.trim()]),
  );

/** What is told to be so of the patient, of what a line names. */
function told(line: string): readonly string[] {
  const [turns = '', kind = '', words = ''] = /^(.+) => (\S+) (.+)$/.exec(line)?.slice(1) ?? [];
  const { facts } = findFacts({ passages: spokenPassages(turns), language: 'en' });
  return facts.flatMap(({ text, term, assertion, of, ...fact }) => {
    const name = `${term} ${text}`.toLowerCase();
    const isNamed = words.split('|').some((each) => each.split(' ').every((word) => name.includes(word)));
    const isTold = of === 'patient' && (assertion === 'present' || assertion === 'planned');
    return isNamed && isTold && (kind === '*' || kind === fact.kind) ? [text] : [];
  });
}

test.each(linesOf(notSaid))('%s is not told as so: %s', (_, line) => {
  expect(told(line)).toEqual([]);
});

test.each(linesOf(said))('%s is told as so: %s', (_, line) => {
  expect(told(line)).not.toEqual([]);
});
