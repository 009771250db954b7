import { holdLock, isBusy } from './activity.ts';
import { sharedValue } from './shared-value.ts';

/** `idle`: somebody locked it, or nobody touched it for a while. `ended`: the host no longer knows the session. */
export type Lock = 'none' | 'idle' | 'ended';

const lock = sharedValue<Lock>('none');
const waiting: (() => void)[] = [];
/** How often somebody has signed in again. */
let unlocks = 0;
const unanswered = new Set<Promise<unknown>>();

export const useLock = lock.use;

/** Covers the page until somebody signs in again. What is on the page, and what was typed, stays. */
export function lockSession(reason: Exclude<Lock, 'none'>): void {
  if (lock.get() !== 'ended') lock.set(reason);
}

/** Uncovers the page; requests that waited for a session are sent. */
export function unlockSession(): void {
  unlocks += 1;
  lock.set('none');
  for (const resume of waiting.splice(0)) resume();
}

/** Resolves once the page is not locked. What it records is sent all the same: until then, the session is kept. */
export function whenUnlocked(): Promise<void> {
  const isOpen = lock.get() === 'none' || (lock.get() === 'idle' && isBusy());
  return isOpen ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
}

/**
 * Called as a request is sent. Returns what is called if the host no longer knows its session, and resolves once it can
 * be sent again: the page is locked, unless somebody has signed in since, which the answer has not heard of.
 */
export function watchSession(): () => Promise<void> {
  const before = unlocks;
  return () => {
    if (unlocks === before) lockSession('ended');
    return whenUnlocked();
  };
}

/** Has the session kept, also when the page is locked meanwhile, until a request is answered. */
export function keepUntilAnswered<Answer>(request: Promise<Answer>): Promise<Answer> {
  const answered = request.finally(() => unanswered.delete(answered));
  unanswered.add(answered);
  return answered;
}

/** Holds a lock of the browser. Returns what gives it back, once the page has the answers to what it asked. */
export function holdUntilAnswered(name: string): () => void {
  const release = holdLock(name);
  return () => void Promise.allSettled(unanswered).then(release);
}

const question = sharedValue<PromiseWithResolvers<boolean> | null>(null);

/** Whether somebody is asked to confirm who it is. */
export const useConfirmationAsked = (): boolean => question.use() !== null;

/** Asks who is at the screen to confirm that it is the person who is signed in. Several requests share one question. */
export function askForConfirmation(): Promise<boolean> {
  if (question.get() === null) question.set(Promise.withResolvers<boolean>());
  return question.get()?.promise ?? Promise.resolve(false);
}

/** Answers the question. @param isConfirmed false if it was given up */
export function settleConfirmation(isConfirmed: boolean): void {
  question.get()?.resolve(isConfirmed);
  question.set(null);
}
