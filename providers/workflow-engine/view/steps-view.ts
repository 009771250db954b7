import type { StepState, StepStatus, WorkflowNode } from 'chronoscribe/host';
import type { SerializedProblem } from 'chronoscribe/types';
import { raceLost, siblingFailed } from '../saved/aborts.ts';
import { parseSavedFailure, parseSavedProblem } from '../saved/saved-problem.ts';
import { decodeResult, type Encoding } from '../saved/saved-result.ts';
import { type RunHistory, roundsOf } from './run-history.ts';

/** Where nodes are: in a run that has begun, or in one that may begin later. */
export interface NodeOrigin {
  readonly history: RunHistory | undefined;
  /** What the names of what is saved, and the ids of nodes, begin with. */
  readonly prefix: string;
  readonly idPrefix: string;
}

/** What is known of a node from what is saved under its name. */
interface Saved {
  readonly status: StepStatus;
  readonly attempt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly error: SerializedProblem | null;
}

const notStarted: Saved = { status: 'waiting', attempt: 0, startedAt: null, endedAt: null, error: null };

/** The states of nodes, from what is saved and the graph. */
export function nodeStates(
  nodes: readonly WorkflowNode[],
  origin: NodeOrigin,
  encoding: Encoding,
): readonly StepState[] {
  return nodes.map((node) => nodeState(node, origin, encoding));
}

function nodeState(node: WorkflowNode, origin: NodeOrigin, encoding: Encoding): StepState {
  const path = origin.prefix + node.name;
  const about = { id: origin.idPrefix + node.name, name: node.name, kind: node.kind };
  const saved = (name: string) => savedState(name, origin, encoding);
  const inside = (name: string): NodeOrigin => ({
    ...origin,
    prefix: `${path}/${name}`,
    idPrefix: `${about.id}/${name}`,
  });
  const isFalse = (name: string) => resultOf(name, origin, encoding) === false;
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
      const steps = Object.entries(node.branches).map(([name, body]): StepState => {
        const nested = nodeStates(body, inside(`${name}/`), encoding);
        return { id: `${about.id}/${name}`, name, kind: 'branch', ...summary(nested), steps: nested };
      });
      const winner = saved(`${path}//`);
      if (node.kind === 'parallel' || winner.status === 'waiting') return { ...about, ...summary(steps), steps };
      return { ...about, ...winner, startedAt: summary(steps).startedAt, steps: steps.map(lost) };
    }
    case 'each': {
      const decision = saved(`${path}//`);
      const count = itemCount(path, origin, encoding);
      if (count === undefined) return { ...about, ...decision };
      const steps = Array.from({ length: count }, (_, index): StepState => {
        const nested = nodeStates(node.body, inside(`${index}/`), encoding);
        return { id: `${about.id}/${index}`, name: String(index), kind: 'item', ...summary(nested), steps: nested };
      });
      return { ...about, ...within(decision, steps), items: count, steps };
    }
    case 'repeat': {
      const decided = (round: number) => `${path}/${round}//`;
      const begun = origin.history === undefined ? 0 : roundsOf(origin.history, path);
      const last = decided(begun - 1);
      // Of a cancelled run the decisions are gone.
      const isOver = saved(last).status === 'done' && !isFalse(last) && !origin.history?.latest.has(`${last}every//`);
      const rounds = Array.from({ length: isOver ? begun : Math.min(begun + 1, node.most) }, (_, index): StepState => {
        const nested = nodeStates(node.body, inside(`${index}/`), encoding);
        const round = { id: `${about.id}/${index}`, name: String(index), kind: 'item', steps: nested } as const;
        return { ...round, ...firstFailure(saved(decided(index)), summary(nested)) };
      });
      const all = firstFailure(saved(`${path}//`), summary(rounds));
      return { ...about, ...all, items: begun, steps: rounds };
    }
    case 'when': {
      const decision = saved(`${path}//`);
      const steps = nodeStates(node.body, inside(''), encoding);
      // Of a run that is done the results may be gone.
      const isSkipped =
        decision.status === 'done' && resultOf(`${path}//`, origin, encoding) !== true && !steps.some(hasBegun);
      if (!isSkipped) return { ...about, ...within(decision, steps), steps };
      return { ...about, ...decision, status: 'skipped', steps: steps.map(skipped) };
    }
    case 'child': {
      const own = firstFailure(saved(`${path}//`), saved(path));
      const child: NodeOrigin = {
        history: origin.history?.children.get(path),
        prefix: '',
        idPrefix: `${about.id}/`,
      };
      const steps = nodeStates(node.workflow.nodes, child, encoding);
      const status = own.status === 'running' ? summary(steps).status : own.status;
      return { ...about, ...own, status, steps };
    }
    default:
      return node satisfies never;
  }
}

