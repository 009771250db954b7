import { type Collection, type Documents, defineCollection, findAll, Problem, type Store } from 'chronoscribe';
import type { RunState } from 'chronoscribe/host';
import type { Sealing, SerializedProblem } from 'chronoscribe/types';
import { z } from 'zod';

/**
 * Where a run stands. `queued`: it awaits its turn; `blocked`: first, that another one with its key ends; `admitted`: a
 * host is to take it; `held`: by a host that works on it; `parked`: all of its branches wait; `woken`: something has come,
 * and a host is to take it again.
 */
const Phase = z.enum(['queued', 'blocked', 'admitted', 'held', 'parked', 'woken', 'done', 'failed', 'cancelled']);
export type Phase = z.output<typeof Phase>;

const Run = z.object({
  id: z.string(),
  account: z.string(),
  workflow: z.string(),
  phase: Phase,
  /** In the queue of all accounts: a turn of its account, which the first of that may take. */
  place: z.number(),
  /** In the queue of its account. */
  rank: z.number().default(0),
  priority: z.int().default(0),
  /** Of how many open runs with this key it is one at most; null: of any number. */
  limitKey: z.string().nullable().default(null),
  limit: z.int().default(0),
  /** Counts the hosts that have taken it; identifies the latest. */
  claim: z.int(),
  /** The host that has taken it, where Temporal does not know that. */
  host: z.string().nullable(),
  /** When the first of its branches goes on that wait, in milliseconds since 1970; 0: not by itself. */
  dueAt: z.number(),
  /** JSON text; null: erased. */
  input: z.string().nullable(),
  definition: z.array(z.string()).nullable(),
  traceparent: z.string().nullable(),
  patienceMs: z.number().nullable(),
  step: z.string().nullable(),
  output: z.string().nullable(),
  /** What a `StepFailure` says. */
  failure: z.string().nullable(),
  /** The version of the interpreter of the hosts that go on with it on Temporal, see `interpreterVersion`; 0: none yet. */
  interpreter: z.int().default(1),
  /** Encrypts what Temporal keeps of it; null: erased. */
  key: z.string().nullable(),
  /** The operation of the latest signal, if that had one. */
  signalledBy: z.string().nullable().default(null),
  submittedAt: z.number(),
  /** Whether anybody watched it then, at any host: what says so may come to another host later than the run. */
  watched: z.boolean(),
});
export type StoredRun = z.output<typeof Run>;

export const runs = defineCollection({
  name: 'engine_runs',
  schema: Run,
  indexes: [
    ['account', 'place'],
    ['phase', 'place'],
    ['phase', 'account'],
    ['phase', 'dueAt'],
    ['account', 'phase', 'place'],
    ['account', 'phase', 'rank'],
    ['limitKey', 'phase', 'rank'],
  ],
});

const Node = z.object({
  /** Of the run, a space, and its name. */
  id: z.string(),
  run: z.string(),
  /** In the order in which they have begun. */
  number: z.int(),
  /** The path of the node, with `//` and more for what is saved beside its value. */
  name: z.string(),
  kind: z.enum(['function', 'signal-wait', 'workflow']),
  status: z.enum(['running', 'completed', 'failed']),
  /** As `encodeResult` gives it, in JSON text; null: none, or erased. */
  output: z.unknown(),
  error: z.string().nullable(),
  /** What Temporal's workflow has to know of the result to go on. */
  brief: z.union([z.number(), z.boolean()]).nullable(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  claim: z.int(),
  crashes: z.int(),
  /** When a sleep or a wait is over, by the clock on the wall. */
  until: z.number().nullable(),
  /** Of a child: what its steps get as `runId`, and the definition that it was begun with; empty: as it is now. */
  child: z.object({ id: z.string(), definition: z.array(z.string()) }).nullable(),
});
export type StoredNode = z.output<typeof Node>;

export const nodes = defineCollection({ name: 'engine_nodes', schema: Node, indexes: [['run', 'number']] });

const Signal = z.object({
  id: z.string(),
  run: z.string(),
  number: z.int(),
  /** The name or the path that it was sent to. */
  node: z.string(),
  /** What it was given to: the path of a wait, or that of a sleep with `//` at its end; null: to nothing yet. */
  wait: z.string().nullable(),
  payload: z.string(),
});
export type StoredSignal = z.output<typeof Signal>;

export const signals = defineCollection({ name: 'engine_signals', schema: Signal, indexes: [['run', 'number']] });

/** The places of the runs that have begun last, by who let them begin. */
export const turns = defineCollection({
  name: 'engine_turns',
  schema: z.object({ id: z.string(), place: z.number() }),
  indexes: [],
});

/** After the path of a child and a slash, or alone: the name of the failure of a run whose workflow has changed. */
export const changeNoticed = '//changed';

/** How values are saved: as text, so that any JSON comes back as it was. */
export interface Values {
  encode(json: unknown): string;
  decode(saved: unknown): unknown;
}

/** @param sealing of an installation that encrypts what it keeps, if the store does not do that itself */
export function textValues(sealing?: Sealing): Values {
  return {
    encode: (json) => JSON.stringify(sealing === undefined ? json : sealing.sealJson(json)) ?? 'null',
    decode(text) {
      const saved: unknown = typeof text === 'string' ? JSON.parse(text) : null;
      return sealing === undefined ? saved : sealing.openJson(saved);
    },
  };
}

/** The result of a step that was not the result of its first attempt. */
const Repeated = z.strictObject({ 'chronoscribe/attempt': z.int(), result: z.unknown() });

/** The result of a step as it is saved, with the number of its attempt. */
export function encodeResult(values: { encode(json: unknown): unknown }, result: unknown, attempt: number) {
  const encoded = values.encode(result) ?? null;
  if (attempt === 1) return encoded;
  return { 'chronoscribe/attempt': attempt, result: encoded } satisfies z.input<typeof Repeated>;
}

export function decodeResult({ decode }: Pick<Values, 'decode'>, saved: unknown) {
  const repeated = Repeated.safeParse(saved).data;
  if (repeated === undefined) return { result: decode(saved), attempt: 1 };
  return { result: decode(repeated.result) ?? null, attempt: repeated['chronoscribe/attempt'] };
}

/**
 * The final failure of a node. Its message, which is saved, is the problem as JSON, without cause and stack,
 * with the number of attempts.
 */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';

  constructor(problem: Problem, attempt = 1) {
    super(JSON.stringify({ ...problem.toJSON(), attempt }));
    delete this.stack;
  }
}

