import { z } from 'zod';
import { anySchema, callable, checkDefinition, clockName, definitionError, finished } from './definition.ts';
import { discloseMessage } from './logger.ts';
import { type DurationText, durationMs, isDuration } from './text.ts';
import type {
  Answer,
  AnswerContext,
  AnyWorkflow,
  Child,
  ClockName,
  Each,
  NodeState,
  Repeat,
  Step,
  StepContext,
  StepOptions,
  When,
  WorkflowNode,
} from './workflow-graph.ts';

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
   * .repeat('poll', { until: ({ poll }: { readonly poll: Job }) => poll.isDone, every: '30s', most: 100 }, (w) =>
   *   w.step('look', ({ order }) => service.job(order.id)))
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
   * @returns the draft; the state gets the parsed payload, or `else`
   */
  waitFor<Name extends string, Payload>(
    name: Free<Name, State>,
    schema: z.ZodType<Payload & JsonOnly<Payload>>,
    options?: { readonly timeout?: DurationText; readonly else?: never },
  ): WorkflowDraft<Input, With<State, Name, Payload>, Payload>;
  waitFor<Name extends string, Payload, Else>(
    name: Free<Name, State>,
    schema: z.ZodType<Payload & JsonOnly<Payload>>,
    options: { readonly timeout: DurationText; readonly else: Else & JsonOnly<Else> },
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

const defaults = { backoffMs: 500 };

const count = z.int().positive().optional();
const stepOptions = z.strictObject({ attempts: count, backoffMs: z.number().min(0).optional(), timeoutMs: count });
const duration = z.string().optional();

/** What the author gives for each kind of node. */
const Given = {
  step: z.strictObject({ options: stepOptions, run: callable }),
  parallel: z.strictObject({ branches: z.record(z.string(), callable) }),
  each: z.strictObject({
    items: callable,
    options: z.strictObject({ concurrency: z.unknown().optional() }),
    body: callable,
  }),
  when: z.strictObject({ condition: callable, body: callable }),
  repeat: z.strictObject({
    options: z.strictObject({ until: callable, every: duration, most: z.unknown() }),
    body: callable,
  }),
  sleep: z.strictObject({
    until: z.union([z.string(), callable], 'expected a duration such as "7d", or a function that gives an instant'),
    options: z.strictObject({ clock: clockName.optional() }),
  }),
  waitFor: z.strictObject({
    schema: anySchema,
    options: z.strictObject({ timeout: duration, else: z.unknown().optional() }),
  }),
  child: z.strictObject({ workflow: finished, input: callable }),
  answer: z.strictObject({ answer: callable, recordOf: callable.optional() }),
};

/**
 * A workflow without nodes yet: a chain of `.step(…)` and other nodes, ended by `.answer(…)`. Each node sees the input
 * as `input`, and every earlier result under its node's name. The result of each step is saved, so that a crash repeats
 * only the steps that it interrupted.
 *
 * @param name unique in the plugin; stored with every run, so changing it abandons unfinished runs
 * @returns a draft, whose methods return further ones
 * @example
 * ```ts
 * const greet = workflow<{ readonly name: string }>('greet')
 *   .step('greeting', ({ input }) => `Hello ${input.name}`)
 *   .waitFor('approved', z.object({ by: z.string() }), { timeout: '7d' })
 *   .step('letter', { attempts: 5, timeoutMs: 60_000 }, async ({ greeting }, { runId, signal }) => {
 *     const response = await fetch('https://post.example/letters', { method: 'POST', body: greeting, signal });
 *     if (!response.ok) throw new Problem('provider-unavailable', { detail: 'The post is closed.', transient: true });
 *     return { id: runId, text: greeting };
 *   })
 *   .answer((letter) => ({ body: { text: letter.text }, location: `/letters/${letter.id}` }));
 * ```
 */
export function workflow<Input>(name: string): WorkflowDraft<Input, { readonly input: Input }, Input> {
  return draft(name, [], []) as unknown as WorkflowDraft<Input, { readonly input: Input }, Input>;
}

/** A draft at run time, where types are erased. */
interface ErasedDraft extends Chain<unknown> {
  step(name: string, ...rest: readonly unknown[]): ErasedDraft;
  parallel(name: string, branches: Readonly<Record<string, Build>>): ErasedDraft;
  each(name: string, items: Each['items'], options: { readonly concurrency?: number }, body: Build): ErasedDraft;
  when(name: string, condition: When['condition'], body: Build): ErasedDraft;
  repeat(name: string, rounds: Rounds, body: Build): ErasedDraft;
  sleep(name: string, until: string | ((state: NodeState) => unknown), options?: { clock?: ClockName }): ErasedDraft;
  waitFor(name: string, schema: z.ZodType, options?: { readonly timeout?: string; else?: unknown }): ErasedDraft;
  child(name: string, workflow: AnyWorkflow, input: Child['input']): ErasedDraft;
  answer(answer: (last: unknown, context: AnswerContext) => unknown, recordOf?: (runId: string) => string): AnyWorkflow;
}

interface Rounds {
  readonly until: Repeat['until'];
  readonly every?: string;
  readonly most: number;
}

type Build = (branch: ErasedDraft) => Chain<unknown>;

/** @param taken the names that the state has already */
function draft(workflowName: string, taken: readonly string[], nodes: readonly WorkflowNode[]): ErasedDraft {
  const place = (name: string) => `"${name}" of the workflow "${workflowName}"`;
  const add = (node: WorkflowNode): ErasedDraft => {
    checkName(node.name, taken, place(node.name));
    return draft(workflowName, [...taken, node.name], [...nodes, node]);
  };
  const check = (node: keyof typeof Given, name: string, given: unknown): void =>
    checkDefinition(`${node} ${place(name)}`, Given[node], given);
  const bodyOf = (name: string, build: Build, ...seen: readonly string[]): readonly WorkflowNode[] => {
    const chain: unknown = build(draft(workflowName, [...taken, ...seen], []));
    const body = typeof chain === 'object' && chain !== null && 'nodes' in chain ? (chain as Chain<unknown>).nodes : [];
    if (body.length === 0)
      throw definitionError(`${place(name)} is empty. Return a chain such as (w) => w.step(…) from its function.`);
    return body;
  };

  return {
    nodes,
    step(name, ...rest) {
      const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest;
      check('step', name, { options, run });
      // The boundary where types are erased: the engine hands each step the state that the nodes before it made.
      return add({
        kind: 'step',
        name,
        options: { ...defaults, ...(options as StepOptions) },
        run: run as Step['run'],
      });
    },
    parallel(name, branches) {
      check('parallel', name, { branches });
      for (const branch of Object.keys(branches)) checkName(branch, [], `The branch "${branch}" of ${place(name)}`);
      const built = Object.entries(branches).map(([branch, build]) => [branch, bodyOf(name, build)] as const);
      if (built.length === 0) throw definitionError(`${place(name)} has no branches. Add one.`);
      return add({ kind: 'parallel', name, branches: Object.fromEntries(built) });
    },
    each(name, items, options, body) {
      check('each', name, { items, options, body });
      const { concurrency = 1 } = options;
      if (!Number.isInteger(concurrency) || concurrency < 1)
        throw definitionError(`The concurrency of ${place(name)} is ${concurrency}. Give a whole number from 1 on.`);
      const array = (state: NodeState) => arrayOf(items(state), name);
      return add({ kind: 'each', name, items: array, concurrency, body: bodyOf(name, body, 'item', 'index') });
    },
    when(name, condition, body) {
      check('when', name, { condition, body });
      return add({ kind: 'when', name, condition, body: bodyOf(name, body) });
    },
    repeat(name, options, body) {
      check('repeat', name, { options, body });
      const { until, every, most } = options;
      if (!Number.isInteger(most) || most < 1)
        throw definitionError(`The most rounds of ${place(name)} are ${most}. Give a whole number from 1 on.`);
      const everyMs = every === undefined ? 0 : durationMs(every);
      return add({ kind: 'repeat', name, until, everyMs, most, body: bodyOf(name, body, 'index') });
    },
    sleep(name, until, options = {}) {
      check('sleep', name, { until, options });
      const { clock = 'wall' } = options;
      const given = typeof until === 'string' ? durationMs(until) : (state: NodeState) => sleepEnd(until(state), name);
      return add({ kind: 'sleep', name, clock, until: given });
    },
    waitFor(name, schema, options = {}) {
      check('waitFor', name, { schema, options });
      const { timeout, else: value } = options;
      if (timeout === undefined) return add({ kind: 'wait', name, schema, timeoutMs: undefined });
      const otherwise = value === undefined ? undefined : { value };
      return add({ kind: 'wait', name, schema, timeoutMs: durationMs(timeout), otherwise });
    },
    child(name, workflow, input) {
      check('child', name, { workflow, input });
      return add({ kind: 'child', name, workflow, input });
    },
    answer(answer, recordOf) {
      checkDefinition(`The answer of the workflow "${workflowName}"`, Given.answer, { answer, recordOf });
      return {
        name: workflowName,
        nodes,
        answer: async (output, context) => (await answer(output, context)) as Answer<unknown>,
        recordOf: (runId) => recordOf?.(runId),
      };
    },
  };
}

/** The latest instant that a `Date` can hold, in milliseconds since 1970. */
const lastInstant = 8.64e15;

function arrayOf(items: unknown, name: string): readonly unknown[] {
  if (Array.isArray(items)) return items;
  throw loggable(new TypeError(`The items of "${name}" are no array.`));
}

/** Marks an error whose message quotes no text that may be clinical. */
function loggable(error: Error): Error {
  discloseMessage(error);
  return error;
}

/** @throws TypeError for what is neither an instant nor a duration */
function sleepEnd(given: unknown, name: string): number | DurationText {
  if (typeof given === 'number' && Math.abs(given) <= lastInstant) return Math.ceil(given);
  if (typeof given === 'string' && isDuration(given)) return given;
  const found = typeof given === 'number' ? String(given) : `${given === null ? 'null' : `of type ${typeof given}`}`;
  const expected = 'Give an instant in milliseconds since 1970, or a duration such as "90m".';
  throw loggable(new TypeError(`The end of the sleep "${name}" is ${found}. ${expected}`));
}

/** @throws Error if a name is taken, or would make the path of a node ambiguous */
function checkName(name: string, taken: readonly string[], what: string): void {
  if (typeof name !== 'string' || name === '' || name.includes('/'))
    throw definitionError(`${what} needs a name of at least one character, without "/".`);
  if (name === 'input' || taken.includes(name))
    throw definitionError(`${what} has a name that is taken. Choose another one.`);
}
