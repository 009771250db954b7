import { createPause } from 'chronoscribe/concurrency';

/**
 * The DataLoader pattern for synchronous code (as `Suspense` does it): a query reads values through `BatchLoader.get`.
 * Where one is not loaded, `get` throws a `PendingLoad`; `resolve` loads everything that is pending in one batch and
 * runs the query again. So a rule is written as plain synchronous code, and its reads are batched.
 */

/** Thrown in place of a value that is not loaded yet. Not an `Error`: nothing is wrong. */
export class PendingLoad {
  readonly missing: readonly Loadable[];

  constructor(missing: readonly Loadable[]) {
    this.missing = missing;
  }
}

interface Loadable {
  /** Loads all keys that were requested and are missing. */
  load(): Promise<void>;
}

/**
 * A loader of values by key. They are requested synchronously, and all that were requested are loaded together and kept.
 *
 * @param cacheKey what tells two keys apart
 * @param loadValues loads the values of all these keys at once
 */
export function createBatchLoader<Key, Value>(
  cacheKey: (key: Key) => string | number,
  loadValues: (keys: readonly Key[]) => Promise<Iterable<readonly [Key, Value]>>,
) {
  const values = new Map<string | number, { readonly value: Value }>();
  const requested = new Map<string | number, Key>();
  const loadable: Loadable = {
    async load() {
      const cacheKeys = [...requested.keys()];
      const keys = [...requested.values()];
      requested.clear();
      for (const [key, value] of await loadValues(keys)) values.set(cacheKey(key), { value });
      const missing = cacheKeys.find((each) => !values.has(each));
      if (missing !== undefined) throw new Error(`${missing} was requested and not loaded`);
    },
  };
  return {
    /** @throws PendingLoad if the value is not loaded yet. */
    get(key: Key): Value {
      const known = values.get(cacheKey(key));
      if (known !== undefined) return known.value;
      requested.set(cacheKey(key), key);
      throw new PendingLoad([loadable]);
    },
    /** Keeps a value that was loaded in another way. */
    put: (key: Key, value: Value) => void values.set(cacheKey(key), { value }),
    /** Drops all values. */
    clear: () => values.clear(),
  };
}

/** A loader that loads the values of a batch one after another. */
export function createSequentialLoader<Key, Value>(loadValue: (key: Key) => Promise<Value>) {
  return createBatchLoader(JSON.stringify, async (keys) => {
    const values: (readonly [Key, Value])[] = [];
    for (const key of keys) {
      values.push([key, await loadValue(key)]);
      await yieldToEventLoop();
    }
    return values;
  });
}

/** The result of a query, once everything that it reads is loaded. */
export async function resolve<Result>(query: () => Result): Promise<Result> {
  for (;;) {
    const attempted = attempt(query);
    // A search asks one query after another, and all that they read may be loaded.
    await yieldToEventLoop();
    if ('result' in attempted) return attempted.result;
    await loadPending(attempted.missing);
  }
}

/**
 * The results of several queries. What any of them lacks is loaded together, and only those that lacked something run
 * again.
 */
export async function resolveAll<Result>(queries: readonly (() => Result)[]): Promise<readonly Result[]> {
  const attempts: Attempt<Result>[] = [];
  const runOpen = async () => {
    for (const [at, query] of queries.entries()) {
      const known = attempts[at];
      if (known !== undefined && 'result' in known) continue;
      attempts[at] = attempt(query);
      await yieldToEventLoop();
    }
  };
  for (;;) {
    await runOpen();
    const missing = missingIn(attempts);
    if (missing.length === 0) return resultsIn(attempts);
    await loadPending(missing);
  }
}

/**
 * `items.map(query)` inside a query. Where an item lacks a value the others run all the same, so that everything that
 * is missing is loaded in one batch.
 *
 * @throws PendingLoad
 */
export function batchMap<Item, Result>(items: readonly Item[], query: (item: Item) => Result): readonly Result[] {
  const attempts = items.map((item) => attempt(() => query(item)));
  const missing = missingIn(attempts);
  if (missing.length > 0) throw new PendingLoad(missing);
  return resultsIn(attempts);
}

type Attempt<Result> = { readonly result: Result } | { readonly missing: readonly Loadable[] };

function resultsIn<Result>(attempts: readonly Attempt<Result>[]): readonly Result[] {
  return attempts.flatMap((each) => ('result' in each ? [each.result] : []));
}

function missingIn(attempts: readonly Attempt<unknown>[]): readonly Loadable[] {
  return attempts.flatMap((each) => ('missing' in each ? each.missing : []));
}

function attempt<Result>(query: () => Result): Attempt<Result> {
  try {
    return { result: query() };
  } catch (thrown) {
    if (thrown instanceof PendingLoad) return { missing: thrown.missing };
    throw thrown;
  }
}

async function loadPending(missing: readonly Loadable[]): Promise<void> {
  // One after another: a transaction of the journal reads through one connection.
  for (const loadable of new Set(missing)) {
    await loadable.load();
    await yieldToEventLoop();
  }
}

/**
 * Lets other requests have their turn every few milliseconds: an embedded database answers synchronously, so a query with
 * many reads would otherwise delay them.
 */
export const yieldToEventLoop = createPause();
