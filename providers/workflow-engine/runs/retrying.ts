import type { Documents } from 'chronoscribe';
import type { StepState } from 'chronoscribe/host';
import { allOf, changeNoticed, nodes, type StoredNode, signals } from './documents.ts';
import { timeoutEnd } from './waits.ts';

/**
 * Lets a failed run begin again with what is not done.
 *
 * @param steps the states of its nodes
 * @param from the path of a node: it and all that come after it are done anew
 * @returns false if there is no such node
 */
export async function beginAgain(
  documents: Documents,
  run: string,
  steps: readonly StepState[],
  from: string | undefined,
): Promise<boolean> {
  const found = from === undefined ? [] : nodesAfter(steps, from);
  if (found === undefined) return false;
  const isAnew = (name: string | null) => found.some((path) => name === path || name?.startsWith(`${path}/`) === true);
  const isAround = ({ name, kind }: StoredNode) => kind === 'workflow' && from?.startsWith(`${name}/`) === true;

  for (const signal of await allOf(documents, signals, run))
    if (isAnew(signal.wait) || signal.node.endsWith(timeoutEnd)) await documents.delete(signals, signal.id);
  const all = await allOf(documents, nodes, run);
  const hasChanged = (name: string) => all.some((node) => node.name === `${name}/${changeNoticed}`);
  for (const node of all) {
    const isOpenChild = node.kind === 'workflow' && node.status === 'failed' && node.error !== null;
    if (isAnew(node.name)) await documents.delete(nodes, node.id);
    else if (isAround(node) || isOpenChild) {
      // The child goes on by its workflow as it is.
      const child = node.child && hasChanged(node.name) ? { ...node.child, definition: [] } : node.child;
      await documents.put(nodes, { ...node, status: 'running', error: null, output: null, endedAt: null, child });
    } else if (node.status !== 'completed') await documents.delete(nodes, node.id);
  }
  return true;
}

/**
 * The paths of what is to be done anew to begin again from a node: its own, and those of all that come after it in the
 * order of the graph; undefined if there is no such node, or if it is inside of what has not begun.
 *
 * @param around the node that has the steps inside
 */
function nodesAfter(steps: readonly StepState[], from: string, around?: StepState): readonly string[] | undefined {
  const at = steps.findIndex(({ id }) => from === id || from.startsWith(`${id}/`));
  const step = steps[at];
  const isPart = step?.kind === 'branch' || step?.kind === 'item';
  const later = steps.slice(at + 1).map(({ id }) => id);
  if (step?.id === from) return isPart ? undefined : [from, ...later];
  if (step === undefined || ((step.kind === 'item' || step.kind === 'child') && step.startedAt === null))
    return undefined;
  const found = nodesAfter(step.steps ?? [], from, step);
  if (found === undefined || !isPart) return found && [...found, ...later];
  // Who has won, and the other branches: the race is run again.
  if (around?.kind === 'race')
    return [...found, `${around.id}/`, ...steps.filter((other) => other !== step).map(({ id }) => id)];
  // What was decided after the round, and all later rounds.
  return around?.kind === 'repeat' ? [...found, `${step.id}/`, ...later] : found;
}
