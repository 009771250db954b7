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
  readonly fields: Readonly<Pick<Patch, 'patient' | 'visit' | 'template' | 'codes'>>;
}

/** Parts of a record with what they become. */
export type Changes = Omit<PendingChanges, 'version'>;

export const noChanges = (version: number): PendingChanges => ({
  version,
  sections: {},
  segments: {},
  speakers: {},
  fields: {},
});

export function isEmpty({ sections, segments, speakers, fields }: Changes): boolean {
  return [sections, segments, speakers, fields].every((part) => Object.keys(part).length === 0);
}

/**
 * The statements of a section for editing, as they were saved.
 *
 * @param keys of statements that were added here, by their ids
 */
export function editable(
  statements: readonly Statement[],
  keys: ReadonlyMap<string, string>,
): readonly EditedStatement[] {
  return statements.map(({ id, text, evidence }) => ({ key: keys.get(id) ?? id, id, text, evidence }));
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
  const ids = savedIds(sent, saved);
  // A statement that was new gets its id, so that it is not added twice.
  const named = (statement: EditedStatement): EditedStatement => {
    const id = statement.id ?? ids.get(statement.key);
    return id === undefined ? statement : { ...statement, id };
  };
  const left = {
    version: saved.version,
    sections: changedSince(now.sections, sent.sections, (statements) => statements.map(named)),
    segments: changedSince(now.segments, sent.segments),
    speakers: changedSince(now.speakers, sent.speakers),
    fields: changedSince(now.fields, sent.fields),
  };
  // One that was deleted and brought back meanwhile is a new one.
  return onto(left, saved);
}

/** The ids under which the statements of `sent` were saved, by their keys. */
export function savedIds(sent: PendingChanges, saved: Pick<Transcript, 'sections'>): ReadonlyMap<string, string> {
  const pairs = Object.entries(sent.sections).flatMap(([name, statements]) => {
    const now = saved.sections.find((each) => each.name === name)?.statements ?? [];
    const kept = statements.filter(({ text }) => text.trim() !== '');
    return kept.flatMap(({ key }, index): [string, string][] => {
      const id = now[index]?.id;
      return id === undefined ? [] : [[key, id]];
    });
  });
  return new Map(pairs);
}

/** The same changes, made from a newer record: statements that it no longer has are added as new ones. */
export function onto(changes: PendingChanges, record: Pick<Transcript, 'version' | 'sections'>): PendingChanges {
  const known = new Set(record.sections.flatMap(({ statements }) => statements).map(({ id }) => id));
  const rebase = ({ id, ...statement }: EditedStatement): EditedStatement =>
    id !== undefined && known.has(id) ? { id, ...statement } : statement;
  return {
    ...changes,
    version: record.version,
    sections: mapValues(changes.sections, (statements) => statements.map(rebase)),
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

export function mapValues<In, Out>(
  of: Readonly<Record<string, In>>,
  map: (value: In, name: string) => Out,
): Readonly<Record<string, Out>> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, map(value, name)]));
}
