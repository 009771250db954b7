import type { TranscriptContent } from './content.ts';
import type { TranscriptEdit } from './edit.ts';

/** A part of a record that is changed as a whole. */
export interface Part {
  readonly part:
    | 'segment'
    | 'speaker'
    | 'section'
    | 'template'
    | 'patient'
    | 'visit'
    | 'codes'
    | 'signature'
    | 'addenda';
  /** Which one: `s1`, `Speaker 1`, `Plan`; null if there is one. */
  readonly id: string | null;
  /** What of it: `text`, `speaker`, `name`, `role`; null if it is the whole. */
  readonly field: string | null;
}

/** The parts that differ, each with its value in `to` as JSON, by a key that is the same for the same part. */
export type Changes = ReadonlyMap<string, Part & { readonly value: string }>;

/** What was changed from one content to another. A new segment or speaker, and one that is gone, is a change too. */
export function changesBetween(from: TranscriptContent, to: TranscriptContent): Changes {
  const before = new Map(partsOf(from).map((each) => [keyOf(each), each]));
  const after = new Map(partsOf(to).map((each) => [keyOf(each), each]));
  const gone = [...before]
    .filter(([key]) => !after.has(key))
    .map(([key, each]) => [key, { ...each, value: '' }] as const);
  return new Map([...[...after].filter(([key, { value }]) => before.get(key)?.value !== value), ...gone]);
}

/**
 * The edit without what it leaves as it was, so that applied to a newer content it takes back nothing.
 *
 * @param own what the edit changes
 */
export function onlyChanges(edit: TranscriptEdit, own: Changes): TranscriptEdit {
  const has = (part: Part['part'], id: string | null = null, field: string | null = null) =>
    own.has(keyOf({ part, id, field }));
  const { segments, speakers, sections, template, patient, visit, codes } = edit;
  return {
    segments: segments.flatMap(({ id, text, speaker }) => ({
      id,
      ...(has('segment', id, 'text') && { text }),
      ...(has('segment', id, 'speaker') && { speaker }),
    })),
    speakers: speakers.map(({ speaker, name, role }) => ({
      speaker,
      ...(has('speaker', speaker, 'name') && { name }),
      ...(has('speaker', speaker, 'role') && { role }),
    })),
    sections: sections.filter(({ name }) => has('section', name)),
    ...(has('template') && { template }),
    ...(has('patient') && { patient }),
    ...(has('visit') && { visit }),
    ...(has('codes') && { codes }),
  };
}

function keyOf({ part, id, field }: Part): string {
  return JSON.stringify([part, id, field]);
}

function partsOf({ segments, speakers, sections, findings, ...content }: TranscriptContent) {
  const { template, patient, visit, signing } = content;
  const part = (name: Part['part'], id: string | null, field: string | null, value: unknown) => ({
    part: name,
    id,
    field,
    value: JSON.stringify(value),
  });
  return [
    ...segments.flatMap(({ id, text, speaker }) => [
      part('segment', id, 'text', text),
      part('segment', id, 'speaker', speaker),
    ]),
    ...speakers.flatMap(({ speaker, name, role }) => [
      part('speaker', speaker, 'name', name),
      part('speaker', speaker, 'role', role),
    ]),
    ...sections.map(({ name, statements }) =>
      part(
        'section',
        name,
        null,
        statements.map(({ id, text, evidence }) => [id, text, evidence]),
      ),
    ),
    part('template', null, null, template),
    part('patient', null, null, patient),
    part('visit', null, null, visit),
    part('codes', null, null, findings?.codes ?? []),
    part('signature', null, null, signing.signature?.sha256 ?? null),
    part('addenda', null, null, signing.addenda.length),
  ];
}
