import { expect, test } from 'vitest';
import { z } from 'zod';
import { workflow } from '../api/workflow.ts';
import type { StepState } from '../kinds/workflow-engine.ts';
import { stepsNamed, waitsNamed } from './node-names.ts';

const letter = workflow<string>('letter')
  .waitFor('signed', z.object({ by: z.string() }))
  .answer((body) => ({ body, location: '' }));
const { nodes } = workflow<{ readonly pages: readonly string[] }>('digest')
  .waitFor('approved', z.object({ by: z.string() }))
  .parallel('both', {
    note: (w) => w.waitFor('read', z.object({ note: z.string() })),
    codes: (w) => w.waitFor('read', z.object({ codes: z.string() })),
  })
  .each(
    'pages',
    ({ input }) => input.pages,
    {},
    (w) => w.waitFor('seen', z.object({ page: z.number() })),
  )
  .child('letter', letter, () => 'Ada')
  .answer((body) => ({ body, location: '' }));

test.each([
  ['approved', 1],
  ['both/note/read', 1],
  ['read', 2],
  ['seen', 1],
  ['pages/3/seen', 1],
  ['letter/signed', 1],
  ['signed', 1],
  ['pages/x/seen', 0],
  ['pages/seen', 0],
  ['both', 0],
  ['nothing', 0],
])('a signal %j is for %i of the nodes that wait', (name, count) => {
  expect(waitsNamed(nodes, name)).toHaveLength(count);
});

test('the path of a node chooses among nodes of one name', () => {
  const [wait] = waitsNamed(nodes, 'both/codes/read');
  expect(wait?.schema.safeParse({ codes: 'M99.01' }).success).toBe(true);
});

const step = (id: string, steps?: readonly StepState[]): StepState => ({
  id,
  name: id.slice(id.lastIndexOf('/') + 1),
  kind: 'step',
  status: 'done',
  attempt: 1,
  startedAt: 1,
  endedAt: 2,
  error: null,
  ...(steps !== undefined && { steps }),
});

test('a step is found by its path, or by its name wherever it is', () => {
  const steps = [step('read'), step('pages', [step('pages/0', [step('pages/0/read')]), step('pages/1')])];
  expect(stepsNamed(steps, 'pages/0/read').map(({ id }) => id)).toEqual(['pages/0/read']);
  expect(stepsNamed(steps, 'read').map(({ id }) => id)).toEqual(['read']);
  expect(stepsNamed([step('a', [step('a/read')]), step('b', [step('b/read')])], 'read')).toHaveLength(2);
  expect(stepsNamed(steps, 'write')).toEqual([]);
});
