import { randomBytes } from 'node:crypto';
import { defineCollection, Problem, type SettledRun, type Store } from 'chronoscribe';
import { z } from 'zod';

/** The workflow whose end each event tells of. */
const eventOfWorkflow = {
  'audio-note': 'transcript.completed',
  'chiropractic-grid': 'grid.completed',
  'image-analysis': 'image.completed',
  'pdf-summary': 'pdf.completed',
} as const;

export const eventTypes = ['transcript.completed', 'grid.completed', 'image.completed', 'pdf.completed', 'run.failed'] as const;
export type EventType = (typeof eventTypes)[number];

/** What happened, as it is kept until it is delivered; never clinical text. */
export const webhookEvent = z.object({
  type: z.enum(eventTypes),
  /** ISO 8601, UTC. */
  timestamp: z.iso.datetime(),
  run: z.string(),
  status: z.enum(['done', 'failed']),
});
export type WebhookEvent = z.output<typeof webhookEvent>;

/** The event that the end of a run is; undefined where it is none. */
export function eventOf({ workflow, status }: Pick<SettledRun, 'workflow' | 'status'>): EventType | undefined {
  switch (status) {
    case 'failed':
      return 'run.failed';
    case 'done':
      return isDocumenting(workflow) ? eventOfWorkflow[workflow] : undefined;
    case 'cancelled':
      return undefined;
    default:
      return status satisfies never;
  }
}

function isDocumenting(workflow: string): workflow is keyof typeof eventOfWorkflow {
  return Object.hasOwn(eventOfWorkflow, workflow);
}

/** The body that is sent. The record that a run made has the run's id. */
export function payloadOf({ type, timestamp, run, status }: WebhookEvent): string {
  return JSON.stringify({ type, timestamp, data: { id: run, run, status } });
}

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
const maxPerAccount = 100;

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
      if ((await list(account)).length >= maxPerAccount) {
        throw new Problem('too-many-webhooks', {
          status: 409,
          detail: `This account has ${maxPerAccount} webhooks already. Delete one that is not needed any more.`,
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
