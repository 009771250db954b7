import type { z } from 'zod';
import type { DurationText } from './text.ts';
import type {
  Answer,
  AnswerContext,
  AnyWorkflow,
  ClockName,
  StepContext,
  StepOptions,
  WorkflowNode,
} from './workflow-graph.ts';

/** The work of a step: it gets the input of the workflow and the results of the nodes before it, by their names. */
export type StepFunction<State, Returned> = (state: Readonly<State>, context: StepContext) => Returned;

/**
 * `T` with `never` in place of everything that is not JSON. Interfaces, optional members and readonly arrays are
 * allowed.
 */
type Json<T> = T extends string | number | boolean | null
  ? T
  : T extends bigint | symbol | undefined | ((...args: never[]) => unknown)
    ? never
    : { [K in keyof T]: Json<T[K]> };

/**
 * Adds nothing to what a step returns if it is plain JSON; else a member that it cannot have, whose name is the error
 * message.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a step may return nothing.
type JsonOnly<Returned> = [Awaited<Returned>] extends [void]
  ? unknown
  : [Awaited<Returned>] extends [Json<Awaited<Returned>>]
    ? unknown
    : NotJson;

interface NotJson {
  readonly 'a step returns plain JSON: no Date, Map, function or undefined member': never;
}

declare const types: unique symbol;

/** A workflow from `Input` to an answer with the body `Body`. `Last` is the result of its last node. */
export interface Workflow<Input, Body, Last = unknown> extends AnyWorkflow {
  readonly [types]?: (input: Input) => { readonly body: Body; readonly last: Last };
}

/** A chain of nodes whose last result is a `Last`: what a branch returns. */
export interface Chain<Last> {
  readonly nodes: readonly WorkflowNode[];
  readonly [types]?: () => Last;
}

/** A name that the state does not have yet. */
type Free<Name extends string, State> = Name extends keyof State | 'item' | 'index' ? never : Name;

/** The state after a node. */
type With<State, Name extends string, Value> = State & { readonly [K in Name]: Value };

type LastOf<Branch> = Branch extends (...given: never[]) => Chain<infer Last> ? Last : never;

/** The branch of a `race` that has ended first, and its last result. */
type WinnerOf<Branches> = {
  [B in keyof Branches]: { readonly winner: B; readonly value: LastOf<Branches[B]> };
}[keyof Branches];

/** The input, and the results that there are by now. */
type SoFar<Input, State> = Readonly<Omit<Partial<State>, 'input'> & { readonly input: Input }>;

/** What the nodes of an `each` see. */
type ItemState<State, Item> = Omit<State, 'item' | 'index'> & { readonly item: Item; readonly index: number };

/** A workflow while it is declared. `Last` is the result of its last node. */
export interface WorkflowDraft<Input, State, Last> extends Chain<Last> {
  /**
   * Adds a step. Its result is saved before the next node starts, and becomes a member of the state under the step's
   * name.
   *
   * @param name unique in the workflow
   * @param run returns plain JSON; may be called again after a crash or a transient failure
   */
  step<Name extends string, Returned>(
    name: Free<Name, State>,
    run: StepFunction<State, Returned & JsonOnly<Returned>>,
  ): WorkflowDraft<Input, With<State, Name, Awaited<Returned>>, Awaited<Returned>>;
  step<Name extends string, Returned>(
    name: Free<Name, State>,
    options: StepOptions,
    run: StepFunction<State, Returned & JsonOnly<Returned>>,
  ): WorkflowDraft<Input, With<State, Name, Awaited<Returned>>, Awaited<Returned>>;

  /**
   * Adds branches that run at the same time. If one fails, the others are aborted and the run fails.
   *
   * @param branches each adds its nodes to the draft that it is given
   * @returns the draft; the state gets the last result of each branch, under the branch's name
   */
  parallel<
    Name extends string,
    Branches extends Readonly<Record<string, (branch: WorkflowDraft<Input, State, null>) => Chain<unknown>>>,
  >(
    name: Free<Name, State>,
    branches: Branches,
  ): WorkflowDraft<
    Input,
    With<State, Name, { readonly [B in keyof Branches]: LastOf<Branches[B]> }>,
    { readonly [B in keyof Branches]: LastOf<Branches[B]> }
  >;

