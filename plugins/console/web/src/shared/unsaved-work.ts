import { useEffect } from 'react';

const busy = new Set<object>();
const unsaved = new Set<object>();

/** A lock of the browser, held by each tab that is busy. */
const busyLock = 'chronoscribe-busy';

/** Holds a lock of the browser that tabs hold together. Returns what gives it back. */
export function holdLock(name: string): () => void {
  const ended = Promise.withResolvers<void>();
  // Only a secure page has locks, and only such a page records.
  void navigator.locks?.request(name, { mode: 'shared' }, () => ended.promise);
  return ended.resolve;
}

/** Marks the page as busy, such as with a recording, so that the session is kept. Returns what ends that. */
export function markBusy(): () => void {
  const ends = [add(busy), holdLock(busyLock)];
  return () => {
    for (const end of ends) end();
  };
}

/** Has the browser ask before the page is closed while something is not saved. */
export function useMarkUnsaved(active: boolean): void {
  useEffect(() => (active ? add(unsaved) : undefined), [active]);
}

export function isBusy(): boolean {
  return busy.size > 0;
}

/** Whether this tab or another one is busy. */
export async function isBusyAnywhere(): Promise<boolean> {
  return isBusy() || (await navigator.locks?.query())?.held?.some(({ name }) => name === busyLock) === true;
}

/** Resolves once no tab is busy, and none holds another lock. */
export async function whenNotBusy(lock: string, signal: AbortSignal): Promise<void> {
  for (const name of [busyLock, lock]) await navigator.locks?.request(name, { signal }, () => undefined);
}

function add(set: Set<object>): () => void {
  const member = {};
  set.add(member);
  return () => {
    set.delete(member);
  };
}

addEventListener('beforeunload', (event) => {
  if (unsaved.size > 0 || busy.size > 0) event.preventDefault();
});
