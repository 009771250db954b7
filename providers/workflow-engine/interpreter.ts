import type { Parallel, Sleep, WorkflowNode } from 'chronoscribe/host';
import { BranchAborted, raceLost } from './saved/aborts.ts';
import { together } from './together.ts';

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
 * see is not known here: their functions are called by who finds them by their paths.
 */
export interface NodeExecution {
  step(at: Place): Promise<unknown>;
  /**
   * @param from the end of the sleep on the account's clock before it, from which this one counts
   * @returns its end
   */
  sleep(at: Place, from: number | undefined): Promise<number>;
  wait(at: Place): Promise<unknown>;
  child(at: Place): Promise<unknown>;
  /**
   * Has the answer of a function saved: how many items there are, whether a condition holds, whether a round was the last
   * one. Fails for a `repeat` that has no round left.
   *
   * @param winner the branch of a race that has ended first
   */
  decide(path: string, winner?: string): Promise<unknown>;
  /** Whether that was decided in an earlier execution. */
  isDecided(path: string): boolean;
  /** Ends what of the nodes inside has begun and has no end, for good: nobody awaits it any more. */
  abandon(path: string): Promise<void>;
}

/** Executes nodes one after the other. */
export async function interpret(nodes: readonly WorkflowNode[], scope: Scope, execution: NodeExecution): Promise<void> {
  let sleptUntil: number | undefined;
  for (const [index, node] of nodes.entries()) {
    scope.signal.throwIfAborted();
    const position = scope.position ?? { index: index + 1, of: nodes.length };
    const at = { ...scope, position, path: scope.prefix + node.name };
    if (node.kind === 'sleep') {
      const end = await execution.sleep(at, sleptUntil);
      sleptUntil = node.clock === 'account' ? end : undefined;
    } else {
      await execute(node, at, execution);
      if (node.kind !== 'step') sleptUntil = undefined;
    }
  }
}

async function execute(node: Exclude<WorkflowNode, Sleep>, at: Place, execution: NodeExecution): Promise<unknown> {
  const inside =
    (nodes: readonly WorkflowNode[], part: string) =>
    (signal = at.signal) =>
      interpret(nodes, { ...at, signal, prefix: `${at.path}/${part}` }, execution);
  switch (node.kind) {
    case 'parallel': {
      const branches = Object.entries(node.branches).map(([name, body]) => inside(body, `${name}/`));
      return together(branches, branches.length, at.signal);
    }
    case 'race':
      return race(node, at, execution);
    case 'each': {
      const count = Number(await execution.decide(at.path));
      const items = Array.from({ length: count }, (_, index) => inside(node.body, `${index}/`));
      return together(items, node.concurrency, at.signal);
    }
    case 'when':
      return (await execution.decide(at.path)) === true && inside(node.body, '')();
    case 'repeat':
      for (let index = 0; ; index += 1) {
        await inside(node.body, `${index}/`)();
        const path = `${at.path}/${index}`;
        if ((await execution.decide(path)) === true) return;
        if (index + 1 >= node.most) return execution.decide(at.path);
        if (node.everyMs > 0) await execution.sleep({ ...at, path: `${path}//every` }, undefined);
      }
    default:
      return execution[node.kind](at);
  }
}

/** Has saved which branch has ended first, then aborts the others. What they throw from then on does not count. */
async function race({ branches }: Parallel, at: Place, execution: NodeExecution): Promise<void> {
  if (!execution.isDecided(at.path)) {
    let first: Promise<unknown> | undefined;
    const won = new AbortController();
    const tasks = Object.entries(branches).map(([name, body]) => async (signal: AbortSignal) => {
      await interpret(body, { ...at, signal, prefix: `${at.path}/${name}/` }, execution);
      signal.throwIfAborted();
      first ??= execution.decide(at.path, name);
      await first;
      won.abort(new BranchAborted(raceLost));
    });
    const signal = AbortSignal.any([at.signal, won.signal]);
    await together(tasks, tasks.length, signal).catch((thrown: unknown) => {
      if (first === undefined) throw thrown;
    });
    await first;
  }
  await execution.abandon(at.path);
}
