import { z } from 'zod';
import type { DurationText } from './text.ts';

/** How a step is attempted. */
export interface StepOptions {
  /**
   * Attempts in all, for failures that are `transient` (see `Problem`); others fail at once. Default 3, and more while a
   * provider is unavailable, for as long as the setting `runs.waitForProvidersMinutes` says, unless a request is held
   * open for the answer. After a crash a step starts again in any case.
   */
  readonly attempts?: number;
  /**
   * Milliseconds before the second attempt, doubled before each further one. A problem's `retryAfter` applies if it is
   * longer. Default 500.
   */
  readonly backoffMs?: number;
  /**
   * The time limit of one attempt in milliseconds: then its signal is aborted, and it fails as `provider-unavailable`.
   * Default: none.
   */
  readonly timeoutMs?: number;
}

/** What a step receives beside the state. */
export interface StepContext {
  readonly runId: string;
  readonly account: string;
  /**
   * Aborted when the run is cancelled, the attempt times out, a parallel branch has failed, another branch of a `race`
   * has won or the host stops (the reason is then a Problem `stopping`, and the step is repeated later). Pass it on to
   * everything that the step awaits.
   */
  readonly signal: AbortSignal;
  /** Reports the progress of the step, 0 to 1, to clients that watch. Not stored. */
  progress(fraction: number): void;
  /** Sends a piece of text, as it is written, to clients that watch. Not stored. */
  text(piece: string): void;
}

/** Which clock a sleep or a schedule follows: real time, or the virtual clock of the account. */
export type ClockName = 'wall' | 'account';

/** The values that a node sees: the input, and the result of each earlier node under its name. */
export type NodeState = Readonly<Record<string, unknown>>;

/** A step as a workflow engine sees it. */
export interface Step {
  readonly kind: 'step';
  readonly name: string;
  readonly options: StepOptions & Required<Pick<StepOptions, 'backoffMs'>>;
  run(state: NodeState, context: StepContext): unknown;
}

/**
 * Branches that run at the same time. The value of a `parallel`: the last result of each branch, under the branch's
 * name. That of a `race`: the name of the branch that has ended first as `winner`, and its last result as `value`.
 */
export interface Parallel {
  readonly kind: 'parallel' | 'race';
  readonly name: string;
  readonly branches: Readonly<Record<string, readonly WorkflowNode[]>>;
}

/** Nodes that run once for each item, which they see as `item` and `index`. Its value: the last results, in order. */
export interface Each {
  readonly kind: 'each';
  readonly name: string;
  /** Evaluated once, and its result is saved. */
  items(state: NodeState): readonly unknown[];
  /** How many items are worked on at the same time. */
  readonly concurrency: number;
  readonly body: readonly WorkflowNode[];
}

/** Nodes that run if a condition holds. Its value: their last result, or null. */
export interface When {
  readonly kind: 'when';
  readonly name: string;
  /** Evaluated once, and its result is saved. */
  condition(state: NodeState): boolean;
  readonly body: readonly WorkflowNode[];
}

/** Nodes that run round after round; they see the number of the round as `index`. Its value: the last round's result. */
export interface Repeat {
  readonly kind: 'repeat';
  readonly name: string;
  /** Whether a round was the last one, evaluated once after it. It sees the round's result under the node's name. */
  until(state: NodeState): boolean;
  /** Milliseconds between two rounds. */
  readonly everyMs: number;
  /** Rounds after which the run fails as `too-many-rounds`. */
  readonly most: number;
  readonly body: readonly WorkflowNode[];
}

/** A pause. Its value: the instant at which it was over on its clock, in milliseconds since 1970. */
export interface Sleep {
  readonly kind: 'sleep';
  readonly name: string;
  readonly clock: ClockName;
  /**
   * Milliseconds, or a function that gives an instant in whole milliseconds since 1970 or a duration. Evaluated once.
   * The function throws what may be logged.
   */
  readonly until: number | ((state: NodeState) => number | DurationText);
}

/** A wait for a signal. Its value: what the signal brought, or what is given instead of one. */
export interface WaitFor {
  readonly kind: 'wait';
  readonly name: string;
  readonly schema: z.ZodType;
  /** Milliseconds after which it ends with the value of `otherwise`, or fails as `signal-timeout`; undefined: never. */
  readonly timeoutMs: number | undefined;
  /** Which clock the timeout follows. */
  readonly clock: ClockName;
  /** Kept when the wait has timed out. */
  readonly otherwise?: { readonly value: unknown } | undefined;
}

/** A run of another workflow, which is awaited. Its value: the last result of that workflow. */
export interface Child {
  readonly kind: 'child';
  readonly name: string;
  readonly workflow: AnyWorkflow;
  /** Evaluated once, and its result is saved. */
  input(state: NodeState): unknown;
}

/**
 * A node of a workflow's graph. The nodes of a list run one after the other. Names are unique within a list and those
 * around it; the path of a node (`pages/3/read`: node, item or branch, node) is unique in the run.
 */
