import type { Child, Parallel, Sleep, WorkflowNode } from 'chronoscribe/host';
import { RaceLost } from './saved/aborts.ts';
import { type Judgement, together } from './together.ts';

/** What surrounds a list of nodes. */
interface Scope {
  /** What the paths of the nodes begin with: empty, or with a slash at its end. */
  readonly prefix: string;
  /** Aborted with the execution of the run, or if a parallel branch fails or another one wins the race. */
  readonly signal: AbortSignal;
  /** Which of the run's nodes it is in, counted from 1; undefined for the list of the run itself. */
  readonly position: Position | undefined;
}

export interface Position {
  readonly index: number;
  readonly of: number;
}

/** Where a node is executed. */
export interface Place extends Scope {
  readonly path: string;
  readonly position: Position;
}

/**
 * Executes the nodes that have no others inside, each once: what is done is not repeated when a run continues. What nodes
 * see is not known here, so their functions are called by who finds them by their paths.
 */
export interface NodeExecution extends Judgement {
  step(at: Place): Promise<unknown>;
  /** @param from the end of the sleep on the account's clock before it, from which this one counts */
  sleep(at: Place, from: number | undefined): Promise<number>;
  wait(at: Place): Promise<unknown>;
  child(child: Child, at: Place): Promise<unknown>;
  /**
   * Has saved what a function of the node gives: how many items there are, whether a condition holds or a round was the
   * last. Fails if there is no round left.
   *
   * @param winner the branch of a race that has ended first
   */
  decide(at: Pick<Place, 'path'>, winner?: string): Promise<unknown>;
  /** What was decided in an earlier execution. */
  decided(at: Pick<Place, 'path'>): Promise<unknown> | undefined;
  /** Ends what of the nodes inside has begun and has no end, for good: nobody awaits it any more. */
  abandon(at: Place): Promise<void>;
}

/**
 * Executes nodes one after the other.
 *
 * @returns the value of the last one
 */
export async function interpret(
  nodes: readonly WorkflowNode[],
  scope: Scope,
  execution: NodeExecution,
): Promise<unknown> {
  let last: unknown = null;
  let sleptUntil: number | undefined;
  for (const [index, node] of nodes.entries()) {
    scope.signal.throwIfAborted();
    const position = scope.position ?? { index: index + 1, of: nodes.length };
    const at = { ...scope, position, path: scope.prefix + node.name };
    if (node.kind === 'sleep') {
      const end = await execution.sleep(at, sleptUntil);
      sleptUntil = node.clock === 'account' ? end : undefined;
      last = end;
    } else {
      last = await execute(node, at, execution);
      if (node.kind !== 'step') sleptUntil = undefined;
    }
  }
  return last;
}

async function execute(node: Exclude<WorkflowNode, Sleep>, at: Place, execution: NodeExecution): Promise<unknown> {
  switch (node.kind) {
    case 'step':
      return execution.step(at);
    case 'parallel': {
      const branches = branchesOf(node, at, execution);
      return Object.fromEntries(await together(branches, branches.length, at.signal, execution));
    }
    case 'race':
      return race(node, at, execution);
    case 'each': {
      const bodies = Array.from(
        { length: Number(await execution.decide(at)) },
        (_, index) => (signal: AbortSignal) =>
          interpret(node.body, { ...at, signal, prefix: `${at.path}/${index}/` }, execution),
      );
      return together(bodies, node.concurrency, at.signal, execution);
    }
    case 'when': {
      const holds = await execution.decide(at);
      return holds === true ? interpret(node.body, { ...at, prefix: `${at.path}/` }, execution) : null;
    }
    case 'repeat':
      for (let index = 0; ; index += 1) {
        const path = `${at.path}/${index}`;
        const result = await interpret(node.body, { ...at, prefix: `${path}/` }, execution);
        if ((await execution.decide({ path })) === true) return result;
        if (index + 1 >= node.most) return execution.decide(at);
        if (node.everyMs > 0) await execution.sleep({ ...at, path: `${path}//every` }, undefined);
      }
    case 'wait':
      return execution.wait(at);
    case 'child':
      return execution.child(node, at);
    default:
      return node satisfies never;
  }
}

function branchesOf({ branches }: Parallel, at: Place, execution: NodeExecution) {
  return Object.entries(branches).map(
    ([name, body]) =>
      async (signal: AbortSignal) =>
        [name, await interpret(body, { ...at, signal, prefix: `${at.path}/${name}/` }, execution)] as const,
  );
}

/** Saves which branch has ended first, then aborts the others. What they throw from then on does not count. */
async function race(node: Parallel, at: Place, execution: NodeExecution): Promise<unknown> {
  let first = execution.decided(at);
  const won = new AbortController();
  const branches = branchesOf(node, at, execution).map((branch) => async (signal: AbortSignal) => {
    const [winner] = await branch(signal);
    signal.throwIfAborted();
    first ??= execution.decide(at, winner);
    await first;
    won.abort(new RaceLost());
  });
  const signal = AbortSignal.any([at.signal, won.signal]);
  if (first === undefined)
    await together(branches, branches.length, signal, execution).catch((thrown: unknown) => {
      if (first === undefined) throw thrown;
    });
  const result = await first;
  await execution.abandon(at);
  return result;
}
