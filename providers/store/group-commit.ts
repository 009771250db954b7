import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Documents } from 'chronoscribe';

/** Changes that nobody else sees until they are committed, all at once. */
export interface Batch {
  readonly documents: Documents;
  /** Begins a piece of it. Each piece is kept or undone before the next one begins; either throws where the whole batch is lost. */
  savepoint(): { keep(): void; undo(): void };
  /** When it is over, all is on the disk. When it throws, nothing is. */
  commit(): void | Promise<void>;
  /** Gives up what is left of the batch; harmless where nothing is. */
  rollback(): void;
}

export interface GroupCommit {
  /** Does the work when its turn comes, and resolves with its result when its changes are committed. */
  run<T>(work: (documents: Documents) => Promise<T>): Promise<T>;
  /** Single changes, each a piece of its own. */
  readonly single: Pick<Documents, 'insert' | 'put' | 'delete' | 'next'>;
  /** Does the work when its turn comes, outside any batch: nothing is changed meanwhile. */
  alone(work: () => Promise<void>): Promise<void>;
  /** Waits until nothing waits any more. */
  idle(): Promise<void>;
}

/** A piece of work that waits for its turn. */
interface Piece {
  /** Does the work, and returns what tells its caller how that went. What throws is undone, and only that. */
  doIn(batch: Batch): Promise<() => void>;
  fail(reason: unknown): void;
}

/** So that neither the first of a batch nor anybody else in this process waits long. */
const mostPieces = 100;
const longestMs = 10;

/**
 * Lets many changes share one commit: bringing a change to the disk costs far more than making it, and costs the same for a hundred.
 * Whatever is asked for while the disk is at work is done together next, one piece after another in the order of asking. A piece
 * that throws is undone alone. Nobody hears anything, good or bad, before the commit: even an error may rest on what was written a
 * moment earlier. If the commit fails, it has failed for everyone in it.
 */
export function groupCommit(begin: () => Batch): GroupCommit {
  const waiting: Piece[] = [];
  const alone: (() => Promise<void>)[] = [];
  let working: Promise<void> | undefined;

  const workOff = async () => {
    while (waiting.length > 0 || alone.length > 0) {
      // The event loop first hands over all requests that have arrived; a commit that blocks it would keep them from joining.
      await setImmediate();
      if (waiting.length > 0) await commitTogether();
      for (const work of alone.splice(0)) await work();
    }
    working = undefined;
  };

  const commitTogether = async () => {
    const taken: Piece[] = [];
    const tell: (() => void)[] = [];
    try {
      const batch = begin();
      const until = performance.now() + longestMs;
      const next = () => (taken.length < mostPieces && performance.now() < until ? waiting.shift() : undefined);
      try {
        for (let piece = next(); piece !== undefined; piece = next()) {
          taken.push(piece);
          tell.push(await piece.doIn(batch));
        }
        await batch.commit();
      } catch (thrown) {
        batch.rollback();
        throw thrown;
      }
    } catch (thrown) {
      // Where not even a beginning could be made, it could be made for nobody.
      const failed = taken.length > 0 ? taken : waiting.splice(0);
      for (const piece of failed) piece.fail(thrown);
    }
    // Whoever has been told of a failure hears no more.
    for (const each of tell) each();
  };

  const run = <T>(work: (documents: Documents) => Promise<T>): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // The turn may be one that somebody else asked for; the work still belongs to its own caller.
    const asCaller = AsyncLocalStorage.snapshot();
    waiting.push({
      async doIn(batch) {
        const savepoint = batch.savepoint();
        try {
          const result = await asCaller(work, batch.documents);
          savepoint.keep();
          return () => resolve(result);
        } catch (thrown) {
          savepoint.undo();
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
    single: {
      insert: (collection, document) => run((documents) => documents.insert(collection, document)),
      put: (collection, document) => run((documents) => documents.put(collection, document)),
      delete: (collection, id) => run((documents) => documents.delete(collection, id)),
      next: (counter) => run((documents) => documents.next(counter)),
    },
    alone(work) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      alone.push(() => work().then(resolve, reject));
      working ??= workOff();
      return promise;
    },
    async idle() {
      await working;
    },
  };
}
