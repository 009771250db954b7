import { type Fact, isRequired, type Passage } from 'chronoscribe/kinds/grounding';
import type { OutlineSection } from 'chronoscribe/kinds/writer';
import { detectLanguage } from 'chronoscribe/language';
import { parseCues } from '../../../plugins/transcripts/transcription/cues.ts';
import { parsePlainText } from '../../../plugins/transcripts/transcription/plain-text.ts';
import { segmentsOf } from '../../../plugins/transcripts/transcription/segments.ts';
import { checkNote } from '../../../providers/grounding/rules/check.ts';
import { findFacts } from '../../../providers/grounding/rules/facts/find-facts.ts';
import { extractDraft } from '../../../providers/writer/extractive/draft.ts';
import type { ExpectedVisit } from './visits.ts';

/** The outline of a SOAP note with its follow-up. */
export const outline: readonly OutlineSection[] = [
  { name: 'Subjective', contents: ['history'], guidance: '' },
  { name: 'Objective', contents: ['examination', 'results'], guidance: '' },
  { name: 'Assessment', contents: ['assessment'], guidance: '' },
  { name: 'Plan', contents: ['plan'], guidance: '' },
  { name: 'Follow-Up', contents: ['follow-up'], guidance: '' },
];

/** What a clinician sees of a visit. */
export interface SeenNote {
  /** `Plan: Start sertraline.` */
  readonly statements: readonly string[];
  /** `medication: sertraline [planned] of patient` */
  readonly facts: readonly string[];
  readonly omitted: readonly string[];
  readonly unmentioned: readonly string[];
  readonly doubted: number;
}

/** A visit as it is read from its file: with roles, without names. */
export async function passagesOfVisit({ said, format }: Pick<ExpectedVisit, 'said' | 'format'>) {
  const utterances =
    format === 'text'
      ? parsePlainText(said).utterances
      : parseCues(said).cues.map((cue) => ({ ...cue, confidence: null }));
  const end = utterances.reduce((latest, { endMs }) => Math.max(latest, endMs), 0);
  const passages = segmentsOf(utterances, end).segments.map(
    ({ id, speaker, role, text }): Passage => ({ id, speaker: { label: speaker, role }, text }),
  );
  return { passages, language: await detectLanguage(passages.map(({ text }) => text).join(' ')) };
}

/** The note of the writer without a model, its facts, and what it lists as left out. */
export async function noteOf(passages: readonly Passage[], language: string | null): Promise<SeenNote> {
  const { facts } = findFacts({ passages, language });
  const assignment = { instructions: '', prompt: '', outline, passages, facts, images: [], language };
  const { sections } = await extractDraft(assignment, {
    signal: new AbortController().signal,
    progress: () => {},
    text: () => {},
  });
  const statements = sections.flatMap((section) => section.statements);
  const checked = checkNote({ statements, passages, images: [], facts });
  const stated = new Set(checked.stated);
  return {
    statements: sections.flatMap(({ name, statements: all }) => all.map(({ text }) => `${name}: ${text}`)),
    facts: facts.map(asClaim),
    omitted: facts.filter((fact) => isRequired(fact) && !stated.has(fact.id)).map(asClaim),
    unmentioned: checked.unmentioned.map(({ text }) => text),
    doubted: checked.statements.filter(({ grounded }) => !grounded).length,
  };
}

function asClaim({ kind, text, assertion, of }: Fact): string {
  return `${kind}: ${text} [${assertion}] of ${of}`;
}
