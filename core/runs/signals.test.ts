import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { workflow } from '../api/workflow.ts';
import type { StepState, WorkflowEngine } from '../kinds/workflow-engine.ts';
import { stepsNamed, waitsNamed } from './signals.ts';
import { callsOf, registryOver, startParts } from './testing/parts.ts';

const reader = { account: 'clinic', scopes: ['time'] } as const;
const letter = workflow<string>('letter')
  .waitFor('approved', z.object({ by: z.string().trim() }))
  .waitFor('sent', z.object({}))
  .answer(() => ({ body: null, location: '' }));

/** A run that waits for its first signal, on an engine of which a test changes one call. */
async function waitingRun(changed: (engine: WorkflowEngine) => Partial<WorkflowEngine>) {
  const parts = await startParts();
  const registry = await registryOver({ ...parts, engine: { ...callsOf(parts.engine), ...changed(parts.engine) } });
  await registry.start([letter], []);
  onTestFinished(() => registry.stop());
  const id = randomUUID();
  const visible = { auth: 'time', name: 'letter' } as const;
  await registry.launch({ id, account: 'clinic', workflow: letter, input: '', visible });
  const waitsFor = (signal: string) =>
    expect
      .poll(async () => (await registry.get(reader, id)).waitingFor, { timeout: 30_000 })
      .toMatchObject([{ signal }]);
  await waitsFor('approved');
  const approve = (operation?: string) => registry.signal(reader, id, 'approved', { by: ' Grace ' }, operation);
  return { registry, id, waitsFor, approve };
}

const lostAnswer = (engine: WorkflowEngine): Partial<WorkflowEngine> => {
  let isLost = true;
  return {
    async signal(...given) {
      const isDelivered = await engine.signal(...given);
      if (isLost) {
        isLost = false;
        throw new Error('the connection was lost');
      }
      return isDelivered;
    },
  };
};

test('a signal whose answer was lost is the same one when its request is repeated', async () => {
  const { approve, waitsFor } = await waitingRun(lostAnswer);
  await expect(approve('request')).rejects.toThrow('the connection was lost');
  await waitsFor('sent');
  await approve('request');
  await expect(approve('another')).rejects.toMatchObject({ code: 'not-waiting' });
  await expect(approve()).rejects.toMatchObject({ code: 'not-waiting' });
});

test('a signal that was never delivered is not taken for delivered when its request is repeated', async () => {
  let isAway = true;
  const { registry, id, approve } = await waitingRun((engine) => ({
    signal: (...given) => (isAway ? Promise.reject(new Error('the engine is away')) : engine.signal(...given)),
  }));
  await expect(approve('request')).rejects.toThrow('the engine is away');
  isAway = false;
  await registry.cancel(reader, id);
  await expect(approve('request')).rejects.toMatchObject({ code: 'not-waiting' });
});

test('the engine gets the payload as its schema parsed it', async () => {
  const sent: unknown[] = [];
  const { approve, waitsFor } = await waitingRun((engine) => ({
    async signal(...given) {
      sent.push(given[2]);
      return engine.signal(...given);
    },
  }));
  await approve();
  await waitsFor('sent');
  expect(sent).toEqual([{ by: 'Grace' }]);
});

const signedLetter = workflow<string>('letter')
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
  .child('letter', signedLetter, () => 'Ada')
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
