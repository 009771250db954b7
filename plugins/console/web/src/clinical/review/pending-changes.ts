import type { Patch } from '../visit-fields.tsx';
import type { Statement, Transcript } from './record-query.ts';

/** A statement as it is being edited; without an id until the host has saved it. */
export interface EditedStatement {
  /** Tells statements apart while some have no id. */
  readonly key: string;
  readonly id?: string;
  readonly text: string;
  readonly evidence: readonly string[];
}

type Sections = Readonly<Record<string, readonly EditedStatement[]>>;
export type SegmentChange = { readonly text?: string; readonly speaker?: string };
export type SpeakerChange = Pick<NonNullable<Patch['speakers']>[number], 'name' | 'role'>;

/** What a person changed and the host has not saved yet. */
export interface PendingChanges {
  /** The version of the record that the first of these changes was made from. */
  readonly version: number;
  readonly sections: Sections;
  readonly segments: Readonly<Record<string, SegmentChange>>;
  readonly speakers: Readonly<Record<string, SpeakerChange>>;
  /** Fields that are replaced as a whole. */
  readonly fields: Readonly<Pick<Patch, 'patient' | 'visit' | 'template'>>;
}

export const noChanges = (version: number): PendingChanges => ({
  version,
  sections: {},
  segments: {},
  speakers: {},
  fields: {},
});

export function isEmpty({ sections, segments, speakers, fields }: PendingChanges): boolean {
  return [sections, segments, speakers, fields].every((part) => Object.keys(part).length === 0);
}

/** The statements of a section for editing, as they were saved. */
export function editable(statements: readonly Statement[]): readonly EditedStatement[] {
  return statements.map(({ id, text, evidence }) => ({ key: id, id, text, evidence }));
}

/** The body of the request that saves the changes. Statements without words are left out, and so deleted. */
export function patchOf({ version, sections, segments, speakers, fields }: PendingChanges): Patch {
  return {
    version,
    ...listed('sections', sections, (name, statements) => ({
      name,
      statements: statements
        .filter(({ text }) => text.trim() !== '')
        .map(({ id, text, evidence }) => ({
          ...(id !== undefined && { id }),
          text: text.trim(),
          evidence: [...evidence],
        })),
    })),
    ...listed('segments', segments, (id, change) => ({ id, ...change })),
    ...listed('speakers', speakers, (speaker, change) => ({ speaker, ...change })),
    ...fields,
  };
}

/** The changes of one kind as a field of the request; nothing without any. */
function listed<Name extends string, Change, Item>(
  name: Name,
  changes: Readonly<Record<string, Change>>,
  map: (key: string, change: Change) => Item,
): { [Each in Name]?: Item[] } {
  const items = Object.entries(changes).map(([key, change]) => map(key, change));
  return items.length === 0 ? {} : ({ [name]: items } as { [Each in Name]: Item[] });
}

/** What is still pending once `sent` is saved: what was changed while the request was on its way. */
export function afterSaving(
  now: PendingChanges,
  sent: PendingChanges,
  saved: Pick<Transcript, 'version' | 'sections'>,
): PendingChanges {
  return {
    version: saved.version,
    sections: changedSince(now.sections, sent.sections, (statements, name) =>
      withSavedIds(
        statements,
        sent.sections[name] ?? [],
        saved.sections.find((each) => each.name === name)?.statements,
      ),
    ),
    segments: changedSince(now.segments, sent.segments),
    speakers: changedSince(now.speakers, sent.speakers),
    fields: changedSince(now.fields, sent.fields),
  };
}

/** The same changes, made from a newer record: statements that it no longer has are added as new ones. */
export function onto(changes: PendingChanges, record: Transcript): PendingChanges {
  const known = new Set(record.sections.flatMap(({ statements }) => statements).map(({ id }) => id));
  const rebase = ({ id, ...statement }: EditedStatement): EditedStatement =>
    id !== undefined && known.has(id) ? { id, ...statement } : statement;
  return {
    ...changes,
    version: record.version,
    sections: Object.fromEntries(
      Object.entries(changes.sections).map(([name, statements]) => [name, statements.map(rebase)]),
    ),
  };
}

function changedSince<Part extends Readonly<Record<string, unknown>>>(
  now: Part,
  sent: Part,
  map: (value: Part[string], name: string) => unknown = (value) => value,
): Part {
  const left = Object.entries(now).filter(([name, value]) => sent[name] !== value);
  // Object.fromEntries forgets the names; they are those of `now`.
  return Object.fromEntries(left.map(([name, value]) => [name, map(value as Part[string], name)])) as Part;
}

/** Gives statements that were new in `sent` the ids under which they were saved, so that they are not added twice. */
function withSavedIds(
  statements: readonly EditedStatement[],
  sent: readonly EditedStatement[],
  saved: readonly Statement[] = [],
): readonly EditedStatement[] {
  const kept = sent.filter(({ text }) => text.trim() !== '');
  const ids = new Map(kept.map(({ key }, index) => [key, saved[index]?.id]));
  return statements.map((statement) => {
    const id = statement.id ?? ids.get(statement.key);
    return id === undefined ? statement : { ...statement, id };
  });
}
