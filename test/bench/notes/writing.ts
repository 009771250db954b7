import type { Draft, OutlineSection, Passage, Writer } from 'chronoscribe/kinds/writer';
import { rolesOf } from '../../../plugins/transcripts/transcription/roles.ts';
import { findFacts } from '../../../providers/grounding/rules/facts/find-facts.ts';
import type { Visit } from './visits.ts';

/** The outline of a SOAP note with its follow-up. */
const soap: readonly OutlineSection[] = [
  { name: 'Subjective', contents: ['history'], guidance: '' },
  { name: 'Objective', contents: ['examination', 'results'], guidance: '' },
  { name: 'Assessment', contents: ['assessment'], guidance: '' },
  { name: 'Plan', contents: ['plan'], guidance: '' },
  { name: 'Follow-Up', contents: ['follow-up'], guidance: '' },
];

/** Has a writer write the note on a visit whose speakers it is not told: who is who, our own rule says. */
export function writeNote(writer: Writer, visit: Visit): Promise<Draft> {
  const passages = passagesOf(visit);
  return writer.draft(
    {
      instructions: 'Write a clinical note about this consultation.',
      prompt: '',
      outline: soap,
      passages,
      facts: findFacts({ passages, language: 'en' }).facts,
      images: [],
      language: 'en',
    },
    { signal: new AbortController().signal, progress: () => {}, text: () => {} },
  );
}

/** Whether our rule finds the clinician of a visit by the way the speakers speak; their labels it is not told. */
export function findsClinician({ turns, clinician }: Visit): boolean {
  return rolesBySpeaker(turns).get(clinician) === 'clinician';
}

export function passagesOf({ turns }: Visit): Passage[] {
  const roles = rolesBySpeaker(turns);
  const labels = [...roles.keys()];
  return turns.map(({ speaker, text }, index) => ({
    id: `s${index + 1}`,
    speaker: { label: `Speaker ${labels.indexOf(speaker) + 1}`, role: roles.get(speaker) ?? 'unknown' },
    text,
  }));
}

function rolesBySpeaker(turns: Visit['turns']) {
  const texts = Map.groupBy(turns, ({ speaker }) => speaker);
  const roles = rolesOf(
    [...texts.values()].map((said, index) => ({ label: `Speaker ${index + 1}`, texts: said.map(({ text }) => text) })),
  );
  return new Map([...texts.keys()].map((speaker, index) => [speaker, roles[index] ?? ('unknown' as const)]));
}
