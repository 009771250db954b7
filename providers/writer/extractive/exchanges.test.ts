import type { Passage } from 'chronoscribe/kinds/writer';
import { expect, test } from 'vitest';
import { findFacts } from '../../grounding/rules/facts/find-facts.ts';
import { unmentionedIn } from '../../grounding/rules/unmentioned/unmentioned.ts';
import { extractDraft } from './draft.ts';
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
  const passages = said.split(' | ').map(
    (turn, index): Passage => ({
      id: `s${index + 1}`,
      speaker: turn.startsWith('c:')
        ? { label: 'Speaker 1', role: 'clinician' }
        : { label: 'Speaker 2', role: 'patient' },
      text: turn.slice(3),
    }),
  );
  const { sections } = await extractDraft(
    {
      instructions: '',
      prompt: '',
      outline: [
        { name: 'Subjective', contents: ['history'], guidance: '' },
        { name: 'Objective', contents: ['examination', 'results'], guidance: '' },
        { name: 'Plan', contents: ['assessment', 'plan', 'follow-up'], guidance: '' },
      ],
      passages,
      facts: findFacts({ passages, language: 'en' }).facts,
      images: [],
      language: 'en',
    },
    { signal: new AbortController().signal, progress: () => {}, text: () => {} },
  );
  const statements = sections.flatMap((section) => section.statements);
  return {
    note: statements.map(({ text }) => text).join('\n'),
    unmentioned: unmentionedIn(passages, statements)
      .map(({ text }) => text)
      .join('\n'),
  };
}
