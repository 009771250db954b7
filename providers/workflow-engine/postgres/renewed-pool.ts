import type { Sql } from 'postgres';

export interface RenewedPoolOptions {
  /** Opens a pool that calls `onclose` for each connection that is closed, also for one that was idle. */
  open(onclose: () => void): Sql;
  isLost(thrown: unknown): boolean;
}

/** Milliseconds that the statements of a former pool have: more than any takes, and less than a lease. */
const formerMs = 10_000;

/**
 * A pool of postgres.js that is replaced by a new one once one of its connections is lost. A statement that the library
 * passes to a connection between its error and its end is never answered, and holds up others on the connection that
 * follows. With its pool it fails.
 * Waits for https://github.com/porsager/postgres/pull/1142
 */
export function renewedPool({ open, isLost }: RenewedPoolOptions) {
  const former = new Set<Sql>();
  const replace = (pool: Sql): void => {
    if (pool !== current) return;
    current = opened();
    former.add(pool);
    setTimeout(() => {
      former.delete(pool);
      void pool.end({ timeout: 0 });
    }, formerMs).unref();
  };
  const opened = (): Sql => {
    const pool = open(() => replace(pool));
    return pool;
  };
  let current = opened();
  // It stands for a pool wherever that is used: as a function, and for its methods.
  const sql = new Proxy((() => undefined) as unknown as Sql, {
    apply: (_, __, statement) => Reflect.apply(current, undefined, statement),
    get: (_, name) => Reflect.get(current, name),
  });
  return {
    /** Passes each statement to the pool that is in use now. */
    sql,
    /** Does work with `sql`. If it fails because a connection is lost, the pool is replaced before the caller is told. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      const used = current;
      try {
        return await work();
      } catch (thrown) {
        if (isLost(thrown)) replace(used);
        throw thrown;
      }
    },
    /** Ends all pools, after at most `seconds` for what is not answered. */
    async end(seconds: number) {
      await Promise.all([current, ...former].map((pool) => pool.end({ timeout: seconds })));
    },
  };
}

export type RenewedPool = ReturnType<typeof renewedPool>;

/** The object, whose methods are run on the pool. */
export function onPool<T extends object>(pool: RenewedPool, object: T): T {
  return new Proxy(object, {
    get(_, name) {
      const member: unknown = Reflect.get(object, name);
      if (typeof member !== 'function') return member;
      return (...values: readonly unknown[]) => pool.run(async () => Reflect.apply(member, object, values));
    },
  });
}
