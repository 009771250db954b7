import { AsyncLocalStorage } from 'node:async_hooks';
import type { Documents } from 'chronoscribe';

/** Keeps the calls of a transaction apart; see `transactionScope`. */
export type TransactionScope = ReturnType<typeof transactionScope>;

/** Keeps the documents of a transaction inside it, and the store outside. */
export function transactionScope() {
  const current = new AsyncLocalStorage<{ over: boolean }>();
  return {
    /** Runs the work of a transaction with documents that can be used until it settles. */
    async run<T>(documents: Documents, work: (documents: Documents) => Promise<T>): Promise<T> {
      const transaction = { over: false };
      const refuseLater = () => {
        if (transaction.over)
          throw new Error('This transaction is over. Await everything that is done in it before it returns.');
      };
      try {
        return await current.run(transaction, work, guardDocuments(documents, refuseLater));
      } finally {
        transaction.over = true;
      }
    },
    /**
     * @throws Error inside a transaction of this store, where a call would wait for itself or miss uncommitted changes
     */
    refuseInside() {
      if (current.getStore()?.over === false) {
        throw new Error(
          'The store was used inside one of its transactions. Use the documents that the transaction was given.',
        );
      }
    },
  };
}

/** The documents, with a check before each call. */
export function guardDocuments(documents: Documents, check: () => void): Documents {
  const guarded =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    // Not `async`, which would make one more promise for each call.
    (...args: Args): Promise<Result> => {
      try {
        check();
      } catch (thrown) {
        return Promise.reject(thrown);
      }
      return call(...args);
    };
  return {
    get: guarded(documents.get),
    insert: guarded(documents.insert),
    put: guarded(documents.put),
    delete: guarded(documents.delete),
    find: guarded(documents.find),
    next: guarded(documents.next),
  };
}
