import type { z } from 'zod';
import type { Logger } from '../api/logger.ts';
import { derivedUuid } from '../api/text.ts';
import { type Workflow, workflow } from '../api/workflow.ts';
import type { Cluster } from '../kinds/cluster.ts';
import type { Runs } from '../kinds/runs.ts';
import type { Documents, Store } from '../kinds/store.ts';
import { messageCollection, type OutboxMessage, type StoredMessage } from './message.ts';
import { afterTry, type Outcome, type Schedule } from './schedule.ts';

/** One try to deliver a letter, as a workflow's input. */
interface Try {
  readonly letter: string;
  /** Which try it is, from 1. */
  readonly number: number;
}

/** What is not delivered though it was tried. */
export interface Undelivered {
  /** Letters that are tried again. */
  readonly waiting: number;
  /** Letters that were given up. */
  readonly ended: number;
  /** Why the last one of them failed; null where there is none. */
  readonly reason: string | null;
}

export interface Outbox<About> {
  /** Begins to work: first on what is left, once more on what was given up. Returns the workflow that the host must know. */
  begin(): Workflow<Try, null>;
  /** Keeps a letter. Once this resolves it is sent, if need be after a crash. The same id again changes nothing while the letter is kept. */
  add(letter: OutboxMessage<About>): Promise<void>;
  undelivered(): Promise<Undelivered>;
  stop(): Promise<void>;
}

export interface OutboxOptions<About> {
  /** Lower-case letters; names the collection and the workflow. */
  readonly name: string;
  readonly about: z.ZodType<About>;
  readonly schedule: Schedule;
  /**
   * Tries once to deliver a letter; it may be called again for one that has arrived, where nobody could note that any more. What it throws is logged and
   * counts as `later`.
   */
  deliver(letter: OutboxMessage<About>, signal: AbortSignal): Promise<Outcome>;
  readonly store: Store;
  readonly cluster: Cluster;
  readonly runs: Runs;
  readonly log: Logger;
}

/** A run may wait in the engine's queue behind hours of work; a try that nobody has heard of for so long counts as lost. */
const lostMs = 15 * 60_000;
/** Another host may be delivering to the server that a letter waits for. It sends that letter when it is done; where it died, this host does. */
const busyMs = 5_000;
/** Also the longest that a timer is set for. */
const recoveryMs = 60_000;
/** How long it can be told that a letter was given up. */
const rememberEndedMs = 30 * 24 * 3_600_000;

/**
 * Delivers letters at least once. Each try is a run of the workflow engine, so that one which a crash interrupts is made again at once; when the
 * next one is due is kept in the store. One try at a time goes to one server, so that a server which is slow to fail does not fill the engine.
 */
