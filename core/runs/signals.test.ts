import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { workflow } from '../api/workflow.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { registryOver, startParts } from './testing/parts.ts';

const reader = { account: 'clinic', scopes: ['time'] } as const;
const letter = workflow<string>('letter')
  .waitFor('approved', z.object({ by: z.string().trim() }))
  .waitFor('sent', z.object({}))
  .answer(() => ({ body: null, location: '' }));

/** A run that waits for its first signal, on an engine of which a test changes one call. */
async function waitingRun(changed: (engine: WorkflowEngine) => Partial<WorkflowEngine>) {
  const parts = await startParts();
  const registry = await registryOver({ ...parts, engine: { ...parts.engine, ...changed(parts.engine) } });
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
