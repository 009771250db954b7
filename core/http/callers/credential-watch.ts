import type { Logger } from '../../api/logger.ts';
import type { Credential } from './authentication.ts';

/** Half of what is promised, since a look takes a while too. */
const checkEveryMs = 500;

/**
 * Tells of keys and sessions that end while an answer to them lasts. Looks twice a second whether the watched keys and sessions are valid. So it does not matter why one ends, or on which
 * host: by time, because it was revoked or rotated, by signing out, or because its person was disabled.
 */
export function watchCredentials(log: Logger) {
  /** By the name of the credential: the answers that last, and one of the equal ways to look. */
  const watched = new Map<string, { readonly answers: Set<AbortController>; isValid(): Promise<boolean> }>();
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;

  const check = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    // All at once: a look may store that a key is used, and many such writes one after the other take seconds.
    const looks = await Promise.allSettled(
      watched.values().map(async ({ answers, isValid }) => {
        if (await isValid()) return;
        for (const answer of answers) answer.abort();
      }),
    );
    const failed = looks.find((look) => look.status === 'rejected');
    if (failed !== undefined) {
      log.warn(
        { err: failed.reason },
        'keys and sessions of open streams could not be checked; they are checked again',
      );
    }
    isChecking = false;
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    /**
     * @param gone aborted when the answer is over; nothing is watched any more then
     * @returns aborted when the credential has ended, within a second
     */
    ended({ name, isValid }: Pick<Credential, 'name' | 'isValid'>, gone: AbortSignal): AbortSignal {
      const answer = new AbortController();
      const entry = watched.get(name) ?? { answers: new Set(), isValid };
      watched.set(name, entry);
      entry.answers.add(answer);
      const forget = (): void => {
        entry.answers.delete(answer);
        if (entry.answers.size === 0 && watched.get(name) === entry) watched.delete(name);
        if (watched.size === 0) stop();
      };
      gone.addEventListener('abort', forget, { once: true });
      answer.signal.addEventListener('abort', forget, { once: true });
      timer ??= setInterval(() => void check(), checkEveryMs).unref();
      if (gone.aborted) forget();
      return answer.signal;
    },
    stop,
  };
}

export type CredentialWatch = ReturnType<typeof watchCredentials>;
