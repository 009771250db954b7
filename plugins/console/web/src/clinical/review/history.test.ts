import { expect, test } from 'vitest';
import { afterSaving, type Changes, type EditedStatement, noChanges } from './pending-changes.ts';
import type { Transcript } from './record-query.ts';
import { changed, type Edited, type Edits, redone, undone } from './take-back.ts';

const none: Changes = { sections: {}, segments: {}, speakers: {}, fields: {} };
const keys = new Map<string, string>();
/** A record whose plan says this; the ids are the first letters. */
const saying = (...texts: string[]): Edited => ({
  keys,
  // Of a record, editing reads these parts only.
  record: {
    version: 1,
    sections: [{ name: 'Plan', statements: texts.map((text) => ({ id: text.slice(0, 1), text, evidence: [] })) }],
    segments: [{ id: 's1', text: 'Hello.', speaker: 'Speaker 1' }],
    speakers: [{ speaker: 'Speaker 1', name: null, role: 'patient' }],
    template: 'soap',
    patient: null,
    visit: null,
  } as unknown as Transcript,
});
const statement = (text: string, id = text.slice(0, 1)): EditedStatement => ({ key: id, id, text, evidence: [] });
const plan = (...statements: EditedStatement[]): Changes => ({ ...none, sections: { Plan: statements } });
const start: Edits = { pending: noChanges(1), past: [], future: [] };
const textsOf = ({ pending }: Edits) => pending.sections['Plan']?.map(({ text }) => text);
let clock = 0;
const step = (edits: Edits, of: Edited, changes: Changes, tag = `tag ${clock}`) => {
  clock += 10_000;
  return changed(edits, of, changes, { tag, at: clock });
};

const record = saying('Ice.', 'Rest.', 'Walk.');
const deleted = plan(statement('Ice.'), statement('Walk.'));

test('a statement that was deleted comes back to its place, and goes again', () => {
  const edits = step(start, record, deleted);
  expect(textsOf(undone(edits, record))).toEqual(['Ice.', 'Rest.', 'Walk.']);
  expect(textsOf(redone(undone(edits, record), record))).toEqual(['Ice.', 'Walk.']);
});

test.each([
  ['a statement that others added', ['Ice.', 'Walk.', 'Eat.'], ['Ice.', 'Rest.', 'Walk.', 'Eat.']],
  ['the words that others changed', ['Ice it.', 'Walk.'], ['Ice it.', 'Rest.', 'Walk.']],
  ['the place of what others moved', ['Walk.', 'Ice.'], ['Walk.', 'Ice.', 'Rest.']],
  ['what others deleted out of the note', ['Walk.'], ['Rest.', 'Walk.']],
])('a deletion that is saved is taken back, and leaves %s', (_, theirs, expected) => {
  const { past, future } = step(start, record, deleted);
  expect(textsOf(undone({ pending: noChanges(2), past, future }, saying(...theirs)))).toEqual(expected);
});

test('what is typed without a pause is one step, and words of others are not overwritten by taking it back', () => {
  const rest = [statement('Rest.'), statement('Walk.')];
  const typed = ['I', 'Ic', 'Ice'].reduce(
    (edits, text, index) =>
      changed(edits, record, plan(statement(text), ...rest), { tag: 'write I', at: clock + index }),
    start,
  );
  expect(typed.past).toHaveLength(1);
  expect(textsOf(undone(typed, record))).toEqual(['Ice.', 'Rest.', 'Walk.']);
  const saved = { ...typed, pending: noChanges(2) };
  expect(textsOf(undone(saved, saying('In peace.', 'Rest.')))).toEqual(['In peace.', 'Rest.']);
});

test('a statement that comes back while its deletion is being saved is a new one', () => {
  const sent = step(start, record, deleted);
  const back = undone(sent, record);
  const { version, sections } = saying('Ice.', 'Walk.').record;
  const left = afterSaving(back.pending, sent.pending, { version, sections });
  expect(left.sections['Plan']?.map(({ id }) => id)).toEqual(['I', undefined, 'W']);
});

test('an addition goes under the id that it was saved with', () => {
  const added = step(
    start,
    record,
    plan(...['Ice.', 'Rest.', 'Walk.'].map((text) => statement(text)), { key: 'new', text: 'Eat.', evidence: [] }),
  );
  const saved = { ...saying('Ice.', 'Rest.', 'Walk.', 'Eat.'), keys: new Map([['E', 'new']]) };
  const back = undone({ ...added, pending: noChanges(2) }, saved);
  expect(textsOf(back)).toEqual(['Ice.', 'Rest.', 'Walk.']);
  expect(redone(back, saved).pending.sections['Plan']?.at(-1)).toMatchObject({ id: 'E', text: 'Eat.' });
});

test('a word, a speaker and a patient come back, and another change after them stays', () => {
  const changes = {
    ...none,
    segments: { s1: { text: 'Hallo.' } },
    speakers: { 'Speaker 1': { name: 'Zoë' } },
    fields: { patient: { name: 'Zoë' } },
  };
  const edits = step(step(start, record, changes, 'all'), record, deleted);
  const { pending } = undone(edits, record, 'all');
  expect(pending).toMatchObject({
    segments: { s1: { text: 'Hello.' } },
    speakers: { 'Speaker 1': { name: null } },
    fields: { patient: null },
    sections: deleted.sections,
  });
});
