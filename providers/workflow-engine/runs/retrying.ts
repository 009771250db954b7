import type { Documents } from 'chronoscribe';
import type { AnyWorkflow } from 'chronoscribe/types';
import { nodesAfter } from '../view/nodes-after.ts';
import { changeNoticed, historyOf, nodes, type StoredNode, type StoredRun, signals } from './documents.ts';
import { allOf } from './run-documents.ts';
import { timeoutEnd } from './wait-keys.ts';

/**
 * Lets a failed run begin again with what is not done.
 *
 * @param from the path of a node: it and all that come after it are done anew
 * @returns false if there is no such node
 */
export async function beginAgain(
  documents: Documents,
  run: StoredRun,
  workflow: AnyWorkflow | undefined,
  from: string | undefined,
): Promise<boolean> {
  const saved = await allOf(documents, nodes, run.id);
  const history = historyOf(run, saved);
  const found =
    from === undefined || workflow === undefined
      ? undefined
      : nodesAfter(workflow.nodes, from.split('/'), { history, prefix: '', fullPrefix: '' });
  if (from !== undefined && found === undefined) return false;
  const isAnew = (name: string | null) =>
    (found ?? []).some((path) => name === path || name?.startsWith(`${path}/`) === true);
  const isAround = ({ name, kind }: StoredNode) => kind === 'workflow' && from?.startsWith(`${name}/`) === true;

  for (const signal of await allOf(documents, signals, run.id))
    if (isAnew(signal.wait) || signal.node.endsWith(timeoutEnd)) await documents.delete(signals, signal.id);
  for (const node of saved) {
    const isOpenChild = node.kind === 'workflow' && node.status === 'failed' && node.error !== null;
    if (isAnew(node.name)) await documents.delete(nodes, node.id);
    else if (isAround(node) || isOpenChild)
      await documents.put(nodes, { ...node, status: 'running', error: null, output: null, endedAt: null });
    else if (node.status === 'completed') continue;
    // The run goes on by its workflow as it is, see `own-definition.ts`.
    else if (node.name.includes(changeNoticed))
      await documents.put(nodes, { ...node, status: 'completed', error: null, output: null });
    else await documents.delete(nodes, node.id);
  }
  return true;
}
