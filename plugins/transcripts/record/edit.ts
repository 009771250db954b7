import { type FieldError, oneLine, Problem } from 'chronoscribe';
import { z } from 'zod';
import { Role, type TranscriptContent } from './content.ts';
import { saysTheSame } from './record.ts';

/** Corrections of a transcript. */
export const TranscriptEdit = z
  .object({
    segments: z
      .array(
        z.object({
          id: z.string().describe('Id of the segment: s1, s2, …'),
          text: z.string().overwrite(oneLine).min(1).max(20_000).describe('The corrected text'),
        }),
      )
      .default([])
      .describe('Segments with corrected text'),
    speakers: z
      .array(
        z.object({
          speaker: z.string().describe('Speaker 1, Speaker 2, …'),
          name: z
            .string()
            .overwrite(oneLine)
            .min(1)
            .max(200)
            .nullish()
            .describe('Name of the speaker; null removes it'),
          role: Role.optional().describe('Role in the consultation'),
        }),
      )
      .default([])
      .describe('Speakers with a name or another role'),
  })
  .refine(
    ({ segments, speakers }) => segments.length + speakers.length > 0,
    'Name at least one segment or speaker to change',
  );

export type TranscriptEdit = z.output<typeof TranscriptEdit>;

/**
 * The content with a corrected transcript. The note stays as it is, and the record warns that it is older.
 *
 * @throws Problem `invalid-request` that lists each segment and speaker that does not exist or is given twice.
 */
export function applyEdit(content: TranscriptContent, edit: TranscriptEdit): TranscriptContent {
  const texts = byName('segments', 'id', edit.segments, new Set(content.segments.map(({ id }) => id)));
  const speakers = byName(
    'speakers',
    'speaker',
    edit.speakers,
    new Set(content.speakers.map(({ speaker }) => speaker)),
  );
  const faults = [...texts.faults, ...speakers.faults];
  if (faults.length > 0) {
    const named = faults.map(({ path, detail }) => `${path.join('.')}: ${detail}`).join('; ');
    throw new Problem('invalid-request', { detail: named, errors: faults });
  }
  const changed: TranscriptContent = {
    ...content,
    segments: content.segments.map((segment) => ({
      ...segment,
      text: texts.items.get(segment.id)?.text ?? segment.text,
    })),
    speakers: content.speakers.map((known) => {
      const { name, role = known.role } = speakers.items.get(known.speaker) ?? {};
      return { speaker: known.speaker, name: name === undefined ? known.name : name, role };
    }),
  };
  return { ...changed, editedSinceNote: content.editedSinceNote || !saysTheSame(content, changed) };
}

/**
 * Indexes changes by id, and lists the faulty ones. An unknown id is not quoted in the message: it may hold anything.
 */
function byName<Key extends string, Item extends Readonly<Record<Key, string>>>(
  list: 'segments' | 'speakers',
  key: Key,
  changes: readonly Item[],
  known: ReadonlySet<string>,
): { readonly items: ReadonlyMap<string, Item>; readonly faults: readonly FieldError[] } {
  const items = new Map<string, Item>();
  const faults: FieldError[] = [];
  for (const [index, change] of changes.entries()) {
    const fault = !known.has(change[key])
      ? { detail: `The transcript has no such ${list.slice(0, -1)}`, type: 'unknown' }
      : items.has(change[key])
        ? { detail: 'Named twice; change it once', type: 'duplicate' }
        : undefined;
    if (fault === undefined) items.set(change[key], change);
    else faults.push({ in: 'body', path: [list, index, key], ...fault });
  }
  return { items, faults };
}
