import { useEffect, useSyncExternalStore } from 'react';

const busy = new Set<object>();
const unsaved = new Set<object>();
const listeners = new Set<() => void>();

/** Marks the page as busy, such as with a recording, so that it is not locked while nobody touches it. @public */
export function useMarkBusy(active: boolean): void {
  useMembership(busy, active);
}

/** Has the browser ask before the page is closed while something is not saved. */
export function useMarkUnsaved(active: boolean): void {
  useMembership(unsaved, active);
}

export function useBusy(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => busy.size > 0,
  );
}

function useMembership(set: Set<object>, active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const member = {};
    set.add(member);
    for (const listener of listeners) listener();
    return () => {
      set.delete(member);
      for (const listener of listeners) listener();
    };
  }, [set, active]);
}

addEventListener('beforeunload', (event) => {
  if (unsaved.size > 0) event.preventDefault();
});
