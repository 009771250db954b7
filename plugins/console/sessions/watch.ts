import type { Logger } from 'chronoscribe';

const checkEveryMs = 1000;

/** Tells of sessions that end while an answer to them lasts. */
export interface SessionWatch {
  /** @returns aborted when the session has ended, at most a second later; @param gone ends the watch */
  ended(sessionId: string, gone: AbortSignal): AbortSignal;
  stop(): void;
}

/**
 * Looks once a second whether the watched sessions are open. So it does not matter why one ends, or on which host: by
 * time, by signing out, or because its key was revoked or its person disabled.
 */
export function watchSessions(isOpen: (sessionId: string) => Promise<boolean>, log: Logger): SessionWatch {
  const watched = new Map<string, Set<AbortController>>();
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;

  const check = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    try {
      for (const [sessionId, answers] of watched) {
        if (await isOpen(sessionId)) continue;
        for (const answer of answers) answer.abort();
      }
    } catch (cause) {
      log.warn({ err: cause }, 'open sessions could not be checked; they are checked again in a second');
    } finally {
      isChecking = false;
    }
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    ended(sessionId, gone) {
      const answer = new AbortController();
      const answers = watched.get(sessionId) ?? new Set();
      watched.set(sessionId, answers.add(answer));
      const forget = (): void => {
        answers.delete(answer);
        if (answers.size === 0 && watched.get(sessionId) === answers) watched.delete(sessionId);
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
