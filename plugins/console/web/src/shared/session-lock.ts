import { useSyncExternalStore } from 'react';

/** `idle`: nobody touched the page for a while. `ended`: the host no longer knows the session. */
export type Lock = 'none' | 'idle' | 'ended';

let lock: Lock = 'none';
const listeners = new Set<() => void>();
let waiting: (() => void)[] = [];

/** Covers the page until somebody signs in again. What is on the page, and what was typed, stays. */
export function lockSession(reason: Exclude<Lock, 'none'>): void {
  if (lock !== 'none') return;
  lock = reason;
  for (const listener of listeners) listener();
}

/** Uncovers the page; requests that waited for a session are sent. */
export function unlockSession(): void {
  lock = 'none';
  for (const resume of waiting) resume();
  waiting = [];
  for (const listener of listeners) listener();
}

/** Resolves once the page is not locked. */
export function whenUnlocked(): Promise<void> {
  return lock === 'none' ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
}

export function useLock(): Lock {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => lock,
  );
}
