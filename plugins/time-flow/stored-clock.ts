import { type Cluster, type Documents, defineCollection, type Store } from 'chronoscribe';
import { type ClockRef, clockNotFound } from 'chronoscribe/host';
import { z } from 'zod';
import { ClockState, newClock } from './clock-machine.ts';

/** One document for each clock that was operated: by the account, or by the account and the id of the clock. */
export const clocks = defineCollection({
  name: 'clocks',
  schema: z.strictObject({
    id: z.string(),
    ...ClockState.shape,
    /** The number of moves so far. Clocks that were stored before moves were counted start at 0. */
    moves: z.int().default(0),
  }),
  indexes: [],
});

/** The last 100 moves of each clock, in a ring buffer. Listeners read them within seconds. */
export const moves = defineCollection({
  name: 'clock_moves',
  schema: z.strictObject({ id: z.string(), number: z.int(), before: z.int(), after: z.int() }),
  indexes: [],
});
export const maxMoves = 100;

/** The clocks that accounts have created beside their own. */
export const namedClocks = defineCollection({
  name: 'named_clocks',
  schema: z.strictObject({
    /** As in `clocks`. */
    id: z.string(),
    account: z.string(),
    clockId: z.string(),
    name: z.string().nullable(),
    /** IANA name; null: UTC. */
    timeZone: z.string().nullable(),
    /** How long it is kept after its last use, in milliseconds of wall time; null: until it is deleted. */
    ttlMs: z.int().nullable(),
    /** Wall time in milliseconds since 1970, as below. */
    createdAt: z.int(),
    /** From when on it counts as deleted. Later uses put it off, see `noteUse`. */
    expiresAt: z.int().nullable(),
  }),
  indexes: [['account', 'createdAt'], ['expiresAt']],
});
export type NamedClock = Readonly<z.output<typeof namedClocks.schema>>;

/** The id of a clock's documents. The ids of one account are unknown to the others. */
export function clockKey({ account, clockId }: ClockRef): string {
  return clockId === undefined ? account : `${account}/${clockId}`;
}

export const moveId = (clock: string, number: number): string => `${clock}/${number % maxMoves}`;

/** The state of a clock, and the number of its moves. */
export function fromStored(stored: z.output<(typeof clocks)['schema']> | undefined): {
  readonly state: ClockState;
  readonly moveCount: number;
} {
  if (stored === undefined) return { state: newClock, moveCount: 0 };
  const { id: _id, moves: moveCount, ...state } = stored;
  return { state, moveCount };
}

/** Deletes all documents of a clock. */
export async function deleteStored(documents: Documents, id: string): Promise<void> {
  const { moveCount } = fromStored(await documents.get(clocks, id));
  for (let number = 0; number < Math.min(moveCount + 1, maxMoves); number += 1)
    await documents.delete(moves, moveId(id, number));
  await documents.delete(clocks, id);
  await documents.delete(namedClocks, id);
}

/** A use is written once a tenth of the ttl has gone by since the last one that was, so that reading rarely writes. */
const writtenEvery = 0.1;

/** Finds clocks, and puts off the end of those that are used. */
export function createClockUses(store: Store, cluster: Pick<Cluster, 'now'>) {
  const find = async (documents: Pick<Documents, 'get'>, ref: ClockRef): Promise<NamedClock> => {
    const named = await documents.get(namedClocks, clockKey(ref));
    if (named === undefined || isExpired(named, cluster.now())) throw clockNotFound();
    return named;
  };

  const isNoteworthy = ({ ttlMs, expiresAt }: NamedClock): boolean =>
    ttlMs !== null && expiresAt !== null && expiresAt - cluster.now() < ttlMs * (1 - writtenEvery);

  const noteIn = async (documents: Documents, ref: ClockRef): Promise<NamedClock | undefined> => {
    if (ref.clockId === undefined) return undefined;
    const named = await find(documents, ref);
    if (!isNoteworthy(named)) return named;
    const used = { ...named, expiresAt: cluster.now() + (named.ttlMs ?? 0) };
    await documents.put(namedClocks, used);
    return used;
  };

  return {
    /** `note` in a transaction. */
    noteIn,
    /**
     * Notes that a clock is used.
     *
     * @returns what is known of it; undefined for an account's own clock
     * @throws Problem `clock-not-found`
     */
    async note(ref: ClockRef) {
      if (ref.clockId === undefined) return undefined;
      const named = await find(store, ref);
      return isNoteworthy(named) ? store.transaction((documents) => noteIn(documents, ref)) : named;
    },
    async exists(documents: Pick<Documents, 'get'>, ref: ClockRef) {
      if (ref.clockId === undefined) return true;
      const named = await documents.get(namedClocks, clockKey(ref));
      return named !== undefined && !isExpired(named, cluster.now());
    },
  };
}

/** @param now wall time in milliseconds since 1970 */
export const isExpired = ({ expiresAt }: NamedClock, now: number): boolean => expiresAt !== null && expiresAt <= now;
