import {
  type Changes,
  type EditedStatement,
  editable,
  isEmpty,
  mapValues,
  type PendingChanges,
} from './pending-changes.ts';
import type { Transcript } from './record-query.ts';

/** The record that is edited. */
export interface Edited {
  readonly record: Transcript;
  /** The keys of statements that were added here, by the ids under which they were saved. */
  readonly keys: ReadonlyMap<string, string>;
}

/** What an earlier version says. */
export type Version = Pick<
  Transcript,
  'sections' | 'segments' | 'speakers' | 'template' | 'patient' | 'visit' | 'codes'
>;

/** What is shown of the parts that `changes` name. */
function shown(pending: PendingChanges, { record, keys }: Edited, changes: Changes): Changes {
  const { template, patient, visit } = record;
  return {
    sections: mapValues(changes.sections, (_, name) => {
      const saved = record.sections.find((each) => each.name === name)?.statements ?? [];
      return pending.sections[name] ?? editable(saved, keys);
    }),
    segments: mapValues(changes.segments, (_, id) => {
      const { text = '', speaker = '' } = record.segments.find((each) => each.id === id) ?? {};
      return { text, speaker, ...pending.segments[id] };
    }),
    speakers: mapValues(changes.speakers, (_, label) => {
      const { name = null, role = 'unknown' } = record.speakers.find(({ speaker }) => speaker === label) ?? {};
      return { name, role, ...pending.speakers[label] };
    }),
    fields: { template, patient, visit, ...codesOf(record), ...pending.fields },
  };
}

/** The codes as they are sent; none for a note that has no codes. */
export const codesOf = ({ codes }: Pick<Version, 'codes'>): Pick<Changes['fields'], 'codes'> =>
  codes === undefined
    ? {}
    : {
        codes: codes.map(({ system, code, evidence }) => ({
          system: system === 'CPT' ? 'CPT' : 'ICD-10-CM',
          code,
          evidence: [...evidence],
        })),
      };

/** What is pending with more changes. Each statement has the id that the record has of it, or none. */
function withChanges(pending: PendingChanges, { record, keys }: Edited, changes: Changes): PendingChanges {
  const known = new Map(
    record.sections.flatMap(({ statements }) => statements.map(({ id }) => [keys.get(id) ?? id, id])),
  );
  const named = ({ id: before, ...statement }: EditedStatement): EditedStatement => {
    const id = known.get(statement.key);
    return id === undefined ? statement : { ...statement, id };
  };
  // A section that only another template has cannot be emptied.
  const names = new Set(record.sections.map(({ name }) => name));
  const sections = { ...pending.sections, ...mapValues(changes.sections, (statements) => statements.map(named)) };
  return {
    version: isEmpty(pending) ? record.version : pending.version,
    sections: Object.fromEntries(
      Object.entries(sections).filter(([name, statements]) => names.has(name) || statements.length > 0),
    ),
    segments: merged(pending.segments, changes.segments),
    speakers: merged(pending.speakers, changes.speakers),
    fields: { ...pending.fields, ...changes.fields },
  };
}

/** Fields of some things by their ids, with more fields of some of them. */
const merged = <Fields>(of: Readonly<Record<string, Fields>>, more: Readonly<Record<string, Fields>>) => ({
  ...of,
  ...mapValues(more, (fields, id) => ({ ...of[id], ...fields })),
});

/** What brings an earlier version back. */
export function changesTo(old: Version, { record, keys }: Edited): Changes {
  const { template, patient, visit, sections, speakers } = old;
  const said = new Map(record.segments.map(({ id, text, speaker }) => [id, `${speaker} ${text}`]));
  const segments = old.segments.filter(({ id, text, speaker }) => (said.get(id) ?? '') !== `${speaker} ${text}`);
  const known = new Set(record.speakers.map(({ speaker }) => speaker));
  return {
    sections: Object.fromEntries([
      ...record.sections.map(({ name }) => [name, []]),
      ...sections.map(({ name, statements }) => [name, editable(statements, keys)]),
    ]),
    segments: Object.fromEntries(segments.map(({ id, text, speaker }) => [id, { text, speaker }])),
    speakers: Object.fromEntries(
      speakers.flatMap(({ speaker, name, role }) => (known.has(speaker) ? [[speaker, { name, role }]] : [])),
    ),
    fields: { patient, visit, ...(template !== record.template && { template }), ...codesOf(old) },
  };
}

