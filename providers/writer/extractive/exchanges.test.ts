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

test.each([
  ['c: Wie lange dauert das jeweils? | p: Eine halbe Minute vielleicht.', /wie lange dauert das jeweils\? eine halbe/i],
  ['p: Darf ich Auto fahren? | c: Die nächsten drei Tage bitte nicht.', /auto fahren\? die nächsten drei tage/i],
  ['p: Immer wenn ich mich nach links drehe. Nein, nach rechts. | c: Aha.', /links drehe\. nein, nach rechts/i],
  [
    'c: Das Bisoprolol hatten wir doch reduziert? | p: Stimmt, auf zweieinhalb.',
    /bisoprolol.*\? stimmt, auf zweieinhalb/i,
  ],
  ['c: Gibt es Schlaganfälle in der Familie? | p: Meine Mutter hatte einen.', /schlaganfälle.*\? meine mutter/i],
])('an answer in German is told with what it answers: %s', async (said, must) => {
  const { note } = await noteOn(said, 'de');
  expect(note).toMatch(must);
});

async function noteOn(said: string, language = 'en'): Promise<{ readonly note: string; readonly unmentioned: string }> {
  const passages = turnsIn(said);
  const statements = (await draftOf(passages, language)).flatMap((section) => section.statements);
  return {
    note: statements.map(({ text }) => text).join('\n'),
    unmentioned: unmentionedIn(passages, statements)
      .map(({ text }) => text)
      .join('\n'),
  };
}
