import { randomBytes } from 'node:crypto';
import { defineCollection, Problem, type Store } from 'chronoscribe';
import { z } from 'zod';
import { type EventType, eventTypes } from './event.ts';

/** A place that is told of what happens. */
export const webhooks = defineCollection({
  name: 'webhooks',
  schema: z.object({
    id: z.string(),
    account: z.string(),
    url: z.string(),
    events: z.array(z.enum(eventTypes)),
    /** `whsec_` and 192 random bits in base64. Needed to sign, so kept as it is. */
    secret: z.string(),
    createdAt: z.number(),
    /** When its receiver answered 410; null while it is told. */
    disabledAt: z.number().nullable(),
  }),
  indexes: [['account', 'createdAt']],
});
export type StoredWebhook = z.output<typeof webhooks.schema>;

/** So that one request for work does not become a thousand. */
const mostPerAccount = 100;

export interface WebhookRegistry {
  /** A webhook that is there already is returned as it is. Throws `too-many-webhooks` (409). */
  add(
    account: string,
    wanted: { readonly id: string; readonly url: string; readonly events: readonly EventType[] },
  ): Promise<StoredWebhook>;
  /** Oldest first. */
  list(account: string): Promise<readonly StoredWebhook[]>;
  find(id: string): Promise<StoredWebhook | undefined>;
  /** Throws `not-found`. */
  delete(account: string, id: string): Promise<void>;
  /** Tells it nothing any more. */
  disable(id: string): Promise<void>;
}

export function webhookRegistry(store: Store): WebhookRegistry {
  const list: WebhookRegistry['list'] = async (account) =>
    (await store.find(webhooks, { equals: { account }, orderBy: 'createdAt' })).items;
  return {
    async add(account, { id, url, events }) {
      const known = await store.get(webhooks, id);
      if (known !== undefined) return known;
      if ((await list(account)).length >= mostPerAccount) {
        throw new Problem('too-many-webhooks', {
          status: 409,
          detail: `This account has ${mostPerAccount} webhooks already. Delete one that is not needed any more.`,
        });
      }
      const secret = `whsec_${randomBytes(24).toString('base64')}`;
      const webhook = { id, account, url, events: [...new Set(events)], secret, createdAt: Date.now(), disabledAt: null };
      return (await store.insert(webhooks, webhook)) ? webhook : ((await store.get(webhooks, id)) ?? webhook);
    },
    list,
    find: (id) => store.get(webhooks, id),
    async delete(account, id) {
      if ((await store.get(webhooks, id))?.account !== account) {
        throw new Problem('not-found', { detail: 'There is no webhook with this id.' });
      }
      await store.delete(webhooks, id);
    },
    disable: (id) =>
      store.transaction(async (documents) => {
        const webhook = await documents.get(webhooks, id);
        if (webhook?.disabledAt === null) await documents.put(webhooks, { ...webhook, disabledAt: Date.now() });
      }),
  };
}