/** What leads from one state of some parts to another. What is not as in the first one, others have changed: it stays. */
function between(from: Changes, to: Changes, now: Changes): Changes {
  return {
    sections: mapValues(to.sections, (statements, name) =>
      statementsBetween(from.sections[name] ?? [], statements, now.sections[name] ?? []),
    ),
    segments: mapValues(to.segments, (each, id) => fieldsBetween(from.segments[id], each, now.segments[id])),
    speakers: mapValues(to.speakers, (each, id) => fieldsBetween(from.speakers[id], each, now.speakers[id])),
    fields: fieldsBetween(from.fields, to.fields, now.fields),
  };
}

/** @returns the fields of `to` that `from` has too, and that are now as there */
function fieldsBetween<Fields extends object>(from: Fields | undefined, to: Fields, now: Fields | undefined): Fields {
  const [before, current] = [from, now].map((fields) => new Map<string, unknown>(Object.entries(fields ?? {})));
  const isAsBefore = (name: string) => JSON.stringify(before?.get(name)) === JSON.stringify(current?.get(name));
  const taken = Object.entries(to).filter(([name]) => before?.has(name) && isAsBefore(name));
  // Object.fromEntries forgets the names; they are those of `to`, all of which are optional.
  return Object.fromEntries(taken) as Fields;
}

type Statements = readonly EditedStatement[];

function statementsBetween(from: Statements, to: Statements, now: Statements): Statements {
  const text = (statements: Statements) => JSON.stringify(statements.map((each) => [each.key, each.text]));
  if (text(from) === text(now)) return to;
  const byKey = (statements: Statements) => new Map(statements.map((each) => [each.key, each]));
  const [before, after] = [byKey(from), byKey(to)];
  const result = now.flatMap((each) => {
    if (before.get(each.key)?.text !== each.text) return [each];
    const next = after.get(each.key);
    return next === undefined ? [] : [{ ...each, text: next.text, evidence: next.evidence }];
  });
  for (const [index, each] of to.entries()) {
    if (before.has(each.key) || result.some(({ key }) => key === each.key)) continue;
    const place = result.findLastIndex(
      ({ key }) => to.findIndex((other) => other.key === key) < index && after.has(key),
    );
    result.splice(place + 1, 0, each);
  }
  return result;
}

/** A change that can be taken back: the parts that it changed, as they were and as they became. */
interface Step {
  readonly before: Changes;
  readonly after: Changes;
  /** What it does. What is typed into one statement without a pause has one tag, and is one step. */
  readonly tag: string;
  /** When it was last made, in milliseconds since 1970. */
  readonly at: number;
}

/** What is not saved yet, and the steps that led there, with those that were taken back. The newest are last. */
export interface Edits {
  readonly pending: PendingChanges;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

const pauseMs = 2000;

/** Makes a change. */
export function changed(edits: Edits, edited: Edited, after: Changes, { tag, at }: Pick<Step, 'tag' | 'at'>): Edits {
  const { pending, past, future } = edits;
  const last = past.at(-1);
  const goesOn = last?.tag === tag && at - last.at < pauseMs && future.length === 0;
  const before = goesOn ? last.before : shown(pending, edited, after);
  return {
    pending: withChanges(pending, edited, after),
    past: [...(goesOn ? past.slice(0, -1) : past), { before, after, tag, at }],
    future: [],
  };
}

/** Takes back the last change, or the last one with a tag. What others have changed since stays. */
export function undone(edits: Edits, edited: Edited, tag?: string): Edits {
  const step = edits.past.findLast((each) => tag === undefined || each.tag === tag);
  if (step === undefined) return edits;
  const { after, before } = step;
  return {
    pending: moved(edits.pending, edited, after, before),
    past: edits.past.filter((each) => each !== step),
    future: [...edits.future, step],
  };
}

/** Makes again what was taken back last. */
export function redone(edits: Edits, edited: Edited): Edits {
  const step = edits.future.at(-1);
  if (step === undefined) return edits;
  const { before, after } = step;
  return {
    pending: moved(edits.pending, edited, before, after),
    past: [...edits.past, step],
    future: edits.future.slice(0, -1),
  };
}

function moved(pending: PendingChanges, edited: Edited, from: Changes, to: Changes): PendingChanges {
  return withChanges(pending, edited, between(from, to, shown(pending, edited, to)));
}
