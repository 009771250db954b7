import { z } from 'zod';
import { type Collection, defineCollection } from '../kinds/store.ts';

/**
 * A message that must reach another server, however many attempts that takes. It names its subject and holds no
 * clinical text.
 */
export interface OutboxMessage<About> {
  /** Unique in its outbox. */
  readonly id: string;
  readonly account: string;
  /** The server that it goes to, by a name of the caller's choice. A server gets one message at a time. */
  readonly to: string;
  /** Plain JSON: what is needed to write the content when it is sent. */
  readonly about: About;
}

const Message = z.object({
  id: z.string(),
  account: z.string(),
  to: z.string(),
  about: z.unknown(),
  /** `ended`: given up, and kept so that it can be reported. */
  state: z.enum(['waiting', 'under-way', 'ended']),
  addedAt: z.number(),
  /** When a waiting message is tried next, when an attempt in progress counts as lost, when a message was given up. */
  dueAt: z.number(),
  tries: z.number(),
  /** Why the last attempt failed, as a sentence; null if none has. */
  reason: z.string().nullable(),
});

/** A message as the store keeps it until it is delivered. All times are in milliseconds since 1970. */
export type StoredMessage = Readonly<z.output<typeof Message>>;

/** The collection of an outbox: `<name>_letters`. */
export function messageCollection(name: string): Collection<StoredMessage> {
  return defineCollection({
    name: `${name}_letters`,
    schema: Message,
    indexes: [
      ['state', 'dueAt'],
      ['to', 'state', 'dueAt'],
    ],
  });
}

/** The result of an attempt to deliver a message. `reason` is a sentence without clinical text. */
export type DeliveryOutcome =
  /** The message has arrived, or there is nothing to deliver any more. */
  | { readonly outcome: 'delivered' }
  /** Another attempt may succeed, `retryAfter` seconds from now or later. */
  | { readonly outcome: 'later'; readonly reason: string; readonly retryAfter?: number | undefined }
  /** Another attempt can only succeed after somebody has fixed something. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** When a message is tried again: exponential backoff with jitter. */
export interface RetrySchedule {
  /** Milliseconds before the second attempt. The delay doubles with each attempt, up to `maxDelayMs`. */
  readonly initialDelayMs: number;
  readonly maxDelayMs: number;
  /** Milliseconds after which a message is given up. */
  readonly giveUpAfterMs: number;
}

/**
 * The message after an attempt; undefined if it is done and can be deleted.
 *
 * @param now milliseconds since 1970
 * @param random from 0 to below 1; it decides half of the delay, so that messages that failed together are not tried
 *   together
 */
export function applyOutcome(
  message: StoredMessage,
  outcome: DeliveryOutcome,
  { initialDelayMs, maxDelayMs, giveUpAfterMs }: RetrySchedule,
  now: number,
  random: number,
): StoredMessage | undefined {
  switch (outcome.outcome) {
    case 'delivered':
      return undefined;
    case 'refused':
      return { ...message, state: 'ended', dueAt: now, reason: outcome.reason };
    case 'later': {
      const end = message.addedAt + giveUpAfterMs;
      if (now >= end) return { ...message, state: 'ended', dueAt: now, reason: outcome.reason };
      const backoffMs = Math.min(initialDelayMs * 2 ** (message.tries - 1), maxDelayMs) * (0.5 + random / 2);
      const delayMs = Math.max(backoffMs, (outcome.retryAfter ?? 0) * 1000);
      // The last attempt is made at the end, even if the server asked for a longer wait.
      return { ...message, state: 'waiting', dueAt: Math.min(now + Math.ceil(delayMs), end), reason: outcome.reason };
    }
    default:
      return outcome satisfies never;
  }
}