function savedState(name: string, { history }: NodeOrigin, encoding: Encoding): Saved {
  const attempt = history?.latest.get(name);
  const isCancelled = history?.status === 'cancelled';
  if (history === undefined || attempt === undefined)
    return isCancelled ? { ...notStarted, status: 'cancelled' } : notStarted;
  const times = { startedAt: attempt.startedAt, endedAt: attempt.endedAt };
  switch (attempt.status) {
    case 'completed':
      return { status: 'done', attempt: attemptOf(attempt.output, encoding), ...times, error: null };
    case 'failed': {
      const message = attempt.error ?? '';
      if (message === siblingFailed || message === raceLost)
        return { status: 'cancelled', attempt: 1, ...times, error: null };
      const failure = parseSavedFailure(message);
      if (failure !== undefined)
        return { status: 'failed', attempt: failure.attempt, ...times, error: failure.problem };
      // It was interrupted, and is repeated when the run continues.
      if (history.status === 'failed')
        return { status: 'failed', attempt: 1, ...times, error: parseSavedProblem(message) };
      return { status: isCancelled ? 'cancelled' : 'waiting', attempt: 1, ...times, error: null };
    }
    case 'running': {
      const isOver = history.status !== 'running';
      return { status: isOver ? 'cancelled' : 'running', attempt: 1, ...times, error: null };
    }
    default:
      return attempt.status satisfies never;
  }
}

function attemptOf(output: unknown, encoding: Encoding): number {
  return output === null ? 1 : decodeResult(encoding, output).attempt;
}

function resultOf(name: string, { history }: NodeOrigin, { decode }: Encoding): unknown {
  const output = history?.latest.get(name)?.output ?? null;
  return output === null ? null : decode(output);
}

/** How many items an `each` has; undefined if that is not known yet. Of a cancelled run only those that have begun. */
function itemCount(path: string, origin: NodeOrigin, encoding: Encoding): number | undefined {
  if (origin.history?.latest.get(`${path}//`)?.status !== 'completed') return undefined;
  const items = resultOf(`${path}//`, origin, encoding);
  if (Array.isArray(items)) return items.length;
  return roundsOf(origin.history, path);
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
  const isDone = steps.every(({ status }) => status === 'done' || status === 'skipped');
  const isBetween = begun.length > 0 && begun.every(({ status }) => status === 'done' || status === 'skipped');
  const isOver = isDone || has('failed') || has('cancelled');
  const [first] = begun.map(({ startedAt }) => startedAt ?? 0).toSorted((a, b) => a - b);
  const [lastEnd] = steps.map(({ endedAt }) => endedAt ?? 0).toSorted((a, b) => b - a);
  const status = (): StepStatus => {
    if (isDone) return 'done';
    if (has('failed')) return 'failed';
    if (has('cancelled')) return 'cancelled';
    return has('running') || isBetween ? 'running' : 'waiting';
  };
  return {
    status: status(),
    attempt: begun.length > 0 ? 1 : 0,
    startedAt: first ?? null,
    endedAt: isOver && lastEnd !== undefined && lastEnd > 0 ? lastEnd : null,
    error: steps.find((step) => step.status === 'failed')?.error ?? null,
  };
}

function hasBegun({ startedAt }: StepState): boolean {
  return startedAt !== null;
}

/** A node of a race that is over. */
function lost(step: StepState): StepState {
  const isOver = step.status === 'done' || step.status === 'skipped';
  const steps = step.steps?.map(lost);
  return { ...step, ...(!isOver && { status: 'cancelled', error: null }), ...(steps && { steps }) };
}

function skipped(step: StepState): StepState {
  return { ...step, status: 'skipped', ...(step.steps && { steps: step.steps.map(skipped) }) };
}
