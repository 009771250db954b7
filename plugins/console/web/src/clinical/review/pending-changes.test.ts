import { expect, test } from 'vitest';
import {
  afterSaving,
  type EditedStatement,
  isEmpty,
  noChanges,
  onto,
  type PendingChanges,
  patchOf,
} from './pending-changes.ts';
import type { Transcript } from './record-query.ts';

const statement = (key: string, text: string, id?: string): EditedStatement => ({
  key,
  text,
  evidence: [],
  ...(id === undefined ? {} : { id }),
});
const plan = (...statements: EditedStatement[]): PendingChanges => ({
  ...noChanges(1),
  sections: { Plan: statements },
});
// Of a record, saving reads the version and the statements only.
const saved = (version: number, ...ids: string[]) =>
  ({ version, sections: [{ name: 'Plan', statements: ids.map((id) => ({ id })) }] }) as unknown as Transcript;

test('a statement without words is deleted, not saved empty', () => {
  expect(patchOf(plan(statement('n1', ' ', 'n1'), statement('x', ' Rest. ')))).toEqual({
    version: 1,
    sections: [{ name: 'Plan', statements: [{ text: 'Rest.', evidence: [] }] }],
  });
});

test('nothing is pending once all that was changed is saved', () => {
  const sent = plan(statement('x', 'Rest.'));
  expect(isEmpty(afterSaving(sent, sent, saved(2, 'n2')))).toBe(true);
});

test('what is typed while a request is on its way stays pending, from the version that was saved', () => {
  const sent = plan(statement('x', 'Rest.'));
  const now = { ...sent, sections: { Plan: [statement('x', 'Rest for a week.')] } };
  const left = afterSaving(now, sent, saved(2, 'n2'));
  expect(patchOf(left)).toEqual({
    version: 2,
    sections: [{ name: 'Plan', statements: [{ id: 'n2', text: 'Rest for a week.', evidence: [] }] }],
  });
});

test('a new statement keeps its place among others when it gets its id', () => {
  const sent = plan(statement('n1', 'Ice.', 'n1'), statement('empty', ''), statement('x', 'Rest.'));
  const now = { ...sent, sections: { Plan: [...(sent.sections['Plan'] ?? []), statement('y', 'Call.')] } };
  const ids = afterSaving(now, sent, saved(2, 'n1', 'n7')).sections['Plan']?.map(({ id }) => id);
  expect(ids).toEqual(['n1', undefined, 'n7', undefined]);
});

test('a statement that somebody else deleted comes back as a new one, if the person keeps it', () => {
  const mine = plan(statement('n1', 'Ice.', 'n1'), statement('n2', 'Rest.', 'n2'));
  expect(patchOf(onto(mine, saved(3, 'n2', 'n9')))).toEqual({
    version: 3,
    sections: [
      {
        name: 'Plan',
        statements: [
          { text: 'Ice.', evidence: [] },
          { id: 'n2', text: 'Rest.', evidence: [] },
        ],
      },
    ],
  });
});
