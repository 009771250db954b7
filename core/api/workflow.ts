import { z } from 'zod';
import {
  anySchema,
  callable,
  checkDefinition,
  clockName,
  definitionError,
  finished,
  json,
  member,
  name as text,
} from './definition.ts';
import { discloseMessage } from './logger.ts';
import { type DurationText, durationMs, isDuration } from './text.ts';
import { fingerprintOf } from './workflow-definition.ts';
import type { Chain, WorkflowDraft } from './workflow-draft.ts';
import type {
  Answer,
  AnswerContext,
  AnyWorkflow,
  Child,
  ClockName,
  Each,
  NodeState,
  Parallel,
  Repeat,
  Step,
  StepOptions,
  When,
  WorkflowNode,
} from './workflow-graph.ts';

const defaults = { backoffMs: 500 };

const count = z.int().positive().optional();
const stepOptions = z.strictObject({ attempts: count, backoffMs: z.number().min(0).optional(), timeoutMs: count });
const positive = member('a whole number from 1 on', (value) => z.int().positive().safeParse(value).success);
const duration = member(
  'a whole number and its unit, such as "30s", "90m", "12h", "7d" or "2w"',
  (value) => typeof value === 'string' && isDuration(value),
);

/** What the author gives for each kind of node. */
const Given = {
  step: z.strictObject({ options: stepOptions, run: callable }),
  parallel: z.strictObject({ branches: z.record(z.string(), callable) }),
  race: z.strictObject({ branches: z.record(z.string(), callable) }),
  each: z.strictObject({
    items: callable,
    options: z.strictObject({ concurrency: positive.optional() }),
    body: callable,
  }),
  when: z.strictObject({ condition: callable, body: callable }),
  repeat: z.strictObject({
    options: z.strictObject({ until: callable, every: duration.optional(), most: positive }),
    body: callable,
  }),
  sleep: z.strictObject({
    until: z.union([duration, callable], 'expected a duration such as "7d", or a function that gives an instant'),
    options: z.strictObject({ clock: clockName.optional() }),
  }),
  waitFor: z.strictObject({
    schema: anySchema,
    options: z.strictObject({ timeout: duration.optional(), else: json.optional(), clock: clockName.optional() }),
  }),
  child: z.strictObject({ workflow: finished, input: callable }),
  query: z.strictObject({ answer: callable }),
  answer: z.strictObject({ answer: callable, recordOf: callable.optional() }),
  answered: z.object({ body: z.unknown(), location: z.string() }),
};

const Options = z.strictObject({
  versions: z.array(finished).optional(),
  concurrency: z.strictObject({ limit: z.int().positive(), key: callable }).optional(),
});

interface WorkflowOptions<Input> {
  /**
   * Earlier definitions, of the same name, by which the runs that were begun with them go on. A run is told by its
   * nodes which of them is its own, so each has others.
   */
  readonly versions?: readonly AnyWorkflow[];
  /**
   * At most `limit` runs of an account with the same key are open at once; the others wait in order. `key` gives the key
   * of an input; null: the run is not limited. Default: no limit.
   */
  readonly concurrency?: { readonly limit: number; readonly key: (input: Input) => string | null };
}

/**
 * A workflow without nodes yet: a chain of `.step(…)` and other nodes, ended by `.answer(…)`. Each node sees the input
 * as `input`, and every earlier result under its node's name. The result of each step is saved, so that a crash repeats
 * only the steps that it interrupted.
 *
 * @param name unique in the plugin; stored with every run, so changing it abandons unfinished runs
 * @param options.versions what it was before, for the runs that sleep in it: see `docs/workflows.md`
 * @param options.concurrency a limit for runs with the same key, such as one at a time for each patient
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
export function workflow<Input>(
  name: string,
  options: WorkflowOptions<Input> = {},
): WorkflowDraft<Input, { readonly input: Input }, Input> {
  checkDefinition('the name of a workflow', text, name);
  checkDefinition(`workflow "${name}"`, Options, options);
  const { versions, concurrency } = options;
  // The boundary where the type of the input is erased.
  const key = (input: unknown) => keyOf(concurrency?.key(input as Input), name);
  const declared = {
    name,
    ...(versions && { versions }),
    ...(concurrency && { concurrency: { ...concurrency, key } }),
  };
  return draft(declared, [], []) as unknown as WorkflowDraft<Input, { readonly input: Input }, Input>;
}

/** A draft at run time, where types are erased. */
interface ErasedDraft extends Chain<unknown> {
  step(name: string, ...rest: readonly unknown[]): ErasedDraft;
  parallel(name: string, branches: Readonly<Record<string, Build>>): ErasedDraft;
  race(name: string, branches: Readonly<Record<string, Build>>): ErasedDraft;
  each(name: string, items: Each['items'], options: { readonly concurrency?: number }, body: Build): ErasedDraft;
  when(name: string, condition: When['condition'], body: Build): ErasedDraft;
  repeat(name: string, rounds: Pick<Repeat, 'until' | 'most'> & { every?: string }, body: Build): ErasedDraft;
  sleep(name: string, until: string | ((state: NodeState) => unknown), options?: { clock?: ClockName }): ErasedDraft;
  waitFor(
    name: string,
    schema: z.ZodType,
    options?: { timeout?: string; else?: unknown; clock?: ClockName },
  ): ErasedDraft;
  child(name: string, workflow: AnyWorkflow, input: Child['input']): ErasedDraft;
  query(name: string, answer: (state: NodeState) => unknown): ErasedDraft;
  readonly queries: Declared['queries'];
  answer(answer: (last: unknown, context: AnswerContext) => unknown, recordOf?: (runId: string) => string): AnyWorkflow;
}

