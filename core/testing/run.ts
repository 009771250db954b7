import { randomUUID } from 'node:crypto';
import { scopes } from '../api/access.ts';
import type { Workflow } from '../api/workflow-draft.ts';
import type { RunDetails } from '../kinds/runs.ts';
import type { ClockRef } from '../kinds/timers.ts';
import type { StepState } from '../kinds/workflow-engine.ts';
import type { RunRegistry } from '../runs/registry.ts';

/** A run that a test has started. */
export interface TestRun<Body> {
  readonly id: string;
  /** Waits for the end of the run. @returns the body of its answer @throws Problem of a run that is not done */
  result(): Promise<Body>;
  /** The state of each node, in the order of the workflow. */
  steps(): Promise<readonly StepState[]>;
  /** @throws Problem `not-waiting`, `invalid-request`; see `Runs.signal` */
  signal(name: string, payload: unknown): Promise<void>;
  /** The run as its account sees it: its status, its steps, the signals that it waits for. */
  state(): Promise<RunDetails>;
}

/**
 * Starts a run as a request would.
 *
 * @param clock the account that the run belongs to, and which of its clocks its sleeps follow
 * @param workflow of a plugin of the host
 */
export async function startTestRun<Input, Body>(
  runs: RunRegistry,
  { account, clockId }: ClockRef,
  workflow: Workflow<Input, Body>,
  input: Input,
): Promise<TestRun<Body>> {
  const id = randomUUID();
  const reader = { account, scopes };
  await runs.launch({ id, account, clockId, workflow, input, visible: { auth: 'any', name: workflow.name } });
  return {
    id,
    async result() {
      for await (const _event of (await runs.watch(id, new AbortController().signal)) ?? []);
      // The boundary where types are erased: the answer of this workflow.
      return (await runs.answer(account, id)).body as Body;
    },
    steps: async () => (await runs.get(reader, id)).steps,
    signal: (name, payload) => runs.signal(reader, id, name, payload),
    state: () => runs.get(reader, id),
  };
}
