import { randomUUID } from 'node:crypto';
import { workflow } from 'chronoscribe';
import type { RunState, WorkflowEngine } from 'chronoscribe/host';
import type { AnyWorkflow } from 'chronoscribe/types';
import { expect, vi } from 'vitest';
import { asIs, untilAborted, waitOptions } from '../contract/test-bed.ts';

/** Answers its input, with an exclamation mark. */
export const echo = workflow<string>('echo')
  .step('first', ({ input }) => input)
  .step('second', ({ first }) => `${first}!`)
  .answer(asIs);

/** Never ends by itself. */
export const stuck = workflow('stuck')
  .step('wait', (_, { signal }) => untilAborted(signal))
  .answer(asIs);

/** Submits a run under a new id. */
export async function submit(engine: WorkflowEngine, { name }: AnyWorkflow, input: unknown = null): Promise<string> {
  const id = randomUUID();
  await engine.submit({ id, account: 'clinic', workflow: name, input });
  return id;
}

/** Waits until the run is in this state. */
export function reaches(engine: WorkflowEngine, id: string, state: Partial<RunState>): Promise<void> {
  return vi.waitFor(async () => expect(await engine.state(id)).toMatchObject(state), waitOptions);
}
