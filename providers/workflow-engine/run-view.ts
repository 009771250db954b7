import type { AnyWorkflow, StepState } from 'chronoscribe';
import type { EngineDatabase } from './database.ts';
import type { KeptSignal, KeptSignals } from './kept-signals.ts';
import { isSettled, type SavedRun } from './run-table.ts';
import { type OpenWait, openWaits } from './view/open-waits.ts';
import { type RunHistory, readHistory } from './view/run-history.ts';
import { nodeStates } from './view/steps-view.ts';

/** All that is known of a run. */
export interface RunView {
  readonly workflow: AnyWorkflow;
  readonly history: RunHistory;
  readonly steps: readonly StepState[];
  readonly kept: readonly KeptSignal[];
  /** What waits for a signal, or may wait later, and has got none. */
  readonly waits: readonly OpenWait[];
}

/**
 * @param id that the run was submitted with
 * @returns undefined if it is gone, or if this host does not have its workflow
 */
export async function readRunView(
  id: string,
  run: SavedRun,
  parts: {
    readonly database: EngineDatabase;
    readonly signals: KeptSignals;
    readonly workflows: ReadonlyMap<string, AnyWorkflow>;
  },
): Promise<RunView | undefined> {
  const history = await readHistory(parts.database.backend, run.libraryId);
  const workflow = history && parts.workflows.get(history.run.workflowName);
  if (history === undefined || workflow === undefined) return undefined;
  const steps = nodeStates(workflow.nodes, { history, prefix: '', idPrefix: '' }, parts.database);
  const kept = await parts.signals.of(id);
  const given = new Set(kept.map(({ wait }) => wait));
  const open = openWaits(workflow.nodes, steps, { prefix: '', isNested: false, isRepeated: false });
  const waits = isSettled(run) ? [] : open.filter(({ path }) => !given.has(path));
  return { workflow, history, steps, kept, waits };
}
