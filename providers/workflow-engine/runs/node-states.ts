import type { RunStatus, StepState, StepStatus, WorkflowNode } from 'chronoscribe/host';
import type { StoredNode } from './documents.ts';
import { decodeResult, parseSavedFailure, parseSavedProblem, type Values } from './documents.ts';
import { raceLost, siblingFailed } from './together.ts';

/** What is known of a run whose nodes are shown. */
interface Origin {
  readonly status: RunStatus;
  readonly saved: ReadonlyMap<string, StoredNode>;
  readonly encoding: Values;
  /** What the paths of the nodes begin with. */
  readonly prefix: string;
}

/** What is known of a node from what is saved under its name. */
type Saved = Pick<StepState, 'status' | 'attempt' | 'startedAt' | 'endedAt' | 'error'>;

const notStarted: Saved = { status: 'waiting', attempt: 0, startedAt: null, endedAt: null, error: null };

/** The states of nodes, from what is saved and the graph. */
export const nodeStates = (nodes: readonly WorkflowNode[], origin: Origin): readonly StepState[] =>
  nodes.map((node) => nodeState(node, origin));

function nodeState(node: WorkflowNode, origin: Origin): StepState {
  const path = origin.prefix + node.name;
  const about = { id: path, name: node.name, kind: node.kind };
  const saved = (name: string) => savedState(name, origin);
  const inside = (body: readonly WorkflowNode[], name: string) =>
    nodeStates(body, { ...origin, prefix: `${path}/${name}` });
  const part = (kind: 'branch' | 'item', name: string, body: readonly WorkflowNode[]) => {
    const steps = inside(body, `${name}/`);
    return { id: `${path}/${name}`, name, kind, ...summary(steps), steps };
  };
  switch (node.kind) {
    case 'step':
      return { ...about, ...saved(path) };
    case 'sleep':
    case 'wait': {
      const waiting = firstFailure(saved(`${path}//timeout`), saved(`${path}//`), saved(path));
      return { ...about, ...waiting, status: waiting.status === 'running' ? 'waiting' : waiting.status };
    }
    case 'parallel':
    case 'race': {
      const steps = Object.entries(node.branches).map(([name, body]) => part('branch', name, body));
      const winner = saved(`${path}//`);
      if (node.kind === 'parallel' || winner.status === 'waiting') return { ...about, ...summary(steps), steps };
      return { ...about, ...winner, startedAt: summary(steps).startedAt, steps: left(steps, 'cancelled') };
    }
    case 'each': {
      const decision = saved(`${path}//`);
      if (decision.status !== 'done') return { ...about, ...decision };
      const items = resultOf(`${path}//`, origin);
      // Of a cancelled run only those are known that have begun.
      const count = Array.isArray(items) ? items.length : begunIn(origin, path);
      const steps = Array.from({ length: count }, (_, index) => part('item', String(index), node.body));
      return { ...about, ...within(decision, steps), items: count, steps };
    }
    case 'repeat': {
      const decided = (round: number) => `${path}/${round}//`;
      const begun = begunIn(origin, path);
      const last = decided(begun - 1);
      // Of a cancelled run the decisions are gone.
      const isOver =
        saved(last).status === 'done' && resultOf(last, origin) !== false && !origin.saved.has(`${last}every//`);
      const rounds = Array.from({ length: isOver ? begun : Math.min(begun + 1, node.most) }, (_, index): StepState => {
        const round = part('item', String(index), node.body);
        return { ...round, ...firstFailure(saved(decided(index)), round) };
      });
      const all = firstFailure(saved(`${path}//`), summary(rounds));
      return { ...about, ...all, items: begun, steps: rounds };
    }
    case 'when': {
      const decision = saved(`${path}//`);
      const steps = inside(node.body, '');
      // Of a run that is done the results may be gone.
      const hasBegun = summary(steps).startedAt !== null;
      const isSkipped = decision.status === 'done' && resultOf(`${path}//`, origin) !== true && !hasBegun;
      if (!isSkipped) return { ...about, ...within(decision, steps), steps };
      return { ...about, ...decision, status: 'skipped', steps: left(steps, 'skipped') };
    }
    case 'child': {
      const own = firstFailure(saved(`${path}//`), saved(path));
      // Of one that has not begun it is not said that the run was cancelled.
      const status = origin.saved.has(path) ? origin.status : 'running';
      const steps = nodeStates(node.workflow.nodes, { ...origin, status, prefix: `${path}/` });
      return { ...about, ...own, ...(own.status === 'running' && { status: summary(steps).status }), steps };
    }
    default:
      return node satisfies never;
  }
}

