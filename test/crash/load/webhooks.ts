import { z } from 'zod';
import { type Ask, Broken, type Load, reading, refused } from '../deed.ts';
import { newName, type Practice } from '../practice.ts';

const path = '/api/v1/webhooks';
const Webhook = z.object({ id: z.string(), url: z.string() });
const most = 4;

/** The addresses of the webhooks that are shown, by id. */
export async function webhooksOf(ask: Ask): Promise<ReadonlyMap<string, string>> {
  const { items } = z.object({ items: z.array(Webhook) }).parse((await ask({ method: 'GET', path })).json);
  return new Map(items.map(({ id, url }) => [id, url]));
}

/** The webhook that tells the campaign of all that is done; it is there from the first to the last. */
export const mainWebhook = (practice: Practice, receiver: string): string => `${receiver}/${practice.name}`;

/** Webhooks beside the main one, to the same receiver. */
export const webhookLoad = (receiver: string): Load => ({
  'POST /api/v1/webhooks': {
    weight: 1,
    act(practice) {
      if (practice.webhooks.size >= most) return undefined;
      const url = `${receiver}/${newName(practice)}`;
      return {
        operation: 'POST /api/v1/webhooks',
        call: { method: 'POST', path, key: practice.key, json: { url, events: ['image.completed'] } },
        book: (answer) => void practice.webhooks.set(Webhook.parse(answer.json).id, url),
        async lookFor(ask) {
          const made = [...(await webhooksOf(ask))].filter(([, each]) => each === url);
          if (made.length > 1) throw new Broken('twice', `the webhook ${url} is there ${made.length} times`);
          for (const [id] of made) practice.webhooks.set(id, url);
        },
      };
    },
  },
  'GET /api/v1/webhooks': { weight: 1, act: (practice) => reading('GET /api/v1/webhooks', practice, path) },
  'GET /api/v1/webhooks/{id}/deliveries': {
    weight: 1,
    act(practice, random) {
      if (practice.webhooks.size === 0) return undefined;
      const id = random.one([...practice.webhooks.keys()]);
      return reading('GET /api/v1/webhooks/{id}/deliveries', practice, `${path}/${id}/deliveries`);
    },
  },
  'POST /api/v1/webhooks/{id}/deliveries/{delivery}/retry': {
    weight: 1,
    act({ key }) {
      const operation = 'POST /api/v1/webhooks/{id}/deliveries/{delivery}/retry';
      return refused({ operation, call: { method: 'POST', path: `${path}/none/deliveries/none/retry`, key } }, [404]);
    },
  },
  'DELETE /api/v1/webhooks/{id}': {
    weight: 1,
    act(practice, random) {
      const others = [...practice.webhooks].filter(([, url]) => url !== mainWebhook(practice, receiver));
      if (others.length === 0) return undefined;
      const [id] = random.one(others);
      return {
        operation: 'DELETE /api/v1/webhooks/{id}',
        call: { method: 'DELETE', path: `${path}/${id}`, key: practice.key },
        book: () => void practice.webhooks.delete(id),
        async lookFor(ask) {
          if (!(await webhooksOf(ask)).has(id)) practice.webhooks.delete(id);
        },
      };
    },
  },
});