/** The boundary where its type is given back: whatever has these members was written by `StepFailure`. */
const SavedProblem = z.custom<SerializedProblem & { readonly attempt?: number }>(
  (json) => z.object({ code: z.string(), status: z.int(), detail: z.string() }).safeParse(json).success,
);

/** The failure that a `StepFailure` has saved; undefined for the message of another error. */
export function parseSavedFailure(message: string) {
  try {
    const { attempt = 1, ...problem } = SavedProblem.parse(JSON.parse(message));
    return { problem, attempt };
  } catch {
    return undefined;
  }
}

/** The problem in the saved message of a failure; that of another error becomes `internal`. */
export function parseSavedProblem(message: string): SerializedProblem {
  return parseSavedFailure(message)?.problem ?? Problem.of(new Error(message)).toJSON();
}

export function isSettled({ phase }: Pick<StoredRun, 'phase'>): boolean {
  return phase === 'done' || phase === 'failed' || phase === 'cancelled';
}

export const statuses: Readonly<Record<Phase, RunState['status']>> = {
  ...{ queued: 'queued', blocked: 'queued', admitted: 'queued', held: 'running', parked: 'running', woken: 'running' },
  ...{ done: 'done', failed: 'failed', cancelled: 'cancelled' },
};

export function stateOf({ phase, step, output, failure }: StoredRun, values: Values): RunState {
  return {
    status: statuses[phase],
    step,
    output: phase === 'done' ? values.decode(output) : null,
    problem: phase === 'failed' ? parseSavedProblem(failure ?? '') : null,
    isWaiting: phase === 'parked',
  };
}

/** All documents of a run, in their order. */
export function allOf<T extends StoredNode | StoredSignal>(
  documents: Pick<Documents, 'find'>,
  collection: Collection<T>,
  run: string,
): Promise<T[]> {
  // The boundary: the types of a query do not see that `T` has these fields.
  const query = { equals: { run }, orderBy: 'number' } as unknown as Parameters<typeof findAll<T>>[2];
  return Array.fromAsync(findAll(documents, collection, query));
}

/** Erases what a run holds, but for its result and its failure. */
export async function eraseContents(documents: Documents, run: StoredRun): Promise<StoredRun> {
  for (const node of await allOf(documents, nodes, run.id))
    await documents.put(nodes, { ...node, output: null, error: null });
  for (const { id } of await allOf(documents, signals, run.id)) await documents.delete(signals, id);
  return { ...run, input: null, key: null };
}

/** Changes a run in a transaction. @returns it as it is then; undefined if it is gone, or if `change` gives nothing */
export function changeRun(
  store: Store,
  id: string,
  change: (run: StoredRun, documents: Documents) => Promise<StoredRun | undefined>,
): Promise<StoredRun | undefined> {
  return store.transaction(async (documents) => {
    const run = await documents.get(runs, id);
    const changed = run && (await change(run, documents));
    if (changed !== undefined) await documents.put(runs, changed);
    return changed;
  });
}