function savedState(name: string, { status: run, saved, encoding }: Origin): Saved {
  const node = saved.get(name);
  if (node === undefined) return run === 'cancelled' ? { ...notStarted, status: 'cancelled' } : notStarted;
  const { output = null, startedAt, endedAt } = node;
  const state = { attempt: 1, startedAt, endedAt, error: null };
  switch (node.status) {
    case 'completed':
      return { status: 'done', ...state, attempt: output === null ? 1 : decodeResult(encoding, output).attempt };
    case 'failed': {
      const message = node.error ?? '';
      if (message === siblingFailed || message === raceLost) return { status: 'cancelled', ...state };
      const failure = parseSavedFailure(message);
      if (failure !== undefined)
        return { status: 'failed', ...state, attempt: failure.attempt, error: failure.problem };
      // It was interrupted, and is repeated when the run continues.
      if (run === 'failed') return { status: 'failed', ...state, error: parseSavedProblem(message) };
      return { status: run === 'cancelled' ? 'cancelled' : 'waiting', ...state };
    }
    case 'running':
      return { status: run === 'running' || run === 'queued' ? 'running' : 'cancelled', ...state };
    default:
      return node.status satisfies never;
  }
}

function resultOf(name: string, { saved, encoding }: Origin): unknown {
  const output = saved.get(name)?.output ?? null;
  return output === null ? null : encoding.decode(output);
}

/** How many rounds of a `repeat`, or items of an `each`, have begun. */
function begunIn({ saved }: Origin, path: string): number {
  const numbers = [...saved.keys()]
    .filter((name) => name.startsWith(`${path}/`))
    .map((name) => Number(name.slice(path.length + 1).split('/')[0] || Number.NaN));
  return numbers.reduce((most, number) => (number >= most ? number + 1 : most), 0);
}

/** The first that has failed, else the last one. */
function firstFailure(...states: readonly Saved[]): Saved {
  return states.find(({ status }) => status === 'failed') ?? states.at(-1) ?? notStarted;
}

/** The state of a node from that of its decision and of what is inside. */
function within(decision: Saved, steps: readonly StepState[]): Saved {
  if (decision.status !== 'done') return decision;
  const { status, endedAt, error } = summary(steps);
  const isEmpty = steps.length === 0;
  return { ...decision, status: isEmpty ? 'done' : status, endedAt: isEmpty ? decision.endedAt : endedAt, error };
}

/** The state of a node from what is inside of it. */
function summary(steps: readonly StepState[]): Saved {
  const has = (status: StepStatus) => steps.some((step) => step.status === status);
  const begun = steps.filter(({ startedAt }) => startedAt !== null);
  const isBetween = begun.length > 0 && begun.every(isOver);
  const end = steps.every(isOver) ? 'done' : (['failed', 'cancelled'] as const).find(has);
  const [startedAt = null] = begun.flatMap((step) => step.startedAt ?? []).toSorted((a, b) => a - b);
  const [lastEnd = null] = steps.flatMap((step) => step.endedAt ?? []).toSorted((a, b) => b - a);
  return {
    status: end ?? (has('running') || isBetween ? 'running' : 'waiting'),
    attempt: begun.length > 0 ? 1 : 0,
    startedAt,
    endedAt: end === undefined ? null : lastEnd,
    error: steps.find((step) => step.status === 'failed')?.error ?? null,
  };
}

export function isOver({ status }: Pick<StepState, 'status'>): boolean {
  return status === 'done' || status === 'skipped';
}

/** Nodes that are not begun any more: those of a race that is over, or of a `when` that does not hold. */
function left(steps: readonly StepState[], status: 'cancelled' | 'skipped'): readonly StepState[] {
  return steps.map((step) => {
    const isLeft = status === 'skipped' || !isOver(step);
    return { ...step, ...(isLeft && { status, error: null }), ...(step.steps && { steps: left(step.steps, status) }) };
  });
}
