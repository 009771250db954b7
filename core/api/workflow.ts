/** How one step is tried. */
export interface StepOptions {
  /** Tries in all, for failures that are `transient` (see `Problem`); others fail at once. Default 3: a step may be begun again after a crash anyway. */
  readonly attempts?: number;
  /** Milliseconds before the second try; doubled before each one after it. A problem's `retryAfter` wins if it is longer. Default 500. */
  readonly backoffMs?: number;
  /** Milliseconds one try may take; its signal is aborted then and the try fails as `provider-unavailable`. Default: no limit. */
  readonly timeoutMs?: number;
}

/** What a step is handed beside the state. */
export interface StepContext {
  readonly runId: string;
  readonly account: string;
  /** Aborted when the run is cancelled, the try times out or the host stops. A step passes it on to all it waits for. */
  readonly signal: AbortSignal;
  /** Says how far the step is, 0 to 1. Not kept; shown to whoever watches. */
  progress(fraction: number): void;
  /** Hands on a piece of text as it is written. Not kept; shown to whoever watches. */
  text(piece: string): void;
}

/** How a finished run is answered: the body, and the path of the record that it made. */
export interface Answer<Body> {
  readonly body: Body;
  readonly location: string;
}

export interface AnswerContext {
  readonly account: string;
  readonly runId: string;
}

export type StepFunction<State, Returned> = (state: Readonly<State>, context: StepContext) => Returned;

/** `T` as JSON would give it back; equal to `T` where that is plain JSON. Interfaces, optional members and readonly arrays are. */
type Json<T> = T extends string | number | boolean | null
  ? T
  : T extends bigint | symbol | undefined | ((...args: never[]) => unknown)
    ? never
    : { [K in keyof T]: Json<T[K]> };

/** Nothing to add to what a step returns, unless it is not plain JSON: then a member that it lacks, whose name is the error. */
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

/** A workflow as a workflow engine sees it: its steps in order, and how its last result is answered. */
export interface AnyWorkflow {
  readonly name: string;
  readonly steps: readonly Step[];
  answer(output: unknown, context: AnswerContext): Promise<Answer<unknown>>;
  /** The path of the record that a run will have made; undefined where that is known only once it has. */
  recordOf(runId: string): string | undefined;
}

declare const types: unique symbol;

/** A named chain of steps from `Input` to an answer with the body `Body`. */
export interface Workflow<Input, Body> extends AnyWorkflow {
  readonly [types]?: (input: Input) => Body;
}

/** A workflow while it is being written down. `Last` is the result of its last step. */
export interface WorkflowDraft<Input, State, Last> {
  /**
   * Adds a step. Its result is saved before the next one starts and becomes part of the state under the step's name, so it
   * must be plain JSON. A name that is taken does not compile.
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
   * Ends the workflow. The function is called whenever the finished run is asked for, now or later, with the result of the last
   * step; it changes nothing.
   *
   * @param recordOf the path of a run's record where it follows from the run's id, so that whoever follows the run has it from the beginning
   */
  answer<Body>(
    answer: (last: Last, context: AnswerContext) => Answer<Body> | Promise<Answer<Body>>,
    recordOf?: (runId: string) => string,
  ): Workflow<Input, Body>;
}

const defaults = { attempts: 3, backoffMs: 500 };

/**
 * Begins a workflow. Each step sees what was submitted as `input` and every earlier result under its step's name:
 *
 * ```ts
 * workflow<{ name: string }>('greet')
 *   .step('greeting', ({ input }) => `Hello ${input.name}`)
 *   .step('letter', { timeoutMs: 60_000 }, ({ greeting }, { signal }) => post(greeting, signal))
 *   .answer((letter) => ({ body: { letter }, location: `/letters/${letter.id}` }));
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
