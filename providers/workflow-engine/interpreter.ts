import type { Child, NodeState, Parallel, Repeat, Sleep, Step, WaitFor, WorkflowNode } from 'chronoscribe/host';
import { RaceLost } from './saved/aborts.ts';
import { type Judgement, together } from './together.ts';

/** What surrounds a list of nodes. */
interface Scope {
  /** What the paths of the nodes begin with: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly state: NodeState;
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

interface Won {
  readonly winner: string;
  readonly value: unknown;
}

/** Executes the nodes that have no others inside, each once: what is done is not repeated when a run continues. */
export interface NodeExecution extends Judgement {
  step(step: Step, at: Place): Promise<unknown>;
  /** @param from the end of the sleep on the account's clock before it, from which this one counts */
  sleep(sleep: Sleep, at: Place, from: number | undefined): Promise<number>;
  wait(wait: WaitFor, at: Place): Promise<unknown>;
  child(child: Child, at: Place): Promise<unknown>;
  /** The result of a function of the node: its items, its condition. */
  decide<T>(at: Pick<Place, 'path'>, evaluate: () => T): Promise<T>;
  /** Saves which branch of a race has ended first, with its value. */
  won(at: Place, first: Won): Promise<unknown>;
  /** What `won` has saved in an earlier execution. */
  decided(at: Pick<Place, 'path'>): Promise<unknown> | undefined;
  /** Fails, as no round of a node was the last one. */
  exhausted(repeat: Repeat, at: Place): Promise<never>;
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
  let { state } = scope;
  let last: unknown = null;
  let sleptUntil: number | undefined;
  for (const [index, node] of nodes.entries()) {
    scope.signal.throwIfAborted();
    const position = scope.position ?? { index: index + 1, of: nodes.length };
    const at = { ...scope, state, position, path: scope.prefix + node.name };
    if (node.kind === 'sleep') {
      const end = await execution.sleep(node, at, sleptUntil);
      sleptUntil = node.clock === 'account' ? end : undefined;
      last = end;
    } else {
      last = deepFreeze(await evaluate(node, at, execution));
      if (node.kind !== 'step') sleptUntil = undefined;
    }
    state = Object.freeze({ ...state, [node.name]: last });
  }
  return last;
}

async function evaluate(node: Exclude<WorkflowNode, Sleep>, at: Place, execution: NodeExecution): Promise<unknown> {
  switch (node.kind) {
    case 'step':
      return execution.step(node, at);
    case 'parallel': {
      const branches = branchesOf(node, at, execution);
      return Object.fromEntries(await together(branches, branches.length, at.signal, execution));
    }
    case 'race':
      return race(node, at, execution);
    case 'each': {
      const items = await execution.decide(at, () => node.items(at.state));
      const bodies = items.map((item, index) => (signal: AbortSignal) => {
        const state = deepFreeze({ ...at.state, item, index });
        return interpret(node.body, { ...at, state, signal, prefix: `${at.path}/${index}/` }, execution);
      });
      return together(bodies, node.concurrency, at.signal, execution);
    }
    case 'when': {
      const holds = await execution.decide(at, () => node.condition(at.state) === true);
      return holds ? interpret(node.body, { ...at, prefix: `${at.path}/` }, execution) : null;
    }
    case 'repeat':
      for (let index = 0; ; index += 1) {
        const path = `${at.path}/${index}`;
        const state = deepFreeze({ ...at.state, index });
        const result = await interpret(node.body, { ...at, state, prefix: `${path}/` }, execution);
        const seen = deepFreeze({ ...at.state, [node.name]: result });
        if (await execution.decide({ ...at, path }, () => node.until(seen) === true)) return result;
        if (index + 1 >= node.most) return execution.exhausted(node, at);
        if (node.everyMs === 0) continue;
        const pause = { kind: 'sleep', name: node.name, clock: 'wall', until: node.everyMs } as const;
        await execution.sleep(pause, { ...at, path: `${path}//every` }, undefined);
      }
    case 'wait':
      return execution.wait(node, at);
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
    const [winner, value] = await branch(signal);
    signal.throwIfAborted();
    first ??= execution.won(at, { winner, value });
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

/** Freezes JSON in place, at any depth: what one node is given, the next one is given too. */
export function deepFreeze<T>(json: T): T {
  if (typeof json !== 'object' || json === null || Object.isFrozen(json)) return json;
  for (const member of Object.values(json)) deepFreeze(member);
  return Object.freeze(json);
}
