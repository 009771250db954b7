import { useEffect } from 'react';

const busy = new Set<object>();
const unsaved = new Set<object>();

/** A lock of the browser, held by each tab that is busy. */
const busyLock = 'chronoscribe-busy';

/** Marks the page as busy, such as with a recording, so that the session is kept. Returns what ends that. */
export function markBusy(): () => void {
  const ended = Promise.withResolvers<void>();
  // Only a secure page has locks, and only such a page records.
  void navigator.locks?.request(busyLock, { mode: 'shared' }, () => ended.promise);
  const end = add(busy);
  return () => {
    end();
    ended.resolve();
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

/** Resolves once no tab is busy. */
export async function whenNotBusy(signal: AbortSignal): Promise<void> {
  await navigator.locks?.request(busyLock, { signal }, () => undefined);
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
