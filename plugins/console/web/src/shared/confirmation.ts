import { useSyncExternalStore } from 'react';

let question: { readonly answer: Promise<boolean>; readonly resolve: (isConfirmed: boolean) => void } | null = null;
const listeners = new Set<() => void>();

/** Asks who is at the screen to confirm that it is the person who is signed in. Several requests share one question. */
export function askForConfirmation(): Promise<boolean> {
  if (question === null) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    question = { answer: promise, resolve };
    for (const listener of listeners) listener();
  }
  return question.answer;
}

/** Answers the question. @param isConfirmed false if it was given up */
export function settleConfirmation(isConfirmed: boolean): void {
  question?.resolve(isConfirmed);
  question = null;
  for (const listener of listeners) listener();
}

/** Whether the question is open. */
export function useConfirmationAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question !== null,
  );
}
