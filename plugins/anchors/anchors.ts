import { defineCollection, findAll, type Page, Problem, type Store } from 'chronoscribe';
import { z } from 'zod';
import type { Anchor, Anchors } from './kind.ts';
import type { KnownAnchors } from './known-anchors.ts';

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
 * The anchors with the operations of this plugin's endpoints. `get` and `delete` throw `anchor-not-found` for an
 * unknown id.
 */
export interface AnchorRepository extends Anchors {
  /**
   * Creates an anchor whose id is derived from the operation's. A repetition changes nothing and returns the same
   * anchor.
   */
  set(account: string, operationId: string, anchor: Omit<Anchor, 'anchor_id'>): Promise<Anchor>;
  get(account: string, anchorId: string): Promise<Anchor>;
  /** A page in order of creation. @throws Problem `invalid-cursor` */
  page(
    account: string,
    options: { readonly limit: number; readonly cursor: string | undefined },
  ): Promise<Page<Anchor>>;
  delete(account: string, anchorId: string): Promise<void>;
}

/**
 * Opens the anchors in a store.
 *
 * @param known remembers lists of them; undefined if other hosts may change them
 */
export async function openAnchorRepository(store: Store, known?: KnownAnchors): Promise<AnchorRepository> {
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
    set: (account, operationId, { timestamp, description, locked }) =>
      changing(account, () =>
        store.transaction(async (documents) => {
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
    async get(account, anchorId) {
      const anchor = await store.get(anchors, key(account, anchorId));
      if (anchor === undefined) throw notFound();
      return anchor;
    },
    page: (account, { limit, cursor }) =>
      store.find(anchors, { equals: { account }, orderBy: 'number', limit, ...(cursor !== undefined && { cursor }) }),
    list: (account) => known?.of(account, () => read(account)) ?? read(account),
    async delete(account, anchorId) {
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
