import { Cluster, definePlugin, Problem, Runs, route, Store } from 'chronoscribe';
import { activeTraceparent, openOutbox, traceWithin } from 'chronoscribe/host';
import { recordOfRun } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import { rejectUrl } from './address.ts';
import { sendAction } from './automation-action.ts';
import { deliver } from './delivery.ts';
import {
  Delivery,
  deliveryOf,
  EventType,
  eventOf,
  payloadOf,
  type StoredWebhook,
  WebhookEvent,
  webhookRegistry,
  webhooks,
} from './registry.ts';

/** Others are written as `%C3%8F` in a path, and as `xn--…` in a name. */
const asciiUrl = /^[A-Za-z][A-Za-z0-9+.-]*:[\w.~:/?#[\]@!$&'()*+,;=%-]+$/;
const hourMs = 3_600_000;
/** Seven attempts in about ten minutes, then fewer and fewer, for three days. */
const schedule = { initialDelayMs: 5_000, maxDelayMs: 10 * hourMs, giveUpAfterMs: 72 * hourMs };

const shape = {
  id: z.string().describe('A UUID'),
  url: z.string().meta({ format: 'uri' }).describe('The URL that events are sent to'),
  events: z.array(EventType).describe('The events that it receives'),
  createdAt: z.number().int().describe('Milliseconds since 1970'),
};

/** Notifies other systems, by a signed request, that a run has completed or failed, or a note was signed. Never contains clinical text. */
export default definePlugin({
  name: 'webhooks',
  auth: 'clinical',
  config: z.strictObject({
    allowPrivateAddresses: z
      .boolean()
      .default(false)
      .describe('whether webhooks may lead to private and loopback addresses, such as a server on the same network'),
  }),
  needs: { store: Store, runs: Runs, cluster: Cluster },

  async start({ config: { allowPrivateAddresses }, needs: { store, runs, cluster }, log }) {
    await store.prepare(webhooks);
    const registry = webhookRegistry(store);
    const outbox = await openOutbox({
      name: 'webhook',
      about: WebhookEvent,
      schedule,
      async deliver({ id, to, about }, signal) {
        const webhook = await registry.find(to);
        // A deleted or disabled webhook gets nothing more.
        if (webhook === undefined || webhook.disabledAt !== null) return { outcome: 'delivered' };
        const { url, secret } = webhook;
        const delivery = await traceWithin(about.traceparent, () =>
          deliver({ id, url, secret, body: payloadOf(about) }, allowPrivateAddresses, signal),
        );
        if (delivery.outcome !== 'gone') return delivery;
        await registry.disable(to);
        log.warn({ webhook: to }, 'a webhook answered 410 and was disabled');
        return { outcome: 'delivered' };
      },
      store,
      cluster,
      runs,
      log,
    });
    runs.onSettled(async (run) => {
      const type = eventOf(run);
      if (type === undefined || run.status === 'cancelled') return;
      const traceparent = activeTraceparent();
      const about = {
        ...{ type, timestamp: new Date().toISOString(), run: run.id, status: run.status },
        ...(traceparent !== undefined && { traceparent }),
        ...(type === 'transcript.signed' && { record: await recordOfRun(runs, run) }),
      };
      for (const { id, events, disabledAt } of await registry.list(run.account)) {
        if (disabledAt !== null || !events.includes(type)) continue;
        await outbox.add({ id: `${id}.${run.id}.${run.attempt}`, account: run.account, to: id, about });
      }
    });
    return { registry, outbox };
  },

  workflows: ({ parts: { outbox } }) => ({ delivery: outbox.start() }),
  actions: ({ config }) => ({ 'webhooks.send': sendAction(config.allowPrivateAddresses) }),

  routes: ({ config: { allowPrivateAddresses }, parts: { registry, outbox } }) => [
    route({
      method: 'POST',
      path: '/api/v1/webhooks',
      summary: 'Register a webhook',
      description:
        'Events are sent as `{type, timestamp, data: {id, run, status}}`, signed as Standard Webhooks specifies with the secret that only this response contains. A failed delivery is retried for three days; a response of 410 disables the webhook.',
      request: z.object({
        url: z
          .string()
          .max(2000)
          .refine((url) => URL.canParse(url) && asciiUrl.test(url), 'Not a URL in ASCII (RFC 3986)')
          .superRefine((url, context) => {
            const refusal = URL.canParse(url) ? rejectUrl(new URL(url), allowPrivateAddresses) : undefined;
            if (refusal !== undefined) context.addIssue({ code: 'custom', message: `The URL ${refusal}` });
          })
          .meta({ format: 'uri', pattern: asciiUrl.source })
          .describe('https:// or http://; must lead to a public address unless the host permits others'),
        events: z.array(EventType).min(1).describe('The events that it receives'),
      }),
      response: z.object({ ...shape, secret: z.string().describe('`whsec_…`, verifies signatures; shown once') }),
      status: 201,
      problems: ['too-many-webhooks'],
      handle: ({ account, operationId, input }) => registry.add(account, { id: operationId, ...input }),
    }),
    route({
      method: 'GET',
      path: '/api/v1/webhooks',
      summary: 'List the webhooks of the account, oldest first',
      response: z.object({
        items: z
          .array(
            z.object({
              ...shape,
              disabledAt: z
                .number()
                .int()
                .nullable()
                .describe(
                  'When the receiver answered 410, in milliseconds since 1970; null while the webhook is active',
                ),
            }),
          )
          .describe('Without their secrets'),
      }),
      handle: async ({ account }): Promise<{ items: StoredWebhook[] }> => ({
        items: [...(await registry.list(account))],
      }),
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/webhooks/{id}',
      summary: 'Delete a webhook and its undelivered events',
      response: z.null(),
      status: 204,
      problems: ['not-found'],
      async handle({ account, path }) {
        await registry.delete(account, path.id);
        return null;
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/webhooks/{id}/deliveries',
      summary: 'List what a webhook has not received yet',
      response: z.object({ items: z.array(Delivery).describe('Under way, then waiting, then given up') }),
      problems: ['not-found'],
      async handle({ account, path }) {
        await registry.require(account, path.id);
        return { items: (await outbox.undelivered(path.id)).map(deliveryOf) };
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/webhooks/{id}/deliveries/{delivery}/retry',
      summary: 'Send what a webhook has not received, now',
      description: 'Also what was given up; it is tried again for three days.',
      response: z.null(),
      status: 204,
      problems: ['not-found', 'delivery-under-way'],
      async handle({ account, path }) {
        await registry.require(account, path.id);
        const found = (await outbox.undelivered(path.id)).find(({ id }) => id === path.delivery);
        if (found === undefined) {
          throw new Problem('not-found', {
            detail: 'There is no undelivered event with this id; it may have arrived.',
          });
        }
        if (!(await outbox.retry(found.id))) {
          throw new Problem('delivery-under-way', { status: 409, detail: 'The event is being sent at this moment.' });
        }
        return null;
      },
    }),
  ],

  stop: ({ outbox }) => outbox.stop(),
  async health({ outbox }) {
    const { retrying, givenUp } = await outbox.backlog();
    return {
      status: 'ok',
      detail:
        retrying + givenUp === 0
          ? 'All messages are delivered.'
          : `${retrying} undelivered messages are being retried, ${givenUp} were abandoned.`,
    };
  },
});