  /**
   * Adds branches that run at the same time, of which the first that ends wins: the steps, sleeps, waits and children of
   * the others are cancelled. If one fails before, the others are aborted and the run fails.
   *
   * @param branches each adds its nodes to the draft that it is given
   * @returns the draft; the state gets the name of the winner, which is kept, and its last result
   * @example
   * ```ts
   * const Signature = z.object({ by: z.string() });
   * const letter = workflow<null>('letter')
   *   .race('first', { signed: (w) => w.waitFor('signature', Signature), late: (w) => w.sleep('deadline', '3d') })
   *   .step('file', ({ first }) => (first.winner === 'signed' ? first.value.by : `nobody until ${first.value}`))
   *   .answer((by, { runId }) => ({ body: by, location: `/letters/${runId}` }));
   * ```
   */
  race<
    Name extends string,
    Branches extends Readonly<Record<string, (branch: WorkflowDraft<Input, State, null>) => Chain<unknown>>>,
  >(
    name: Free<Name, State>,
    branches: Branches,
  ): WorkflowDraft<Input, With<State, Name, WinnerOf<Branches>>, WinnerOf<Branches>>;

  /**
   * Adds nodes that run once for each item.
   *
   * @param items the items, plain JSON; called once, and kept
   * @param options.concurrency how many items are worked on at the same time; default 1
   * @param body its nodes see `item` and `index` (from 0)
   * @returns the draft; the state gets the last results, in the order of the items
   */
  each<Name extends string, Item, Result>(
    name: Free<Name, State>,
    items: (state: Readonly<State>) => readonly (Item & JsonOnly<Item>)[],
    options: { readonly concurrency?: number },
    body: (branch: WorkflowDraft<Input, ItemState<State, Item>, null>) => Chain<Result>,
  ): WorkflowDraft<Input, With<State, Name, readonly Result[]>, readonly Result[]>;

  /**
   * Adds nodes that run if a condition holds.
   *
   * @param condition called once, and its result is kept
   * @returns the draft; the state gets the last result of the nodes, or null
   */
  when<Name extends string, Result>(
    name: Free<Name, State>,
    condition: (state: Readonly<State>) => boolean,
    body: (branch: WorkflowDraft<Input, State, null>) => Chain<Result>,
  ): WorkflowDraft<Input, With<State, Name, Result | null>, Result | null>;

  /**
   * Adds nodes that run round after round, at least once.
   *
   * @param options.until whether the round was the last one: called once after each, and its result is kept. It sees
   *   the round's result under the name of this node; annotate its parameter to use it.
   * @param options.every the time between two rounds, in real time; default: none
   * @param options.most rounds, from 1; if none of them was the last one, the run fails as `too-many-rounds`
   * @param body its nodes see the number of the round as `index` (from 0)
   * @returns the draft; the state gets the result of the last round
   * @example
   * ```ts
   * type Job = { readonly isDone: boolean };
   * declare function jobOf(order: string): Promise<Job>;
   * const ordered = workflow<{ readonly order: string }>('order')
   *   .repeat('poll', { until: ({ poll }: { readonly poll: Job }) => poll.isDone, every: '30s', most: 100 }, (w) =>
   *     w.step('look', ({ input }) => jobOf(input.order)),
   *   )
   *   .answer((job, { runId }) => ({ body: job, location: `/orders/${runId}` }));
   * ```
   */
  repeat<Name extends string, Seen, Result extends Seen>(
    name: Free<Name, State>,
    options: {
      readonly until: (state: Readonly<With<State, Name, Seen>>) => boolean;
      readonly every?: DurationText;
      readonly most: number;
    },
    body: (branch: WorkflowDraft<Input, Omit<State, 'index'> & { readonly index: number }, null>) => Chain<Result>,
  ): WorkflowDraft<Input, With<State, Name, Result>, Result>;

