import type { DraftSection, OutlineSection, Passage } from 'chronoscribe/kinds/writer';
import { findFacts } from '../../../grounding/rules/facts/find-facts.ts';
import { extractDraft } from '../draft.ts';

const outline: readonly OutlineSection[] = [
  { name: 'Subjective', contents: ['history'], guidance: '' },
  { name: 'Objective', contents: ['examination', 'results'], guidance: '' },
  { name: 'Assessment', contents: ['assessment'], guidance: '' },
  { name: 'Plan', contents: ['plan', 'follow-up'], guidance: '' },
];

/** The turns of an exchange: `c: Any fever? | p: No.` */
export function turnsIn(said: string): readonly Passage[] {
  return said.split(' | ').map((turn, index) => ({
    id: `s${index + 1}`,
    speaker: turn.startsWith('c:')
      ? { label: 'Speaker 1', role: 'clinician' }
      : { label: 'Speaker 2', role: 'patient' },
    text: turn.slice(3),
  }));
}

/** The sections of a note of the rules. */
export async function draftOf(passages: readonly Passage[], language = 'en'): Promise<readonly DraftSection[]> {
  const { facts } = findFacts({ passages, language });
  const { sections } = await extractDraft(
    { instructions: '', prompt: '', outline, passages, facts, images: [], language },
    { signal: new AbortController().signal, progress: () => {}, text: () => {} },
  );
  return sections;
}
