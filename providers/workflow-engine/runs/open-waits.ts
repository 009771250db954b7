import type { StepState, WorkflowNode } from 'chronoscribe/host';
import type { AwaitedSignal } from 'chronoscribe/types';

/** A `waitFor` node of a run that waits, or may wait later. */
export interface OpenWait {
  readonly path: string;
  /** Whether it waits now. */
  readonly waits: boolean;
  /** Whether the items of an `each` around it are not known yet, so that there may be any number of it. */
  readonly isRepeated: boolean;
  /** What it is waited for under, for clients. */
  readonly signal: AwaitedSignal;
}

/** The `waitFor` nodes that wait, or may wait later, in the order of the graph. */
export function openWaits(
  nodes: readonly WorkflowNode[],
  states: readonly StepState[] | undefined,
  at: { readonly prefix: string; readonly isNested: boolean; readonly isRepeated: boolean },
): readonly OpenWait[] {
  return nodes.flatMap((node, index): readonly OpenWait[] => {
    const state = states?.[index];
    const path = at.prefix + node.name;
    const inside = (
      body: readonly WorkflowNode[],
      steps: readonly StepState[] | undefined,
      part: string,
      isRepeated = at.isRepeated,
    ) => openWaits(body, steps, { prefix: `${path}/${part}`, isNested: true, isRepeated });
    if (state !== undefined && state.status !== 'waiting' && state.status !== 'running') return [];
    switch (node.kind) {
      case 'step':
      case 'sleep':
        return [];
      case 'wait': {
        const waits = state?.startedAt !== undefined && state.startedAt !== null;
        const isTimed = waits && node.clock === 'wall' && node.timeoutMs !== undefined;
        const until = isTimed ? (state.startedAt ?? 0) + (node.timeoutMs ?? 0) : null;
        const signal = { signal: at.isNested ? path : node.name, until };
        return [{ path, waits, isRepeated: at.isRepeated, signal }];
      }
      case 'parallel':
      case 'race':
        return Object.entries(node.branches).flatMap(([name, body], branch) =>
          inside(body, state?.steps?.[branch]?.steps, `${name}/`),
        );
      case 'each':
        if (state?.steps === undefined) return inside(node.body, undefined, '*/', true);
        return state.steps.flatMap(({ steps }, item) => inside(node.body, steps, `${item}/`));
      case 'repeat':
        // Another round may begin.
        return [...(state?.steps ?? []), undefined].flatMap((round, index) =>
          round === undefined ? inside(node.body, undefined, '*/', true) : inside(node.body, round.steps, `${index}/`),
        );
      case 'when':
        return openWaits(node.body, state?.steps, { ...at, prefix: `${path}/` });
      case 'child':
        return inside(node.workflow.nodes, state?.steps, '');
      default:
        return node satisfies never;
    }
  });
}
