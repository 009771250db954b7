import { collectCooperatively } from 'chronoscribe/concurrency';
import type { FoundFacts, Grounding, Passage, ReadSource, RecordedFact } from 'chronoscribe/kinds/grounding';
import { type DraftSection, proofOf } from 'chronoscribe/kinds/writer';
import type { NoteSection, NoteStatement, Transcript } from '../kind.ts';

/** What a check adds to a draft. */
export interface CheckedSections {
  readonly sections: readonly NoteSection[];
  readonly facts: readonly RecordedFact[];
  readonly coverage: ReadSource;
}

/**
 * Compares a draft with its transcript: which statements are supported, which facts it states, and what it leaves out.
 *
 * @param found what the transcript says
 */
export async function checkSections(
  grounding: Grounding,
  sections: readonly DraftSection[],
  { transcript, found: { language, facts } }: { readonly transcript: Transcript; readonly found: FoundFacts },
  signal: AbortSignal,
): Promise<CheckedSections> {
  const statements = sections.flatMap((section) => section.statements);
  const passages = await passagesOf(transcript, signal);
  const checked = await grounding.check({ statements, passages, images: [], facts }, signal);
  const stated = new Set(checked.stated);
  const written = checked.statements.map(
    (statement, index): NoteStatement => ({
      ...statement,
      ...proofOf(statements[index] ?? {}),
      id: `n${index + 1}`,
      origin: 'writer',
    }),
  );
  let next = 0;
  return {
    sections: sections.map(({ name, statements: { length } }) => {
      const first = next;
      next += length;
      return { name, statements: written.slice(first, next) };
    }),
    facts: facts.map((fact) => ({ ...fact, in_note: stated.has(fact.id) })),
    coverage: { language, unmentioned: checked.unmentioned },
  };
}

/** What a transcript says. */
export async function factsIn(grounding: Grounding, transcript: Transcript, signal: AbortSignal): Promise<FoundFacts> {
  return grounding.findFacts({ passages: await passagesOf(transcript, signal), language: transcript.language }, signal);
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
