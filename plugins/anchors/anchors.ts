import { defineCollection, findAll, Problem, type Store } from 'chronoscribe';
import { z } from 'zod';
import type { Anchor } from './kind.ts';

const StoredAnchor = z.strictObject({
  /** The account and `anchor_id`, joined by `/`, so that the ids of one account are unknown to the others. */
  id: z.string(),
  account: z.string(),
  anchor_id: z.string(),
  /** Increases with each anchor that is created. */
  number: z.int(),
  /** Milliseconds since 1970. */
  timestamp: z.int(),
  description: z.string(),
  /** Whether a change at this instant is an error and not only a warning. */
  locked: z.boolean(),
});

const anchors = defineCollection({ name: 'anchors', schema: StoredAnchor, indexes: [['account', 'number']] });

/**
 * Opens the anchors in a store. `get` and `delete` throw `anchor-not-found` for an unknown id.
 *
 * @param known remembers lists of them; undefined if other hosts may change them
 */
export async function openAnchorRepository(store: Store, known?: ReturnType<typeof knownAnchors>) {
  await store.prepare(anchors);
  const read = (account: string): Promise<readonly Anchor[]> =>
    Array.fromAsync(findAll(store, anchors, { equals: { account }, orderBy: 'number' }));
  const changing = async <T>(account: string, change: () => Promise<T>): Promise<T> => {
    try {
      return await change();
    } finally {
      known?.forget(account);
    }
  };
  return {
    /**
     * Creates an anchor whose id is derived from the operation's. A repetition changes nothing and returns the same
     * anchor.
     */
    set: (account: string, operationId: string, { timestamp, description, locked }: Omit<Anchor, 'anchor_id'>) =>
      changing(account, () =>
        store.transaction(async (documents): Promise<Anchor> => {
          const anchor_id = `anc_${operationId}`;
          const id = key(account, anchor_id);
          const earlier = await documents.get(anchors, id);
          if (earlier !== undefined) return earlier;
          const number = await documents.next('anchors');
          const anchor = { id, account, anchor_id, number, timestamp, description, locked };
          await documents.put(anchors, anchor);
          return anchor;
        }),
      ),
    async get(account: string, anchorId: string): Promise<Anchor> {
      const anchor = await store.get(anchors, key(account, anchorId));
      if (anchor === undefined) throw notFound();
      return anchor;
    },
    /** A page in order of creation. @throws Problem `invalid-cursor` */
    page: (account: string, { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined }) =>
      store.find(anchors, { equals: { account }, orderBy: 'number', limit, ...(cursor !== undefined && { cursor }) }),
    list: (account: string) => known?.of(account, () => read(account)) ?? read(account),
    async delete(account: string, anchorId: string) {
      if (!(await changing(account, () => store.delete(anchors, key(account, anchorId))))) throw notFound();
    },
  };
}

const key = (account: string, anchorId: string): string => `${account}/${anchorId}`;

function notFound(): Problem {
  return new Problem('anchor-not-found', {
    status: 404,
    detail: 'There is no anchor with this id. GET /v1/list-anchors names those there are.',
  });
}

export function anchorLocked(): Problem {
  return new Problem('anchor-locked', {
    status: 409,
    detail: 'This anchor is locked: it protects its moment. Send force: true to delete it all the same.',
  });
}

/** How many accounts are remembered. */
const mostAccounts = 500;
/** A longer list is read each time, so that no account fills the memory. */
const longestList = 1_000;

/** The anchors of the accounts that were asked for last, in memory. For a host that shares its store with no other. */
export function knownAnchors() {
  // In order of use, since a map keeps the order of insertion.
  const known = new Map<string, Promise<readonly Anchor[]>>();

  const readOnce = (account: string, read: () => Promise<readonly Anchor[]>): Promise<readonly Anchor[]> => {
    const reading = read();
    // A change while it is read makes another reading of it.
    const forgetThis = (): void => {
      if (known.get(account) === reading) known.delete(account);
    };
    reading.then((list) => list.length > longestList && forgetThis(), forgetThis);
    return reading;
  };

  return {
    /**
     * All anchors of an account, in order of creation.
     *
     * @param read reads them from the store if they are not known; what it throws is thrown, and not remembered
     */
    of(account: string, read: () => Promise<readonly Anchor[]>) {
      const list = known.get(account) ?? readOnce(account, read);
      known.delete(account);
      known.set(account, list);
      const [oldest] = known.keys();
      if (oldest !== undefined && known.size > mostAccounts) known.delete(oldest);
      return list;
    },
    /** Forgets the anchors of an account. Call it after each change of them, before it is answered. */
    forget: (account: string) => void known.delete(account),
  };
}