export type WorkflowNode = Step | Parallel | Each | When | Repeat | Sleep | WaitFor | Child;

/** The answer of a finished run: the body, and the path of the record that it created. */
export interface Answer<Body> {
  readonly body: Body;
  readonly location: string;
}

/** Of which run an answer is. */
export interface AnswerContext {
  readonly account: string;
  readonly runId: string;
}

/** A workflow as a workflow engine sees it: its nodes in order, and the answer from the last result. */
export interface AnyWorkflow {
  readonly name: string;
  readonly nodes: readonly WorkflowNode[];
  answer(output: unknown, context: AnswerContext): Promise<Answer<unknown>>;
  /** The path of the record that a run will create; undefined if it is known only afterwards. */
  recordOf(runId: string): string | undefined;
  /** Earlier definitions of it, by which the runs that were begun with them go on. */
  readonly versions?: readonly AnyWorkflow[];
  /** How many runs with the same key an account has open at once. The key null: any number. */
  readonly concurrency?: { readonly limit: number; key(input: unknown): string | null };
  /** What is answered of a run while it is open, by name, from the input and the results so far. */
  readonly queries?: Readonly<Record<string, (state: NodeState) => unknown>>;
}

/** The nodes of a workflow as it is declared, and their order. */
export const WorkflowGraph = z.object({
  nodes: z
    .array(
      z.object({
        id: z
          .string()
          .describe(
            'Its path: `pages/read`. In a run, the items of an `each` and the rounds of a `repeat` add a number: `pages/3/read`',
          ),
        name: z.string().describe('Unique among its neighbours and those around it'),
        kind: z
          .enum(['step', 'parallel', 'race', 'each', 'when', 'repeat', 'sleep', 'wait', 'child'])
          .describe('What it does'),
        of: z.string().exactOptional().describe('The id of the node that contains it'),
      }),
    )
    .readonly()
    .describe('A node comes before those that it contains'),
  edges: z
    .array(
      z.object({
        from: z.string().describe('The id of a node'),
        to: z.string().describe('The id of a node'),
        label: z.string().exactOptional().describe('The name of a branch, or when this way is taken'),
      }),
    )
    .readonly()
    .describe('From each node to the next, and from a node to the first of each list that it contains'),
});

export type WorkflowGraph = Readonly<z.output<typeof WorkflowGraph>>;
export type GraphEdge = Readonly<WorkflowGraph['edges'][number]>;

/** A list of nodes inside of a node. */
interface Body {
  /** The path of the list. */
  readonly path: string;
  readonly label?: string;
  readonly nodes: readonly WorkflowNode[];
}

/**
 * The graph of a workflow's nodes, to be drawn.
 *
 * @param workflow its nodes; those of a `child` are part of the graph
 * @param of the id of the node that contains the list
 * @returns nodes and edges; which way a run took is in its steps
 */
export function workflowGraph(
  { nodes: list }: Pick<AnyWorkflow, 'nodes'>,
  path = '',
  of: string | undefined = undefined,
): WorkflowGraph {
  const idOf = ({ name }: WorkflowNode): string => (path === '' ? name : `${path}/${name}`);
  const graphs = list.map((node, index): WorkflowGraph => {
    const id = idOf(node);
    const next = list[index + 1];
    const bodies = bodiesOf(node, id);
    const inner = bodies.map((body) => workflowGraph(body, body.path, id));
    const into = bodies.flatMap(({ label, path: inside, nodes: [first] }): GraphEdge[] =>
      first === undefined ? [] : [{ from: id, to: `${inside}/${first.name}`, ...(label !== undefined && { label }) }],
    );
    return {
      nodes: [
        { id, name: node.name, kind: node.kind, ...(of !== undefined && { of }) },
        ...inner.flatMap(({ nodes }) => nodes),
      ],
      edges: [
        ...into,
        ...inner.flatMap(({ edges }) => edges),
        ...(next === undefined ? [] : [{ from: id, to: idOf(next) }]),
      ],
    };
  });
  return { nodes: graphs.flatMap(({ nodes }) => nodes), edges: graphs.flatMap(({ edges }) => edges) };
}

/** The lists of nodes inside of a node. @param id the path of the node */
export function bodiesOf(node: WorkflowNode, id: string): readonly Body[] {
  switch (node.kind) {
    case 'step':
    case 'sleep':
    case 'wait':
      return [];
    case 'parallel':
    case 'race':
      return Object.entries(node.branches).map(([label, nodes]) => ({ path: `${id}/${label}`, label, nodes }));
    case 'each':
      return [{ path: id, label: 'each item', nodes: node.body }];
    case 'when':
      return [{ path: id, label: 'if true', nodes: node.body }];
    case 'repeat':
      return [{ path: id, label: 'each round', nodes: node.body }];
    case 'child':
      return [{ path: id, nodes: node.workflow.nodes }];
  }
}
