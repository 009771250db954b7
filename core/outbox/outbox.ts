import type { z } from 'zod';
import type { Logger } from '../api/logger.ts';
import { derivedUuid } from '../api/text.ts';
import { workflow } from '../api/workflow.ts';
import { createDueLoop } from '../concurrency/periodic.ts';
import type { Cluster } from '../kinds/cluster.ts';
import type { Runs } from '../kinds/runs.ts';
import { type Documents, findAll, type Store } from '../kinds/store.ts';
import {
  applyOutcome,
  type DeliveryOutcome,
  messageCollection,
  type OutboxMessage,
  type RetrySchedule,
  type StoredMessage,
} from './message-queue.ts';

/** An attempt to deliver a message, as a workflow's input. It is stored by the engine. */
interface Attempt {
  /** Id of the message. */
  readonly letter: string;
  /** From 1. */
  readonly number: number;
}

export interface OutboxOptions<About> {
  /** Lower-case letters. It names the collection and the workflow. */
  readonly name: string;
  readonly about: z.ZodType<About>;
  readonly schedule: RetrySchedule;
  /**
   * Makes one attempt to deliver a message. It may be called again for a message that has arrived, if a crash prevented
   * that from being recorded. An error is logged and counts as `later`.
   */
  deliver(message: OutboxMessage<About>, signal: AbortSignal): Promise<DeliveryOutcome>;
  readonly store: Store;
  readonly cluster: Cluster;
  readonly runs: Runs;
  readonly log: Logger;
}

/** A run may wait in the engine's queue for a long time. An attempt without a result after this time counts as lost. */
const lostMs = 15 * 60_000;
/** How long it is reported that a message was given up. */
const keepGivenUpMs = 30 * 24 * 3_600_000;
/**
 * How soon a message is tried whose server gets another one from another host, which may die before it sends this one.
 */
const busyMs = 5_000;
/** How soon the dispatcher runs again after an error, and its longest timer. */
const recoveryMs = 60_000;

/**
 * Opens a transactional outbox: it keeps messages in the store and delivers each of them at least once. Each attempt is a run of the workflow engine, so that an attempt which a crash interrupts is
 * repeated at once. The time of the next attempt is kept in the store. Each server gets one attempt at a time, so that
 * a server which is slow to fail does not fill the engine.
 *
 * @example
 * const outbox = await openOutbox({
 *   name: 'lab',
 *   about: z.object({ order: z.string() }),
 *   schedule: { initialDelayMs: 5_000, maxDelayMs: 3_600_000, giveUpAfterMs: 24 * 3_600_000 },
 *   async deliver({ about: { order } }, signal) {
 *     const response = await fetch(`https://lab.example/orders/${order}`, { method: 'PUT', signal });
 *     if (response.ok) return { outcome: 'delivered' };
 *     return { outcome: 'later', reason: `The lab answered ${response.status}.` };
 *   },
 *   ...{ store, cluster, runs, log },
 * });
 */
