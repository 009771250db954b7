import type { WorkflowNode } from 'chronoscribe/host';
import type { Held, Outline } from '../runs/messages.ts';

/**
 * The version of what the workflow does and in which order. One more with each change of that: of `graph-work.ts`, this
 * file, or `graph-execution.ts`, `together.ts` and `messages.ts` in `../runs`. Executions of another version are not
 * replayed, since Temporal would refuse what differs: they are begun anew from the store.
 */
export const interpreterVersion = 4;

/** A host has taken the run: its signal to the workflow, which has all else done there. */
export interface HeldByHost extends Held {
  /** The task queue of the host. */
  readonly queue: string;
}

/** Of the failures of orders: a node has failed for good, or the host can not go on with the run. */
export const failureTypes = { failed: 'StepFailed', lost: 'RunLost' } as const;

/** The signal of a host that has taken the run. */
export const heldSignal = 'held';
/** The signal that something has come for what waits under a key; null: for anything. */
export const givenSignal = 'given';

/** The graph without its functions, which stay at the host that evaluates them. */
export function outlineOf(graph: Outline | readonly WorkflowNode[]): Outline {
  return graph.map((node) => ({
    kind: node.kind,
    name: node.name,
    ...('clock' in node && { clock: node.clock }),
    ...('concurrency' in node && { concurrency: node.concurrency }),
    ...('most' in node && { most: node.most, everyMs: node.everyMs }),
    ...('body' in node && { body: outlineOf(node.body) }),
    ...('branches' in node && {
      branches: Object.fromEntries(Object.entries(node.branches).map(([name, body]) => [name, outlineOf(body)])),
    }),
  }));
}

/** Lets only so many pieces of work be in progress at the same time. */
export function limited(most: number) {
  let inProgress = 0;
  const next: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inProgress >= most) await new Promise<void>((resolve) => next.push(resolve));
    inProgress += 1;
    try {
      return await work();
    } finally {
      inProgress -= 1;
      next.shift()?.();
    }
  };
}
