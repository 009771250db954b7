import { type Cluster, findAll, type Logger, Problem, type Store } from 'chronoscribe';
import { runPeriodically } from 'chronoscribe/concurrency';
import { clockNotFound, type Timers } from 'chronoscribe/host';
import { refusePast } from './clock.ts';
import { readClock } from './clock-machine.ts';
import type { ClockReading, ClockRef, Pace } from './kind.ts';
import { clockKey, clocks, deleteStored, fromStored, isExpired, type NamedClock, namedClocks } from './stored-clock.ts';

/** A clock that an account has created beside its own. */
export type CreatedClock = Omit<NamedClock, 'id' | 'account'> & { readonly reading: ClockReading };

/** How often each host deletes the clocks that have expired, in milliseconds. Nobody sees them meanwhile. */
const sweepEveryMs = 60_000;

/** The clocks that accounts have created beside their own. */
export async function openNamedClocks(parts: {
  readonly store: Store;
  readonly cluster: Cluster;
  readonly timers: Pick<Timers, 'deleteClock'>;
  readonly log: Logger;
  /** Tells all hosts that a clock has changed. */
  changed(clock: ClockRef): void;
}) {
  const { store, cluster, timers, log } = parts;
  await store.prepare(namedClocks, clocks);

  const withReading = async ({ id, account: _account, ...named }: NamedClock): Promise<CreatedClock> => {
    const reading = readClock(fromStored(await store.get(clocks, id)).state, cluster.now());
    return { ...named, reading };
  };

  const remove = async (ref: ClockRef, cancel: boolean, isToGo: (named: NamedClock) => boolean): Promise<number> => {
    const id = clockKey(ref);
    const sleepers = await timers.deleteClock(ref, {
      cancel,
      async remove(documents) {
        const named = await documents.get(namedClocks, id);
        if (named === undefined || !isToGo(named)) return false;
        await deleteStored(documents, id);
        return true;
      },
    });
    if (sleepers === 0) parts.changed(ref);
    return sleepers;
  };

  const sweep = async (signal: AbortSignal): Promise<void> => {
    const now = cluster.now();
    const expired = { orderBy: 'expiresAt', range: { to: now }, limit: 100 } as const;
    for await (const { account, clockId } of findAll(store, namedClocks, expired)) {
      if (signal.aborted) return;
      await remove({ account, clockId }, true, (named) => isExpired(named, now));
    }
  };

  const stop = runPeriodically(sweep, {
    everyMs: sweepEveryMs,
    onError: (cause) => log.error({ err: cause }, 'clocks that have expired could not be deleted; trying again soon'),
  });

  return {
    /** Stops to delete the clocks that have expired. */
    stop,

    /**
     * Creates a clock that runs. A repetition of the operation changes nothing and returns the same clock.
     *
     * @param wanted.now what it shows first, in milliseconds since 1970; undefined: the wall time, with which it ticks
     */
    async create(
      account: string,
      operationId: string,
      {
        name,
        timeZone,
        ttlMs,
        now,
        rate,
        stopAt,
      }: Pick<NamedClock, 'name' | 'timeZone' | 'ttlMs'> & Pace & { readonly now: number | undefined },
    ) {
      const clockId = `clk_${operationId}`;
      const id = clockKey({ account, clockId });
      const named = await store.transaction(async (documents) => {
        const earlier = await documents.get(namedClocks, id);
        if (earlier !== undefined) return earlier;
        const wall = cluster.now();
        refusePast(stopAt, now ?? wall);
        const expiresAt = ttlMs === null ? null : wall + ttlMs;
        const created = { id, account, clockId, name, timeZone, ttlMs, createdAt: wall, expiresAt };
        await documents.put(namedClocks, created);
        const state = { state: 'running', shown: now ?? wall, wall, location: null, rate, stopAt } as const;
        await documents.put(clocks, { id, ...state, moves: 0 });
        return created;
      });
      return withReading(named);
    },

    /** A page in order of creation. @throws Problem `invalid-cursor` */
    async list(account: string, { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined }) {
      const query = {
        equals: { account },
        orderBy: 'createdAt',
        limit,
        ...(cursor !== undefined && { cursor }),
      } as const;
      const { items, next } = await store.find(namedClocks, query);
      const now = cluster.now();
      return { items: await Promise.all(items.filter((named) => !isExpired(named, now)).map(withReading)), next };
    },

    /**
     * Deletes a clock and the schedules on it.
     *
     * @param force cancels the runs that sleep on it
     * @throws Problem `clock-not-found`; `clock-in-use` if runs sleep on it, without `force`
     */
    async delete(ref: ClockRef, force: boolean) {
      const named = await store.get(namedClocks, clockKey(ref));
      if (named === undefined || isExpired(named, cluster.now())) throw clockNotFound();
      const sleepers = await remove(ref, force, () => true);
      if (sleepers > 0) throw clockInUse(sleepers);
    },
  };
}

export type NamedClocks = Awaited<ReturnType<typeof openNamedClocks>>;

function clockInUse(sleepers: number): Problem {
  const runs = sleepers === 1 ? 'A run sleeps' : `${sleepers} runs sleep`;
  return new Problem('clock-in-use', {
    status: 409,
    detail: `${runs} on this clock. Send force: true to cancel what sleeps and delete the clock all the same.`,
  });
}