export async function openOutbox<About>(options: OutboxOptions<About>): Promise<Outbox<About>> {
  const { name, about, schedule, deliver, store, cluster, runs, log } = options;
  const letters = messageCollection(name);
  await store.prepare(letters);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  let asked = false;

  const delivery = workflow<Try>(`${name}-delivery`)
    .step('deliver', async ({ input }, { signal }) => {
      const letter = await store.get(letters, input.letter);
      if (letter === undefined || letter.state === 'ended') return null;
      const outcome = await attempt(letter, signal);
      await book(input, outcome);
      look();
      return null;
    })
    .answer(() => ({ body: null, location: '' }));

  async function attempt(letter: StoredMessage, signal: AbortSignal): Promise<Outcome> {
    try {
      return await deliver({ ...letter, about: about.parse(letter.about) }, signal);
    } catch (thrown) {
      // The engine makes this try again after the next start.
      signal.throwIfAborted();
      log.error({ letter: letter.id, err: thrown }, 'a letter could not be delivered for an unexpected reason');
      return { outcome: 'later', reason: 'An unexpected error, which the log names.' };
    }
  }

  async function book({ letter: id, number }: Try, outcome: Outcome): Promise<void> {
    const after = await store.transaction(async (documents) => {
      const letter = await documents.get(letters, id);
      if (letter === undefined) return undefined;
      const next = afterTry(letter, outcome, schedule, cluster.now(), Math.random());
      if (next === undefined) await documents.delete(letters, id);
      // Of a try that counted as lost only its success is news: another one is under way.
      else if (letter.tries === number) await documents.put(letters, next);
      return next;
    });
    if (after === undefined) return;
    const told = { letter: id, tries: after.tries, reason: after.reason };
    if (after.state === 'ended') log.error(told, 'a letter could not be delivered and was given up until the next start');
    else log.warn({ ...told, nextTry: new Date(after.dueAt).toISOString() }, 'a letter could not be delivered yet');
  }

  /** Sends what is due; returns the milliseconds until something may be due again. */
  async function sendDue(): Promise<number> {
    const now = cluster.now();
    const busy = new Set<string>();
    for await (const { to } of found('under-way', { above: now })) busy.add(to);
    let waits = recoveryMs;
    for (const state of ['under-way', 'waiting'] as const) {
      for await (const letter of found(state, { to: now })) {
        if (!busy.has(letter.to) && (await send(letter, now))) busy.add(letter.to);
        else waits = Math.min(waits, busyMs);
      }
    }
    for await (const { dueAt } of found('waiting', { above: now })) return Math.min(waits, dueAt - now);
    return waits;
  }

  async function* found(state: StoredMessage['state'], range: { above?: number; to?: number }): AsyncGenerator<StoredMessage> {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await store.find(letters, {
        equals: { state },
        orderBy: 'dueAt',
        range,
        limit: 100,
        ...(cursor !== undefined && { cursor }),
      });
      yield* page.items;
      cursor = page.next;
    }
  }

  /** False where another host was first, with this letter or another one to the same server. */
  async function send(seen: StoredMessage, now: number): Promise<boolean> {
    const number = seen.tries + 1;
    const mine = await change(seen, { state: 'under-way', dueAt: now + lostMs, tries: number }, (documents) =>
      isBusy(documents, seen.to, now),
    );
    if (!mine) return false;
    try {
      await launch(seen, number);
    } catch (thrown) {
      await change({ ...seen, tries: number }, { state: 'waiting', dueAt: now + recoveryMs });
      throw thrown;
    }
    return true;
  }

  /** Begins a try, once however often it is asked for. */
  function launch({ id, account }: StoredMessage, number: number): Promise<void> {
    return runs.launch({
      id: derivedUuid(`${name} ${id} ${number}`),
      account,
      workflow: delivery,
      input: { letter: id, number },
    });
  }

  /** A process may have died between saying that a try is under way and beginning it. */
  async function goOn(): Promise<void> {
    for await (const letter of found('under-way', {})) await launch(letter, letter.tries);
  }

  async function isBusy(documents: Documents, to: string, now: number): Promise<boolean> {
    const query = { equals: { to, state: 'under-way' as const }, orderBy: 'dueAt' as const, range: { above: now }, limit: 1 };
    return (await documents.find(letters, query)).items.length > 0;
  }

  /** False, and nothing changed, where it has been tried since it was seen, or something speaks against it. */
  function change(
    seen: StoredMessage,
    changes: Partial<StoredMessage>,
    isRefused: (documents: Documents) => Promise<boolean> = async () => false,
  ): Promise<boolean> {
    return store.transaction(async (documents) => {
      const letter = await documents.get(letters, seen.id);
      if (letter?.tries !== seen.tries || (await isRefused(documents))) return false;
      await documents.put(letters, { ...letter, ...changes });
      return true;
    });
  }

  /** What was given up may have been mended since; what nobody mended for a month is let go. */
  async function tryEndedAgain(): Promise<void> {
    const now = cluster.now();
    for await (const letter of found('ended', {})) {
      if (letter.dueAt > now - rememberEndedMs) await change(letter, { state: 'waiting', dueAt: now });
      else await store.delete(letters, letter.id);
    }
  }

  /** Sends what is due, after what is being done already, and again whenever something may be. */
  function look(before: () => Promise<void> = async () => undefined): void {
    if (stopped || asked) return;
    asked = true;
    turn = turn.then(async () => {
      asked = false;
      const waits = await before()
        .then(sendDue)
        .catch((thrown: unknown) => {
          log.error({ err: thrown }, 'could not look for letters to deliver; trying again in a minute');
          return recoveryMs;
        });
      clearTimeout(timer);
      if (!stopped) timer = setTimeout(look, waits);
    });
  }

  return {
    begin() {
      look(async () => {
        await goOn();
        await tryEndedAgain();
      });
      return delivery;
    },

    async add(letter) {
      const now = cluster.now();
      await store.insert(letters, { ...letter, state: 'waiting', addedAt: now, dueAt: now, tries: 0, reason: null });
      look();
    },

    async undelivered() {
      const kept = await Promise.all(
        (['waiting', 'under-way', 'ended'] as const).map((state) => Array.fromAsync(found(state, {}))),
      );
      const tried = kept.flat().filter(({ reason }) => reason !== null);
      const ended = tried.filter(({ state }) => state === 'ended').length;
      return { waiting: tried.length - ended, ended, reason: tried.at(-1)?.reason ?? null };
    },

    async stop() {
      stopped = true;
      clearTimeout(timer);
      await turn;
    },
  };
}
