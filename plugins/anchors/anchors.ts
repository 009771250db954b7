import { randomUUID } from 'node:crypto';
import { defineCollection, Problem, type Store } from 'chronoscribe';
import { z } from 'zod';

const Anchor = z.strictObject({
  /** The account and `anchor_id`, joined by `/`, so that one account's ids mean nothing to another. */
  id: z.string(),
  account: z.string(),
  anchor_id: z.string(),
  /** The order of creation. */
  number: z.int(),
  /** Milliseconds since 1970. */
  timestamp: z.int(),
  description: z.string(),
  /** Whether a change at this instant is an error and not only a warning. */
  locked: z.boolean(),
});
type Anchor = Readonly<z.output<typeof Anchor>>;

const anchors = defineCollection({ name: 'anchors', schema: Anchor, indexes: [['account', 'number']] });

/** The anchors of every account. `get` and `delete` throw `anchor-not-found` for an id that the account does not have. */
export interface Anchors {
  set(account: string, anchor: Pick<Anchor, 'timestamp' | 'description' | 'locked'>): Promise<Anchor>;
  get(account: string, anchorId: string): Promise<Anchor>;
  /** All, in order of creation. */
  list(account: string): Promise<readonly Anchor[]>;
  delete(account: string, anchorId: string): Promise<void>;
}

/** Opens the anchors that a store keeps. */
export async function openAnchors(store: Store): Promise<Anchors> {
  await store.prepare(anchors);
  return {
    set: (account, { timestamp, description, locked }) =>
      store.transaction(async (documents) => {
        const anchor_id = `anc_${randomUUID()}`;
        const number = await documents.next('anchors');
        const anchor = { id: key(account, anchor_id), account, anchor_id, number, timestamp, description, locked };
        await documents.put(anchors, anchor);
        return anchor;
      }),
    async get(account, anchorId) {
      const anchor = await store.get(anchors, key(account, anchorId));
      if (anchor === undefined) throw notFound();
      return anchor;
    },
    async list(account) {
      const all: Anchor[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await store.find(anchors, { equals: { account }, orderBy: 'number', ...(cursor && { cursor }) });
        all.push(...page.items);
        cursor = page.next;
      } while (cursor !== null);
      return all;
    },
    async delete(account, anchorId) {
      if (!(await store.delete(anchors, key(account, anchorId)))) throw notFound();
    },
  };
}

function key(account: string, anchorId: string): string {
  return `${account}/${anchorId}`;
}

function notFound(): Problem {
  return new Problem('anchor-not-found', {
    status: 404,
    detail: 'There is no anchor with this id. GET /v1/list-anchors names those there are.',
  });
}
