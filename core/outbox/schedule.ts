import type { StoredMessage } from './message.ts';

/** How a try to deliver a letter went. `reason` is a sentence for a person, without clinical text. */
export type Outcome =
  /** It is there, or there is nothing to be delivered any more. */
  | { readonly outcome: 'delivered' }
  /** Trying again may help, after `retryAfter` seconds at the earliest. */
  | { readonly outcome: 'later'; readonly reason: string; readonly retryAfter?: number | undefined }
  /** Trying again helps only once somebody has mended something. */
  | { readonly outcome: 'refused'; readonly reason: string };

/** When a letter is tried again. */
export interface Schedule {
  /** Milliseconds before the second try; doubled before each one after it, up to `longestMs`. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** Milliseconds after which a letter is given up. */
  readonly giveUpMs: number;
}

/**
 * A letter after a try; undefined where it is done with.
 *
 * @param random from 0 to below 1: half of a wait is left to chance, so that many letters that failed together do not come back together
 */
export function afterTry(
  letter: StoredMessage,
  outcome: Outcome,
  { firstMs, longestMs, giveUpMs }: Schedule,
  now: number,
  random: number,
): StoredMessage | undefined {
  switch (outcome.outcome) {
    case 'delivered':
      return undefined;
    case 'refused':
      return { ...letter, state: 'ended', dueAt: now, reason: outcome.reason };
    case 'later': {
      const end = letter.addedAt + giveUpMs;
      if (now >= end) return { ...letter, state: 'ended', dueAt: now, reason: outcome.reason };
      const backoffMs = Math.min(firstMs * 2 ** (letter.tries - 1), longestMs) * (0.5 + random / 2);
      const waitMs = Math.max(backoffMs, (outcome.retryAfter ?? 0) * 1000);
      // The last try is made when the time is over, however long the server asked to wait.
      return { ...letter, state: 'waiting', dueAt: Math.min(now + Math.ceil(waitMs), end), reason: outcome.reason };
    }
    default:
      return outcome satisfies never;
  }
}
