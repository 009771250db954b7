import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<number>();

/** Calls `work` as part of a chain of automations: events that it emits count `links` runs of automations before them. */
export function inChain<T>(links: number, work: () => T): T {
  return current.run(links, work);
}

/** How many runs of automations led here; 0 outside of them. */
export function linksSoFar(): number {
  return current.getStore() ?? 0;
}
