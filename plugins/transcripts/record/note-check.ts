import { collectCooperatively, type StepContext } from 'chronoscribe';
import type { Fact, Grounding, Passage, RecordedFact } from 'chronoscribe/kinds/grounding';
import type { DraftSection } from 'chronoscribe/kinds/writer';
import type { NoteSection, NoteStatement, Transcript } from '../kind.ts';

/** What a check adds to a draft. */
export interface CheckedSections {
  readonly sections: readonly NoteSection[];
  readonly facts: readonly RecordedFact[];
}

/**
 * Compares a draft with its transcript: which statements are supported, and which facts it states.
 *
 * @param facts those of the transcript
 */
export async function checkDraft(
  grounding: Grounding,
  {
    sections,
    transcript,
    facts,
  }: { readonly sections: readonly DraftSection[]; readonly transcript: Transcript; readonly facts: readonly Fact[] },
  { signal }: Pick<StepContext, 'signal'>,
): Promise<CheckedSections> {
  const statements = sections.flatMap((section) => section.statements);
  const passages = await passagesOf(transcript, signal);
  const checked = await grounding.check({ statements, passages, images: [], facts }, signal);
  const stated = new Set(checked.stated);
  const written = checked.statements.map(
    (statement, index): NoteStatement => ({ ...statement, id: `n${index + 1}`, origin: 'writer' }),
  );
  let next = 0;
  return {
    sections: sections.map(({ name, statements: { length } }) => {
      const first = next;
      next += length;
      return { name, statements: written.slice(first, next) };
    }),
    facts: facts.map((fact) => ({ ...fact, in_note: stated.has(fact.id) })),
  };
}

/** The segments as passages: with roles, but without names. */
export function passagesOf({ segments }: Transcript, signal: AbortSignal): Promise<Passage[]> {
  return collectCooperatively(
    segments.values().map((segment) => ({
      id: segment.id,
      speaker: { label: segment.speaker, role: segment.role },
      text: segment.text,
    })),
    signal,
  );
}
