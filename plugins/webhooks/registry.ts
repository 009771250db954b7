import { randomBytes } from 'node:crypto';
import { defineCollection, Problem, type Store } from 'chronoscribe';
import type { StoredMessage } from 'chronoscribe/host';
import type { SettledRun } from 'chronoscribe/types';
import { z } from 'zod';

/** The event of each workflow whose completion is reported. The names are part of the HTTP API. */
const completionEvents = {
  'audio-note': 'transcript.completed',
  'chiropractic-grid': 'grid.completed',
  'image-analysis': 'image.completed',
  'pdf-summary': 'pdf.completed',
  signing: 'transcript.signed',
} as const;
const eventByWorkflow = new Map<string, EventType>(Object.entries(completionEvents));

export const EventType = z.enum([...Object.values(completionEvents), 'run.failed']);
export type EventType = z.output<typeof EventType>;

/** An event, stored until it is delivered; never contains clinical text. */
export const WebhookEvent = z.object({
  type: EventType,
  /** ISO 8601, UTC. */
  timestamp: z.iso.datetime(),
  run: z.string(),
  /** The record, if it has not the id of the run. */
  record: z.string().optional(),
  status: z.enum(['done', 'failed']),
  /** The span of the run. */
  traceparent: z.string().optional(),
});
export type WebhookEvent = z.output<typeof WebhookEvent>;

/** Returns the event for the end of a run; undefined if there is none. */
export function eventOf({ workflow, status }: Pick<SettledRun, 'workflow' | 'status'>): EventType | undefined {
  switch (status) {
    case 'failed':
      return 'run.failed';
    case 'done':
      return eventByWorkflow.get(workflow);
    case 'cancelled':
      return undefined;
    default:
      return status satisfies never;
  }
}

/** The JSON body of a delivery. A record has the id of the run that made it. */
export function payloadOf({ type, timestamp, run, record = run, status }: WebhookEvent): string {
  return JSON.stringify({ type, timestamp, data: { id: record, run, status } });
}

/** A registered webhook. */
export const webhooks = defineCollection({
  name: 'webhooks',
  schema: z.object({
    id: z.string(),
    account: z.string(),
    url: z.string(),
    events: z.array(EventType),
    /** `whsec_` and 192 random bits in base64. Stored in plain text, since it signs deliveries. */
    secret: z.string(),
    createdAt: z.number(),
    /** When the receiver answered 410; null while the webhook is active. */
    disabledAt: z.number().nullable(),
  }),
  indexes: [['account', 'createdAt']],
});
export type StoredWebhook = z.output<typeof webhooks.schema>;

/** Limits the number of deliveries that one run causes. */
const maxPerAccount = 100;

export function webhookRegistry(store: Store) {
  /** The webhooks of an account, oldest first. */
  const list = async (account: string): Promise<readonly StoredWebhook[]> =>
    (await store.find(webhooks, { equals: { account }, orderBy: 'createdAt' })).items;
  /** A webhook of an account. @throws Problem `not-found` */
  const require = async (account: string, id: string): Promise<StoredWebhook> => {
    const webhook = await store.get(webhooks, id);
    if (webhook?.account === account) return webhook;
    throw new Problem('not-found', { detail: 'There is no webhook with this id.' });
  };
  return {
    require,
    /**
     * Adds a webhook. Returns an existing one with the same id unchanged.
     *
     * @throws Problem `too-many-webhooks` (409)
     */
    async add(
      account: string,
      { id, url, events }: { readonly id: string; readonly url: string; readonly events: readonly EventType[] },
    ): Promise<StoredWebhook> {
      const known = await store.get(webhooks, id);
      if (known !== undefined) return known;
      if ((await list(account)).length >= maxPerAccount) {
        throw new Problem('too-many-webhooks', {
          status: 409,
          detail: `This account has ${maxPerAccount} webhooks already. Delete one that is no longer needed.`,
        });
      }
      const secret = `whsec_${randomBytes(24).toString('base64')}`;
      const webhook = {
        id,
        account,
        url,
        events: [...new Set(events)],
        secret,
        createdAt: Date.now(),
        disabledAt: null,
      };
      return (await store.insert(webhooks, webhook)) ? webhook : ((await store.get(webhooks, id)) ?? webhook);
    },
    list,
    find: (id: string) => store.get(webhooks, id),
    /** @throws Problem `not-found` */
    async delete(account: string, id: string) {
      await require(account, id);
      await store.delete(webhooks, id);
    },
    /** Stops all deliveries to it. */
    disable: (id: string) =>
      store.transaction(async (documents) => {
        const webhook = await documents.get(webhooks, id);
        if (webhook?.disabledAt === null) await documents.put(webhooks, { ...webhook, disabledAt: Date.now() });
      }),
  };
}

/** An event that a webhook has not received, as it is shown. */
export const Delivery = z.object({
  id: z.string().describe('The id of the delivery, and of the message that is sent'),
  event: EventType.describe('What it tells'),
  run: z.string().describe('The run that it is about'),
  state: z
    .enum(['under-way', 'waiting', 'given-up'])
    .describe('Given up after three days, or as it was refused for good'),
  tries: z.int().describe('Attempts so far'),
  createdAt: z.int().describe('Milliseconds since 1970'),
  nextAttemptAt: z.int().nullable().describe('Milliseconds since 1970; null unless it waits'),
  reason: z.string().nullable().describe('Why the last attempt failed; null if none has'),
});

export function deliveryOf({
  id,
  about,
  state,
  tries,
  addedAt,
  dueAt,
  reason,
}: StoredMessage): z.input<typeof Delivery> {
  const { type, run } = WebhookEvent.parse(about);
  return {
    ...{ id, event: type, run, tries, createdAt: addedAt, reason },
    state: state === 'ended' ? 'given-up' : state,
    nextAttemptAt: state === 'waiting' ? dueAt : null,
  };
}