type Build = (branch: ErasedDraft) => Chain<unknown>;

type Declared = Pick<AnyWorkflow, 'name' | 'versions' | 'concurrency' | 'queries'>;

/** @param taken the names that the state has already */
function draft(workflow: Declared, taken: readonly string[], nodes: readonly WorkflowNode[]): ErasedDraft {
  const { name: workflowName, versions = [], concurrency, queries } = workflow;
  const place = (name: string) => `"${name}" of the workflow "${workflowName}"`;
  const add = (node: WorkflowNode): ErasedDraft => {
    checkName(node.name, taken, place(node.name));
    return draft(workflow, [...taken, node.name], [...nodes, node]);
  };
  const check = (node: keyof typeof Given, name: string, given: unknown): void =>
    checkDefinition(`${node} ${place(name)}`, Given[node], given);
  const bodyOf = (name: string, build: Build, ...seen: readonly string[]): readonly WorkflowNode[] => {
    const chain: unknown = build(draft(workflow, [...taken, ...seen], []));
    const body = typeof chain === 'object' && chain !== null && 'nodes' in chain ? (chain as Chain<unknown>).nodes : [];
    if ((chain as ErasedDraft | undefined)?.queries !== queries)
      throw definitionError(`${place(name)} has a query. Move it out: queries are of the workflow itself.`);
    if (body.length === 0)
      throw definitionError(`${place(name)} is empty. Return a chain such as (w) => w.step(…) from its function.`);
    return body;
  };
  const branching = (kind: Parallel['kind'], name: string, branches: Readonly<Record<string, Build>>): ErasedDraft => {
    check(kind, name, { branches });
    for (const branch of Object.keys(branches)) checkName(branch, [], `The branch "${branch}" of ${place(name)}`);
    const built = Object.entries(branches).map(([branch, build]) => [branch, bodyOf(name, build)] as const);
    if (built.length === 0) throw definitionError(`${place(name)} has no branches. Add one.`);
    return add({ kind, name, branches: Object.fromEntries(built) });
  };

  return {
    nodes,
    queries,
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
    parallel: (name, branches) => branching('parallel', name, branches),
    race: (name, branches) => branching('race', name, branches),
    each(name, items, options, body) {
      check('each', name, { items, options, body });
      const { concurrency = 1 } = options;
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
      const { timeout, else: value, clock = 'wall' } = options;
      if (timeout === undefined) return add({ kind: 'wait', name, schema, timeoutMs: undefined, clock: 'wall' });
      const otherwise = value === undefined ? undefined : { value };
      return add({ kind: 'wait', name, schema, timeoutMs: durationMs(timeout), clock, otherwise });
    },
    child(name, workflow, input) {
      check('child', name, { workflow, input });
      return add({ kind: 'child', name, workflow, input });
    },
    query(name, answer) {
      check('query', name, { answer });
      checkName(name, Object.keys(queries ?? {}), `The query ${place(name)}`);
      return draft({ ...workflow, queries: { ...queries, [name]: answer } }, taken, nodes);
    },
    answer(answer, recordOf) {
      checkDefinition(`The answer of the workflow "${workflowName}"`, Given.answer, { answer, recordOf });
      checkVersions(workflowName, [{ name: workflowName, nodes }, ...versions]);
      return {
        name: workflowName,
        nodes,
        async answer(output, context) {
          const given = await answer(output, context);
          checkDefinition(`What the answer of the workflow "${workflowName}" returned`, Given.answered, given);
          return given as Answer<unknown>;
        },
        recordOf: (runId) => recordOf?.(runId),
        ...(versions.length > 0 && { versions }),
        ...(concurrency !== undefined && { concurrency }),
        ...(queries !== undefined && { queries }),
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

/** @throws TypeError for what is neither a text nor null */
function keyOf(given: unknown, name: string): string | null {
  if (typeof given === 'string' || given === null) return given;
  throw loggable(new TypeError(`The key of the workflow "${name}" is of type ${typeof given}. Give a text, or null.`));
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

/** @throws Error if a run could not tell which of the definitions is its own */
function checkVersions(name: string, all: readonly Pick<AnyWorkflow, 'name' | 'nodes'>[]): void {
  const other = all.find((each) => each.name !== name);
  if (other !== undefined) throw definitionError(`"${other.name}" is no version of the workflow "${name}": rename it.`);
  if (new Set(all.map((each) => JSON.stringify(fingerprintOf(each)))).size === all.length) return;
  throw definitionError(
    `Two definitions of the workflow "${name}" have the same nodes. Leave one of its versions out, or rename a step.`,
  );
}

/** @throws Error if a name is taken, or would make the path of a node ambiguous */
function checkName(name: string, taken: readonly string[], what: string): void {
  if (typeof name !== 'string' || name === '' || name.includes('/'))
    throw definitionError(`${what} needs a name of at least one character, without "/".`);
  if (name === 'input' || taken.includes(name))
    throw definitionError(`${what} has a name that is taken. Choose another one.`);
}
