import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Does work for an account: whatever it waits for that is shared, it waits for in the turn of that account. */
export function workFor<T>(account: string, work: () => T): T {
  return current.run(account, work);
}

/** The account for which work is done here; undefined if for none. */
export function accountAtWork(): string | undefined {
  return current.getStore();
}