export async function openOutbox<About>(options: OutboxOptions<About>) {
  const { name, about, deliver, schedule, store, cluster, runs, log } = options;
  const messages = messageCollection(name);
  await store.prepare(messages);
  let isResumed = false;

  /** The messages in a state, of one server or of all, by `dueAt`, in a range of it. */
  const find = (
    equals: Partial<Pick<StoredMessage, 'to'>> & Pick<StoredMessage, 'state'>,
    range: { readonly above?: number; readonly to?: number } = {},
  ): AsyncGenerator<StoredMessage> => findAll(store, messages, { equals, orderBy: 'dueAt', range, limit: 100 });

  const findAllOf = async (
    states: readonly StoredMessage['state'][],
    equals: Partial<Pick<StoredMessage, 'to'>> = {},
  ) => (await Promise.all(states.map((state) => Array.fromAsync(find({ ...equals, state }))))).flat();

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

  const delivery = workflow<Attempt>(`${name}-delivery`)
    .step('deliver', async ({ input }, { signal }) => {
      const message = await store.get(messages, input.letter);
      if (message === undefined || message.state === 'ended') return null;
      await record(input, await attempt(message, signal));
      void dispatcher.look();
      return null;
    })
    .answer(() => ({ body: null, location: '' }));

  async function attempt(message: StoredMessage, signal: AbortSignal): Promise<DeliveryOutcome> {
    try {
      return await deliver({ ...message, about: about.parse(message.about) }, signal);
    } catch (thrown) {
      // The engine repeats this attempt after the next start.
      signal.throwIfAborted();
      log.error({ letter: message.id, err: thrown }, 'a message could not be delivered for an unexpected reason');
      return { outcome: 'later', reason: 'An unexpected error, which the log names.' };
    }
  }

  async function record({ letter: id, number }: Attempt, outcome: DeliveryOutcome): Promise<void> {
    const kept = await store.transaction(async (documents) => {
      const message = await documents.get(messages, id);
      if (message === undefined) return undefined;
      const next = applyOutcome(message, outcome, schedule, cluster.now(), Math.random());
      if (next === undefined) await documents.delete(messages, id);
      // Of an attempt that counted as lost only success matters: another one is in progress.
      else if (message.tries === number) await documents.put(messages, next);
      return next;
    });
    if (kept === undefined) return;
    const details = { letter: id, tries: kept.tries, reason: kept.reason };
    if (kept.state === 'ended')
      log.error(details, 'a message could not be delivered and was given up until the next start');
    else log.warn({ ...details, nextTry: new Date(kept.dueAt).toISOString() }, 'a message could not be delivered yet');
  }

  const dispatcher = createDueLoop(
    async () => {
      // Once: if it fails, the messages are found again when their attempts count as lost.
      const isFirst = !isResumed;
      isResumed = true;
      if (isFirst) await resume();
      return sendDue();
    },
    recoveryMs,
    (thrown) => log.error({ err: thrown }, 'could not look for messages to deliver; trying again in a minute'),
  );

  /** Continues what the last process left. It may have died between claiming a message and launching the run. */
  async function resume(): Promise<void> {
    for await (const message of find({ state: 'under-way' })) await launch(message, message.tries);
    const now = cluster.now();
    // What was given up is tried again, and deleted if that was long ago.
    for await (const message of find({ state: 'ended' })) {
      if (message.dueAt > now - keepGivenUpMs) await change(message, { state: 'waiting', dueAt: now });
      else await store.delete(messages, message.id);
    }
  }

  /** Starts the attempts that are due. @returns milliseconds until more may be due */
  async function sendDue(): Promise<number> {
    const now = cluster.now();
    const busy = new Set<string>();
    for await (const { to } of find({ state: 'under-way' }, { above: now })) busy.add(to);
    let delayMs = recoveryMs;
    for (const state of ['under-way', 'waiting'] as const) {
      for await (const message of find({ state }, { to: now })) {
        if (!busy.has(message.to) && (await send(message, now))) busy.add(message.to);
        else delayMs = Math.min(delayMs, busyMs);
      }
    }
    for await (const { dueAt } of find({ state: 'waiting' }, { above: now })) return Math.min(delayMs, dueAt - now);
    return delayMs;
  }

  /** False if another host was first, with this message or another one to the same server. */
  async function send(message: StoredMessage, now: number): Promise<boolean> {
    const tries = message.tries + 1;
    const isClaimed = await change(message, { state: 'under-way', dueAt: now + lostMs, tries }, async (documents) => {
      const equals = { to: message.to, state: 'under-way' as const };
      const busy = await documents.find(messages, { equals, orderBy: 'dueAt', range: { above: now }, limit: 1 });
      return busy.items.length > 0;
    });
    if (!isClaimed) return false;
    try {
      await launch(message, tries);
    } catch (thrown) {
      await change({ ...message, tries }, { state: 'waiting', dueAt: now + recoveryMs });
      throw thrown;
    }
    return true;
  }

  /** Starts the run of an attempt, once however often it is called. */
  function launch({ id, account }: StoredMessage, number: number): Promise<void> {
    const runId = derivedUuid(`${name} ${id} ${number}`);
    return runs.launch({ id: runId, account, workflow: delivery, input: { letter: id, number } });
  }

  return {
    /**
     * Starts to deliver: what is left, and once more what was given up.
     *
     * @returns the workflow, which the plugin must declare
     */
    start() {
      void dispatcher.look();
      return delivery;
    },

    /**
     * Saves a message. Once this resolves, it is delivered even after a crash. A repeated id changes nothing while its
     * message is kept.
     */
    async add(message: OutboxMessage<About>) {
      const now = cluster.now();
      await store.insert(messages, { ...message, state: 'waiting', addedAt: now, dueAt: now, tries: 0, reason: null });
      void dispatcher.look();
    },

    /** The messages to a server that are not delivered: those under way, then those that wait, then those given up. */
    undelivered: (server: string) => findAllOf(['under-way', 'waiting', 'ended'], { to: server }),

    /**
     * Tries a message now that waits or was given up; the time after which it is given up counts anew.
     *
     * @returns false if there is none with this id, or an attempt is under way
     */
    async retry(id: string) {
      const message = await store.get(messages, id);
      if (message === undefined || message.state === 'under-way') return false;
      const now = cluster.now();
      if (!(await change(message, { state: 'waiting', dueAt: now, addedAt: now }))) return false;
      void dispatcher.look();
      return true;
    },

    /** What is tried and not delivered, for `health`. */
    async backlog() {
      const tried = (await findAllOf(['waiting', 'under-way', 'ended'])).filter(({ reason }) => reason !== null);
      const givenUp = tried.filter(({ state }) => state === 'ended').length;
      return { retrying: tried.length - givenUp, givenUp, lastError: tried.at(-1)?.reason ?? null };
    },

    /** Starts no more attempts. Resolves when the dispatcher has ended. */
    stop: dispatcher.stop,
  };
}

export type Outbox<About> = Awaited<ReturnType<typeof openOutbox<About>>>;