  /**
   * Adds a pause. A sleeping run occupies nothing but the disk.
   *
   * @param until a duration, or a function that gives one, or an instant in milliseconds since 1970; called once
   * @param options.clock `wall` (default), or `account`: the account's virtual clock. A fast-forward over the end wakes
   *   the run at once, a paused clock holds it. Directly after another sleep on that clock, a duration counts from the
   *   instant at which that sleep was over.
   * @returns the draft; the state gets the instant at which the sleep was over on its clock
   */
  sleep<Name extends string>(
    name: Free<Name, State>,
    until: DurationText | ((state: Readonly<State>) => number | DurationText),
    options?: { readonly clock?: ClockName },
  ): WorkflowDraft<Input, With<State, Name, number>, number>;

  /**
   * Adds a wait for a signal of this name, see `POST /api/v1/runs/{id}/signals/{name}`. A signal that comes earlier is
   * kept.
   *
   * @param schema of the payload; what it parses must be JSON. Over HTTP a payload is a JSON object.
   * @param options.timeout after which the run fails as `signal-timeout`; default: never
   * @param options.else plain JSON: the value after the timeout, with which the run goes on
   * @param options.clock which clock the timeout follows, as in `sleep`
   * @returns the draft; the state gets the parsed payload, or `else`
   */
  waitFor<Name extends string, Payload>(
    name: Free<Name, State>,
    schema: z.ZodType<Payload & JsonOnly<Payload>>,
    options?: { readonly timeout?: DurationText; readonly else?: never; readonly clock?: ClockName },
  ): WorkflowDraft<Input, With<State, Name, Payload>, Payload>;
  waitFor<Name extends string, Payload, Else>(
    name: Free<Name, State>,
    schema: z.ZodType<Payload & JsonOnly<Payload>>,
    options: { readonly timeout: DurationText; readonly else: Else & JsonOnly<Else>; readonly clock?: ClockName },
  ): WorkflowDraft<Input, With<State, Name, Payload | Else>, Payload | Else>;

  /**
   * Adds a run of another workflow, and waits for it. It is cancelled with its parent.
   *
   * @param input gives its input; called once, and kept
   * @returns the draft; the state gets the last result of the other workflow
   */
  child<Name extends string, ChildInput, ChildLast>(
    name: Free<Name, State>,
    workflow: Workflow<ChildInput, unknown, ChildLast>,
    input: (state: Readonly<State>) => NoInfer<ChildInput>,
  ): WorkflowDraft<Input, With<State, Name, ChildLast>, ChildLast>;

  /**
   * Lets clients ask for the state of a run while it is open, see `GET /api/v1/runs/{id}/queries/{name}`.
   *
   * @param name unique among the queries of the workflow
   * @param answer gives plain JSON from the input and what the nodes before have given so far: undefined until a node is
   *   done; of an `each` the results of the items that are done, of a `repeat` that of its latest round. Called each time
   *   somebody asks, so it changes nothing.
   * @returns the draft, with the same state
   * @example
   * ```ts
   * const digest = workflow<{ readonly pages: readonly string[] }>('digest')
   *   .each('read', ({ input }) => input.pages, { concurrency: 4 }, (w) => w.step('page', ({ item }) => item.length))
   *   .query('progress', ({ input, read = [] }) => ({ of: input.pages.length, done: read.length }))
   *   .answer((lengths) => ({ body: lengths, location: '' }));
   * ```
   */
  query<Result>(
    name: string,
    answer: (state: SoFar<Input, State>) => Result & JsonOnly<Result>,
  ): WorkflowDraft<Input, State, Last>;

  /**
   * Ends the workflow.
   *
   * @param answer the answer from the result of the last node; called each time the finished run is requested, so it
   *   changes nothing
   * @param recordOf the path of the run's record, if it follows from the run's id: clients then know it from the start
   */
  answer<Body>(
    answer: (last: Last, context: AnswerContext) => Answer<Body> | Promise<Answer<Body>>,
    recordOf?: (runId: string) => string,
  ): Workflow<Input, Body, Last>;
}
