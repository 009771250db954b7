import type { z } from 'zod';
import type { Logger } from '../api/logger.ts';
import { derivedUuid } from '../api/text.ts';
import { workflow } from '../api/workflow.ts';
import { createCoalescingRunner } from '../concurrency/periodic.ts';
import type { Cluster } from '../kinds/cluster.ts';
import type { Runs } from '../kinds/runs.ts';
import type { Store } from '../kinds/store.ts';
import {
  type DeliveryOutcome,
  type OutboxMessage,
  openMessageQueue,
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
  const { name, about, deliver, cluster, runs, log } = options;
  const queue = await openMessageQueue(name, options);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isResumed = false;

  const delivery = workflow<Attempt>(`${name}-delivery`)
    .step('deliver', async ({ input }, { signal }) => {
      const message = await queue.get(input.letter);
      if (message === undefined || message.state === 'ended') return null;
      await record(input, await attempt(message, signal));
      void dispatcher.request();
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
    const kept = await queue.record(id, number, outcome);
    if (kept === undefined) return;
    const details = { letter: id, tries: kept.tries, reason: kept.reason };
    if (kept.state === 'ended')
      log.error(details, 'a message could not be delivered and was given up until the next start');
    else log.warn({ ...details, nextTry: new Date(kept.dueAt).toISOString() }, 'a message could not be delivered yet');
  }

  const dispatcher = createCoalescingRunner(
    async () => {
      schedule(recoveryMs);
      // Once: if it fails, the messages are found again when their attempts count as lost.
      const isFirst = !isResumed;
      isResumed = true;
      if (isFirst) await resume();
      schedule(await sendDue());
    },
    (thrown) => log.error({ err: thrown }, 'could not look for messages to deliver; trying again in a minute'),
  );

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void dispatcher.request(), delayMs);
  }

  /** Continues what the last process left. It may have died between claiming a message and launching the run. */
  async function resume(): Promise<void> {
    for await (const message of queue.find('under-way')) await launch(message, message.tries);
    await queue.retryGivenUp();
  }

  /** Starts the attempts that are due. @returns milliseconds until more may be due */
  async function sendDue(): Promise<number> {
    const now = cluster.now();
    const busy = new Set<string>();
    for await (const { to } of queue.find('under-way', { above: now })) busy.add(to);
    let delayMs = recoveryMs;
    for (const state of ['under-way', 'waiting'] as const) {
      for await (const message of queue.find(state, { to: now })) {
        if (!busy.has(message.to) && (await send(message, now))) busy.add(message.to);
        else delayMs = Math.min(delayMs, busyMs);
      }
    }
    for await (const { dueAt } of queue.find('waiting', { above: now })) return Math.min(delayMs, dueAt - now);
    return delayMs;
  }

  /** False if another host was first, with this message or another one to the same server. */
  async function send(message: StoredMessage, now: number): Promise<boolean> {
    if (!(await queue.claim(message, now))) return false;
    try {
      await launch(message, message.tries + 1);
    } catch (thrown) {
      await queue.release(message, now + recoveryMs);
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
      void dispatcher.request();
      return delivery;
    },

    /**
     * Saves a message. Once this resolves, it is delivered even after a crash. A repeated id changes nothing while its
     * message is kept.
     */
    async add(message: OutboxMessage<About>) {
      const now = cluster.now();
      await queue.insert({ ...message, state: 'waiting', addedAt: now, dueAt: now, tries: 0, reason: null });
      void dispatcher.request();
    },

    /** The messages to a server that are not delivered: those under way, then those that wait, then those given up. */
    undelivered: queue.to,

    /**
     * Tries a message now that waits or was given up; the time after which it is given up counts anew.
     *
     * @returns false if there is none with this id, or an attempt is under way
     */
    async retry(id: string) {
      if (!(await queue.retry(id))) return false;
      void dispatcher.request();
      return true;
    },

    /** What is tried and not delivered, for `health`. */
    async backlog() {
      const states = ['waiting', 'under-way', 'ended'] as const;
      const messages = await Promise.all(states.map((state) => Array.fromAsync(queue.find(state))));
      const tried = messages.flat().filter(({ reason }) => reason !== null);
      const givenUp = tried.filter(({ state }) => state === 'ended').length;
      return { retrying: tried.length - givenUp, givenUp, lastError: tried.at(-1)?.reason ?? null };
    },

    /** Starts no more attempts. Resolves when the dispatcher has ended. */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await dispatcher.stop();
    },
  };
}

export type Outbox<About> = Awaited<ReturnType<typeof openOutbox<About>>>;
