import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { trace } from 'chronoscribe';
import { activeTraceparent, type DeliveryOutcome, parseRetryAfter } from 'chronoscribe/host';
import { Webhook } from 'standardwebhooks';
import { type Address, ForbiddenDestination, resolveAddresses } from './address.ts';

/** One message for one webhook. */
export interface SignedMessage {
  /** The same for each attempt, so that a receiver can recognise duplicates. */
  readonly id: string;
  readonly url: string;
  /** `whsec_…`; undefined: unsigned. */
  readonly secret: string | undefined;
  readonly body: string;
}

/** Outcome of an attempt; `gone` if the receiver answered 410 and wants no further messages. */
export type Delivery = DeliveryOutcome | { readonly outcome: 'gone' };

/** Limit for one attempt: a receiver should respond first and work afterwards. */
const timeoutMs = 15_000;

/**
 * Makes one attempt to deliver a message, signed as Standard Webhooks specifies (standardwebhooks.com). Any 2xx is
 * success, 410 disables the webhook, everything else is retried later.
 *
 * @throws the reason of `signal` once that aborts
 */
export async function deliver(message: SignedMessage, allowPrivate: boolean, signal: AbortSignal): Promise<Delivery> {
  const url = new URL(message.url);
  const limit = AbortSignal.timeout(timeoutMs);
  const sent = new Date();
  try {
    const addresses = await resolveAddresses(url.hostname, allowPrivate);
    const send = (traceparent?: string) =>
      post(url, addresses, {
        headers: {
          ...(traceparent !== undefined && { traceparent }),
          'content-type': 'application/json',
          'user-agent': 'Chronoscribe-Webhooks',
          'webhook-id': message.id,
          'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
          ...(message.secret !== undefined && {
            'webhook-signature': new Webhook(message.secret).sign(message.id, sent, message.body),
          }),
        },
        body: message.body,
        signal: AbortSignal.any([signal, limit]),
      });
    const { status, retryAfter } = await trace('send webhook', { kind: 'client' }, () => send(activeTraceparent()));
    if (status >= 200 && status < 300) return { outcome: 'delivered' };
    if (status === 410) return { outcome: 'gone' };
    const redirects =
      status >= 300 && status < 400 ? ' Redirections are not followed: register the address that it leads to.' : '';
    return { outcome: 'later', reason: `It answered ${status}.${redirects}`, retryAfter: parseRetryAfter(retryAfter) };
  } catch (thrown) {
    signal.throwIfAborted();
    if (limit.aborted) return { outcome: 'later', reason: `It did not answer within ${timeoutMs / 1000} s.` };
    if (thrown instanceof ForbiddenDestination) return { outcome: 'later', reason: thrown.message };
    return { outcome: 'later', reason: `It could not be reached${codeOf(thrown)}.` };
  }
}

/** The system's error code. The message may contain the URL, which may contain a secret. */
function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? ` (${thrown.code})` : '';
}

export interface PostResult {
  readonly status: number;
  /** The header as sent; undefined if absent. */
  readonly retryAfter: string | undefined;
}

/**
 * Sends a body to exactly these addresses. Redirections are not followed, and only the head of the response is read.
 *
 * @throws the system's error if there is no response; the reason of `signal` once that aborts
 */
export function post(
  url: URL,
  addresses: readonly Address[],
  {
    headers,
    body,
    signal,
  }: { readonly headers: Readonly<Record<string, string>>; readonly body: string; readonly signal: AbortSignal },
): Promise<PostResult> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      // No shared agent: a kept connection would lead to the addresses of an earlier lookup.
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        lookup: pinnedLookup(addresses),
        signal,
      },
      (response) => {
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
        response.destroy();
      },
    );
    request.on('error', (thrown) => reject(signal.aborted ? signal.reason : thrown));
    request.end(body);
  });
}

/** Answers every lookup with the addresses that were resolved and checked before. */
function pinnedLookup(addresses: readonly Address[]): LookupFunction {
  return (hostname, options, callback) => {
    const [first] = addresses;
    if (first === undefined)
      callback(Object.assign(new Error(`no address of ${hostname}`), { code: 'ENOTFOUND' }), '', 4);
    else if (options.all === true) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}
