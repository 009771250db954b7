import { type ClockRef, type Cluster, clockNotFound, type Documents, type Store } from 'chronoscribe';
import { clockKey, type NamedClock, namedClocks } from './stored-clock.ts';

/** Finds clocks, and puts off the end of those that are used. */
export interface ClockUses {
  /**
   * Notes that a clock is used.
   *
   * @returns what is known of it; undefined for an account's own clock
   * @throws Problem `clock-not-found`
   */
  note(clock: ClockRef): Promise<NamedClock | undefined>;
  /** The same in a transaction. */
  noteIn(documents: Documents, clock: ClockRef): Promise<NamedClock | undefined>;
  exists(documents: Pick<Documents, 'get'>, clock: ClockRef): Promise<boolean>;
}

/** A use is written once a tenth of the ttl has gone by since the last one that was, so that reading rarely writes. */
const writtenEvery = 0.1;

export function createClockUses(store: Store, cluster: Pick<Cluster, 'now'>): ClockUses {
  const find = async (documents: Pick<Documents, 'get'>, ref: ClockRef): Promise<NamedClock> => {
    const named = await documents.get(namedClocks, clockKey(ref));
    if (named === undefined || isExpired(named, cluster.now())) throw clockNotFound();
    return named;
  };

  const isNoteworthy = ({ ttlMs, expiresAt }: NamedClock): boolean =>
    ttlMs !== null && expiresAt !== null && expiresAt - cluster.now() < ttlMs * (1 - writtenEvery);

  const noteIn: ClockUses['noteIn'] = async (documents, ref) => {
    if (ref.clockId === undefined) return undefined;
    const named = await find(documents, ref);
    if (!isNoteworthy(named)) return named;
    const used = { ...named, expiresAt: cluster.now() + (named.ttlMs ?? 0) };
    await documents.put(namedClocks, used);
    return used;
  };

  return {
    noteIn,
    async note(ref) {
      if (ref.clockId === undefined) return undefined;
      const named = await find(store, ref);
      return isNoteworthy(named) ? store.transaction((documents) => noteIn(documents, ref)) : named;
    },
    async exists(documents, ref) {
      if (ref.clockId === undefined) return true;
      const named = await documents.get(namedClocks, clockKey(ref));
      return named !== undefined && !isExpired(named, cluster.now());
    },
  };
}

/** @param now wall time in milliseconds since 1970 */
export function isExpired({ expiresAt }: NamedClock, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}
