import { AsyncResource } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Documents } from 'chronoscribe';

/** Changes that become visible together, when they are committed. */
export interface Batch {
  readonly documents: Documents;
  /**
   * Begins the next piece of work. Each is released or rolled back before the next begins; both throw if the whole
   * batch is
   * lost.
   */
  savepoint(): { release(): void; rollback(): void };
  /** Resolves once all is on the disk. If it throws, nothing is. */
  commit(): void | Promise<void>;
  /** Rolls back; harmless if nothing is open. */
  rollback(): void;
}

/** Work in the queue. */
interface Piece {
  /** Runs the work, and returns what settles the caller's promise. Work that throws is undone alone. */
  doIn(batch: Batch): Promise<() => void>;
  fail(reason: unknown): void;
}

/** How many pieces share a commit at most, for the sake of the first caller in it. */
const mostPieces = 100;

/**
 * Combines many changes into one commit, since a commit costs far more than a change, and costs the same for a hundred.
 * Work that is queued while a commit is running forms the next batch, in the order of the calls. Work that throws is
 * undone alone. No promise settles before the commit, not even one with an error, which may depend on an uncommitted
 * change. If the commit fails, it fails for all of the batch.
 *
 * @param longestMs after this time no other piece joins a batch, for the sake of the rest of the process
 */
export function groupCommit(begin: () => Batch, longestMs = 10) {
  const waiting: Piece[] = [];
  const alone: (() => Promise<void>)[] = [];
  let working: Promise<void> | undefined;

  const workOff = async () => {
    while (waiting.length > 0 || alone.length > 0) {
      // Lets the event loop deliver pending requests first, so that they join the batch.
      await setImmediate();
      if (waiting.length > 0) await commitTogether();
      // One, since changes that came meanwhile are shorter.
      await alone.shift()?.();
    }
    working = undefined;
  };

  const commitTogether = async () => {
    const taken: Piece[] = [];
    const settle: (() => void)[] = [];
    try {
      const batch = begin();
      const until = performance.now() + longestMs;
      const next = () => (taken.length < mostPieces && performance.now() < until ? waiting.shift() : undefined);
      try {
        for (let piece = next(); piece !== undefined; piece = next()) {
          taken.push(piece);
          settle.push(await piece.doIn(batch));
        }
        await batch.commit();
      } catch (thrown) {
        batch.rollback();
        throw thrown;
      }
    } catch (thrown) {
      // If no batch could begin, everything in the queue fails.
      const failed = taken.length > 0 ? taken : waiting.splice(0);
      for (const piece of failed) piece.fail(thrown);
    }
    // Promises that were rejected ignore this.
    for (const each of settle) each();
  };

  /** Queues work, and resolves with its result once its changes are committed. */
  const run = <T>(work: (documents: Documents) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // Another caller may have started the loop; the work runs in the context of its own caller.
    const caller = new AsyncResource('StoreTransaction');
    waiting.push({
      async doIn(batch) {
        const savepoint = batch.savepoint();
        try {
          const result = await caller.runInAsyncScope(work, undefined, batch.documents);
          savepoint.release();
          return () => resolve(result);
        } catch (thrown) {
          savepoint.rollback();
          return () => reject(thrown);
        }
      },
      fail: reject,
    });
    working ??= workOff();
    return promise;
  };

  return {
    run,
    /** Single changes, each a piece of work of its own. */
    single: {
      insert: (collection, document) => run((documents) => documents.insert(collection, document)),
      put: (collection, document) => run((documents) => documents.put(collection, document)),
      delete: (collection, id) => run((documents) => documents.delete(collection, id)),
      next: (counter) => run((documents) => documents.next(counter)),
    } satisfies Partial<Documents>,
    /** Queues work that runs outside of any batch, while nothing is changed. */
    alone<T>(work: () => Promise<T>): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const caller = new AsyncResource('StoreWork');
      alone.push(() => caller.runInAsyncScope(work).then(resolve, reject));
      working ??= workOff();
      return promise;
    },
    /** Whether a change waits: work that runs alone should end soon then. */
    isAwaited: () => waiting.length > 0,
    /** Waits until the queue is empty. */
    async idle() {
      await working;
    },
  };
}
