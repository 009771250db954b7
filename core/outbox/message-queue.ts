import { z } from 'zod';
import type { Cluster } from '../kinds/cluster.ts';
import { type Collection, type Documents, defineCollection, findAll, type Store } from '../kinds/store.ts';

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

/** A run may wait in the engine's queue for a long time. An attempt without a result after this time counts as lost. */
const lostMs = 15 * 60_000;
/** How long it is reported that a message was given up. */
const keepGivenUpMs = 30 * 24 * 3_600_000;

/**
 * The messages of an outbox in the store, and the changes of their state. Hosts that share the store may call it at the
 * same time.
 */
export async function openMessageQueue(
  name: string,
  { store, cluster, schedule }: { readonly store: Store; readonly cluster: Cluster; readonly schedule: RetrySchedule },
) {
  const messages = messageCollection(name);
  await store.prepare(messages);

  const find = (
    state: StoredMessage['state'],
    range: { readonly above?: number; readonly to?: number } = {},
  ): AsyncGenerator<StoredMessage> =>
    findAll(store, messages, { equals: { state }, orderBy: 'dueAt', range, limit: 100 });

  /** False, and nothing changed, if the message was tried since it was seen, or `isRefused`. */
  const change = (
    seen: StoredMessage,
    changes: Partial<StoredMessage>,
    isRefused: (documents: Documents) => Promise<boolean> = async () => false,
  ): Promise<boolean> =>
    store.transaction(async (documents) => {
      const message = await documents.get(messages, seen.id);
      if (message?.tries !== seen.tries || (await isRefused(documents))) return false;
      await documents.put(messages, { ...message, ...changes });
      return true;
    });

  return {
    get: (id: string) => store.get(messages, id),
    insert: (message: StoredMessage) => store.insert(messages, message),
    /** The messages in a state, by `dueAt`, in a range of it. */
    find,

    /**
     * Marks an attempt as started. False, and nothing changed, if another host was first or the server gets another
     * message.
     */
    claim: (seen: StoredMessage, now: number) =>
      change(seen, { state: 'under-way', dueAt: now + lostMs, tries: seen.tries + 1 }, async (documents) => {
        const equals = { to: seen.to, state: 'under-way' as const };
        const busy = await documents.find(messages, { equals, orderBy: 'dueAt', range: { above: now }, limit: 1 });
        return busy.items.length > 0;
      }),

    /** Makes a claimed message wait again, since its attempt could not be started. */
    async release(seen: StoredMessage, dueAt: number) {
      await change({ ...seen, tries: seen.tries + 1 }, { state: 'waiting', dueAt });
    },

    /** Records the result of an attempt. @returns the message, if it is still kept */
    record: (id: string, attempt: number, outcome: DeliveryOutcome) =>
      store.transaction(async (documents) => {
        const message = await documents.get(messages, id);
        if (message === undefined) return undefined;
        const next = applyOutcome(message, outcome, schedule, cluster.now(), Math.random());
        if (next === undefined) await documents.delete(messages, id);
        // Of an attempt that counted as lost only success matters: another one is in progress.
        else if (message.tries === attempt) await documents.put(messages, next);
        return next;
      }),

    /** The messages to a server that are not delivered, by state and `dueAt`. */
    async to(server: string) {
      const states = ['under-way', 'waiting', 'ended'] as const;
      const found = states.map((state) =>
        Array.fromAsync(findAll(store, messages, { equals: { to: server, state }, orderBy: 'dueAt', limit: 100 })),
      );
      return (await Promise.all(found)).flat();
    },

    /** Makes a message due now that waits or was given up. False if there is none, or an attempt is under way. */
    async retry(id: string) {
      const message = await store.get(messages, id);
      if (message === undefined || message.state === 'under-way') return false;
      const now = cluster.now();
      // The time after which it is given up counts anew.
      return change(message, { state: 'waiting', dueAt: now, addedAt: now });
    },

    /** Makes the messages that were given up wait again, and deletes the ones that were given up long ago. */
    async retryGivenUp() {
      const now = cluster.now();
      for await (const message of find('ended')) {
        if (message.dueAt > now - keepGivenUpMs) await change(message, { state: 'waiting', dueAt: now });
        else await store.delete(messages, message.id);
      }
    },
  };
}
