import type { AnyWorkflow, StepState } from 'chronoscribe';
import { definitionBegun } from 'chronoscribe/host';
import type { EngineDatabase } from './database.ts';
import { isNamed, type KeptSignal, type KeptSignals } from './kept-signals.ts';
import { RunInput } from './run-input.ts';
import { isSettled, type SavedRun } from './run-table.ts';
import { type OpenWait, openWaits } from './view/open-waits.ts';
import { type LibraryHistory, readHistory } from './view/run-history.ts';
import { nodeStates } from './view/steps-view.ts';

/** All that is known of a run. */
export interface RunView {
  readonly workflow: AnyWorkflow;
  readonly history: LibraryHistory;
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
  const current = history && parts.workflows.get(history.run.workflowName);
  if (history === undefined || current === undefined) return undefined;
  const { input } = history.run;
  const begun = input === null ? undefined : RunInput.parse(parts.database.decode(input)).definition;
  const workflow = definitionBegun(current, begun) ?? current;
  const steps = nodeStates(workflow.nodes, { history, prefix: '', idPrefix: '' }, parts.database);
  const kept = await parts.signals.of(id);
  const given = new Set(kept.map(({ wait }) => wait));
  const open = openWaits(workflow.nodes, steps, { prefix: '', isNested: false, isRepeated: false });
  const waits = isSettled(run) ? [] : open.filter(({ path }) => !given.has(path));
  return { workflow, history, steps, kept, waits };
}

/**
 * Gives a signal to everything of that name that waits now. If nothing does, keeps it for what may wait first.
 *
 * @returns false if there is nothing that may wait for it, or if that is sure to get another one
 */
export async function signalRun(
  signals: Pick<KeptSignals, 'keep'>,
  run: string,
  { waits, kept }: Pick<RunView, 'waits'> & { readonly kept: readonly Pick<KeptSignal, 'node' | 'wait'>[] },
  { name, payload }: { readonly name: string; readonly payload: unknown },
): Promise<boolean> {
  const named = waits.filter(({ path, isRepeated }) => isNamed(path, isRepeated ? asTemplate(name, path) : name));
  let isGiven = false;
  for (const { path, waits: waitsNow } of named)
    if (waitsNow && (await signals.keep(run, name, path, payload))) isGiven = true;
  if (isGiven) return true;
  const expected = named.some(({ isRepeated }) => isRepeated) ? Number.POSITIVE_INFINITY : named.length;
  const promised = kept.filter(({ node, wait }) => node === name && wait === null).length;
  return promised < expected && (await signals.keep(run, name, null, payload));
}

/** The path with `*` where the template has one: the item `3` of an `each` that has no items yet becomes `*`. A plain name stays as it is. */
function asTemplate(name: string, template: string): string {
  const [names, parts] = [name.split('/'), template.split('/')];
  if (names.length !== parts.length) return name;
  return names.map((part, at) => (parts[at] === '*' && /^\d+$/.test(part) ? '*' : part)).join('/');
}
