import { type DeliveryOutcome, parseRetryAfter } from 'chronoscribe';
import { Webhook } from 'standardwebhooks';
import { addressesOf, ForbiddenDestination } from './address.ts';
import { post } from './post.ts';

/** One message for one webhook. */
export interface Message {
  /** The same for each try, so that a receiver can tell that it has it already. */
  readonly id: string;
  readonly url: string;
  /** `whsec_…`. */
  readonly secret: string;
  readonly body: string;
}

/** How a try went; `gone` where the receiver says that it wants nothing more, ever (410). */
export type Delivery = DeliveryOutcome | { readonly outcome: 'gone' };

/** How long one try may take in all: a receiver is to answer first and work afterwards. */
const timeoutMs = 15_000;

/**
 * Tries once to deliver a message, signed after Standard Webhooks (standardwebhooks.com): any 2xx is success, 410 is the end, all else is tried again later.
 *
 * @throws the reason of `signal` when that aborts
 */
export async function deliver(message: Message, allowPrivate: boolean, signal: AbortSignal): Promise<Delivery> {
  const url = new URL(message.url);
  const limit = AbortSignal.timeout(timeoutMs);
  const sent = new Date();
  try {
    const addresses = await addressesOf(url.hostname, allowPrivate);
    const { status, retryAfter } = await post(url, addresses, {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Chronoscribe-Webhooks',
        'webhook-id': message.id,
        'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
        'webhook-signature': new Webhook(message.secret).sign(message.id, sent, message.body),
      },
      body: message.body,
      signal: AbortSignal.any([signal, limit]),
    });
    if (status >= 200 && status < 300) return { outcome: 'delivered' };
    if (status === 410) return { outcome: 'gone' };
    const redirects = status >= 300 && status < 400 ? ' Redirects are not followed: register the address that it leads to.' : '';
    return { outcome: 'later', reason: `It answered ${status}.${redirects}`, retryAfter: parseRetryAfter(retryAfter) };
  } catch (thrown) {
    signal.throwIfAborted();
    if (limit.aborted) return { outcome: 'later', reason: `It did not answer within ${timeoutMs / 1000} s.` };
    if (thrown instanceof ForbiddenDestination) return { outcome: 'later', reason: thrown.message };
    return { outcome: 'later', reason: `It could not be reached${codeOf(thrown)}.` };
  }
}

/** The system's name for what went wrong; its message may hold the address, with what a client hid in it. */
function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? ` (${thrown.code})` : '';
}
