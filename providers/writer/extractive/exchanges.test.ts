import { expect, test } from 'vitest';
import { unmentionedIn } from '../../grounding/rules/unmentioned/unmentioned.ts';
import { draftOf, turnsIn } from './testing/draft-of.ts';
import { exchanges } from './testing/exchanges.ts';

test.each(exchanges)(
  'a note on “$said” says nothing that was not said, and nothing is lost',
  async ({ said, never, must }) => {
    const { note, unmentioned } = await noteOn(said);
    expect(note).not.toMatch(never);
    // What the note cannot say in its own words is listed as said.
    if (must !== null) expect(`${note}\n${unmentioned}`).toMatch(must);
  },
);

test('the exchanges are two hundred or more', () => {
  expect(new Set(exchanges.map(({ said }) => said)).size).toBeGreaterThanOrEqual(200);
});

async function noteOn(said: string): Promise<{ readonly note: string; readonly unmentioned: string }> {
  const passages = turnsIn(said);
  const statements = (await draftOf(passages)).flatMap((section) => section.statements);
  return {
    note: statements.map(({ text }) => text).join('\n'),
    unmentioned: unmentionedIn(passages, statements)
      .map(({ text }) => text)
      .join('\n'),
  };
}
