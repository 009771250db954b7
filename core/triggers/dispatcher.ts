import type { Logger } from '../api/logger.ts';
import { createCoalescingRunner } from '../concurrency/periodic.ts';
import type { Documents, Store } from '../kinds/store.ts';
import { events, type StoredEvent } from './event.ts';

export interface EventDispatcherParts {
  readonly store: Store;
  readonly log: Logger;
  /** Takes an event over in the transaction that deletes it. May be called again if that is repeated. */
  deliver(documents: Documents, event: StoredEvent): Promise<void>;
  /** Called after events may have been delivered, also by a process that died before it was called. */
  delivered(): Promise<void>;
}

/** How often events are looked for that no message announced: those of a host that died. */
const pollMs = 30_000;
/** When an expected event is looked for, in milliseconds: at once, and again for a transaction that takes longer. */
const expectedMs = [0, 100, 1_000];
const batch = 50;

/** Hands each stored event over exactly once, whichever host gets to it. */
export function createEventDispatcher({ store, log, deliver, delivered }: EventDispatcherParts) {
  let poll: NodeJS.Timeout | undefined;
  let expected: readonly NodeJS.Timeout[] = [];

  const deliverSome = (): Promise<number> =>
    store.transaction(async (documents) => {
      const { items } = await documents.find(events, { orderBy: 'at', limit: batch });
      for (const event of items) {
        await deliver(documents, event);
        await documents.delete(events, event.id);
      }
      return items.length;
    });

  const runner = createCoalescingRunner(
    async () => {
      for (let found = batch; found === batch; ) found = await deliverSome();
      await delivered();
    },
    (cause) => log.error({ err: cause }, 'could not hand events to automations; trying again in 30 s'),
  );

  return {
    /** Looks for events now, every 30 s, and whenever one is expected. */
    start() {
      poll = setInterval(() => void runner.request(), pollMs);
      void runner.request();
    },
    /** An event is being stored: its transaction may still be open. */
    expect() {
      // Only a started dispatcher looks: before that, a later start finds the event.
      if (poll === undefined) return;
      for (const timer of expected) clearTimeout(timer);
      expected = expectedMs.map((delay) => setTimeout(() => void runner.request(), delay));
    },
    /** Looks for events. Resolves once those that are there were handed over. */
    dispatch: () => runner.request(),
    /** Resolves once nothing is handed over any more. */
    async stop() {
      clearInterval(poll);
      poll = undefined;
      for (const timer of expected) clearTimeout(timer);
      await runner.stop();
    },
  };
}
