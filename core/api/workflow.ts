/** How a step is attempted. */
export interface StepOptions {
  /**
   * Attempts in all, for failures that are `transient` (see `Problem`); others fail at once. Default 3. After a crash a
   * step starts again in any case.
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
   * Aborted when the run is cancelled, the attempt times out or the host stops. Pass it on to everything that the step
   * awaits.
   */
  readonly signal: AbortSignal;
  /** Reports the progress of the step, 0 to 1, to clients that watch. Not stored. */
  progress(fraction: number): void;
  /** Sends a piece of text, as it is written, to clients that watch. Not stored. */
  text(piece: string): void;
}

/** The answer of a finished run: the body, and the path of the record that it created. */
export interface Answer<Body> {
  readonly body: Body;
  readonly location: string;
}

export interface AnswerContext {
  readonly account: string;
  readonly runId: string;
}

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

/** A step as a workflow engine sees it. */
export interface Step {
  readonly name: string;
  readonly options: Required<Omit<StepOptions, 'timeoutMs'>> & Pick<StepOptions, 'timeoutMs'>;
  readonly run: StepFunction<Readonly<Record<string, unknown>>, unknown>;
}

/** A workflow as a workflow engine sees it: its steps in order, and the answer from the last result. */
export interface AnyWorkflow {
  readonly name: string;
  readonly steps: readonly Step[];
  answer(output: unknown, context: AnswerContext): Promise<Answer<unknown>>;
  /** The path of the record that a run will create; undefined if it is known only afterwards. */
  recordOf(runId: string): string | undefined;
}

declare const types: unique symbol;

/** A named chain of steps from `Input` to an answer with the body `Body`. */
export interface Workflow<Input, Body> extends AnyWorkflow {
  readonly [types]?: (input: Input) => Body;
}

/** A workflow while it is declared. `Last` is the result of its last step. */
export interface WorkflowDraft<Input, State, Last> {
  /**
   * Adds a step. Its result is saved before the next step starts, and becomes a member of the state under the step's
   * name.
   *
   * @param name unique in the workflow
   * @param run returns plain JSON; may be called again after a crash or a transient failure
   */
  step<Name extends string, Returned>(
    name: Name extends keyof State ? never : Name,
    run: StepFunction<State, Returned & JsonOnly<Returned>>,
  ): WorkflowDraft<Input, State & { readonly [K in Name]: Awaited<Returned> }, Awaited<Returned>>;
  step<Name extends string, Returned>(
    name: Name extends keyof State ? never : Name,
    options: StepOptions,
    run: StepFunction<State, Returned & JsonOnly<Returned>>,
  ): WorkflowDraft<Input, State & { readonly [K in Name]: Awaited<Returned> }, Awaited<Returned>>;

  /**
   * Ends the workflow.
   *
   * @param answer the answer from the result of the last step; called each time the finished run is requested, so it
   *   changes nothing
   * @param recordOf the path of the run's record, if it follows from the run's id: clients then know it from the start
   */
  answer<Body>(
    answer: (last: Last, context: AnswerContext) => Answer<Body> | Promise<Answer<Body>>,
    recordOf?: (runId: string) => string,
  ): Workflow<Input, Body>;
}

const defaults = { attempts: 3, backoffMs: 500 };

/**
 * A workflow without steps yet: a chain of `.step(…)`, ended by `.answer(…)`. Each step receives the input as `input`,
 * and every earlier result under its step's name. The result of each step is saved, so that a crash repeats only the
 * step that it interrupted.
 *
 * @param name unique in the plugin; stored with every run, so changing it abandons unfinished runs
 * @returns a draft, whose `step` and `answer` return further ones
 * @example
 * ```ts
 * const greet = workflow<{ readonly name: string }>('greet')
 *   .step('greeting', ({ input }) => `Hello ${input.name}`)
 *   .step('letter', { attempts: 5, timeoutMs: 60_000 }, async ({ greeting }, { runId, signal }) => {
 *     const response = await fetch('https://post.example/letters', { method: 'POST', body: greeting, signal });
 *     if (!response.ok) throw new Problem('provider-unavailable', { detail: 'The post is closed.', transient: true });
 *     return { id: runId, text: greeting };
 *   })
 *   .answer((letter) => ({ body: { text: letter.text }, location: `/letters/${letter.id}` }));
 * ```
 */
export function workflow<Input>(name: string): WorkflowDraft<Input, { readonly input: Input }, Input> {
  return draft(name, []);
}

function draft<Input, State, Last>(name: string, steps: readonly Step[]): WorkflowDraft<Input, State, Last> {
  return {
    step<Result>(
      stepName: string,
      optionsOrRun: StepOptions | StepFunction<State, Result>,
      maybeRun?: StepFunction<State, Result>,
    ) {
      const options = typeof optionsOrRun === 'function' ? {} : optionsOrRun;
      const run = typeof optionsOrRun === 'function' ? optionsOrRun : maybeRun;
      const step: Step = {
        name: stepName,
        options: { ...defaults, ...options },
        // The boundary where types are erased: the engine hands each step the state that the steps before it made.
        run: run as unknown as Step['run'],
      };
      return draft(name, [...steps, step]);
    },
    answer<Body>(
      answer: (last: Last, context: AnswerContext) => Answer<Body> | Promise<Answer<Body>>,
      recordOf?: (runId: string) => string,
    ) {
      return {
        name,
        steps,
        answer: async (output: unknown, context: AnswerContext) => answer(output as Last, context),
        recordOf: (runId: string) => recordOf?.(runId),
      };
    },
  };
}
