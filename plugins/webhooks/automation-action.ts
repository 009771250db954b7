import { Problem, workflow } from 'chronoscribe';
import type { Action } from 'chronoscribe/types';
import { z } from 'zod';
import { rejectUrl } from './address.ts';
import { deliver } from './delivery.ts';

const Send = z.object({
  url: z.url({ protocol: /^https?$/ }).describe('Where to'),
  text: z.string().min(1).max(10_000).describe('What to say; no clinical text'),
  secret: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]+=*$/, 'expected whsec_ and a key in base64')
    .optional()
    .describe('Signs the message as Standard Webhooks specifies; keep it in an environment variable'),
});

/** Eight attempts in about half an hour. Then the run has failed, and can be retried. */
const attempts = { attempts: 8, backoffMs: 15_000 };

/** `webhooks.send`: sends `{type: "message", timestamp, data: {text}}` to an address. */
export function sendAction(allowPrivateAddresses: boolean): Action<typeof Send> {
  const run = workflow<z.output<typeof Send>>('webhooks-send')
    .step('message', ({ input: { text } }) => ({
      type: 'message',
      timestamp: new Date().toISOString(),
      data: { text },
    }))
    .step('send', attempts, async ({ input: { url, secret }, message }, { runId, signal }) => {
      const refusal = rejectUrl(new URL(url), allowPrivateAddresses);
      if (refusal !== undefined) throw new Problem('webhook-refused', { status: 422, detail: `The URL ${refusal}.` });
      const body = JSON.stringify(message);
      const delivery = await deliver({ id: runId, url, secret, body }, allowPrivateAddresses, signal);
      switch (delivery.outcome) {
        case 'delivered':
          return null;
        case 'later': {
          const { reason: detail, retryAfter } = delivery;
          const options = { detail, transient: true, ...(retryAfter !== undefined && { retryAfter }) };
          throw new Problem('provider-unavailable', options);
        }
        case 'refused':
          throw new Problem('webhook-refused', { status: 502, detail: delivery.reason });
        case 'gone':
          throw new Problem('webhook-refused', { status: 502, detail: 'It answered 410: it wants no messages.' });
        default:
          return delivery satisfies never;
      }
    })
    .answer(() => ({ body: null, location: '' }));
  return { input: Send, run };
}
