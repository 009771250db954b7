import { setTimeout as wait } from 'node:timers/promises';
import { createMutex, type Documents, Problem } from 'chronoscribe';
import type { TransactionScope } from '../transaction-scope.ts';
import type { Commit } from './commit.ts';
import type { Workspace } from './workspace.ts';

/** How long it is tried to get ahead of others, in milliseconds. */
const tryMs = 10_000;

/**
 * Runs transactions without holding anything in the database while their work is done: it is done in a workspace, and kept where nothing that it has seen was changed by others meanwhile.
 * Else it is done again. So no host waits for another that is slow or dead, and no connection is taken by one who waits.
 */
export function transactions(
  scope: TransactionScope,
  open: () => Workspace,
  { keep, isConsistent }: Commit,
  next: Documents['next'],
): <T>(work: (documents: Documents) => Promise<T>) => Promise<T> {
  const mutex = createMutex();

  /** Undefined where others were first. */
  const once = async <T>(work: (documents: Documents) => Promise<T>): Promise<{ readonly result: T } | undefined> => {
    const workspace = open();
    const outcome = await scope.run({ ...workspace.documents, next }, work).then(
      (result) => ({ result }),
      (thrown: unknown) => ({ thrown }),
    );
    if ('result' in outcome) return (await keep(workspace)) ? outcome : undefined;
    // What was seen half before and half after a change of others is no reason to fail.
    if (await isConsistent(workspace)) throw outcome.thrown;
    return undefined;
  };

  return async (work) => {
    const first = await once(work);
    if (first !== undefined) return first.result;
    // Those of this host who were overtaken try one after the other, so that they overtake each other no more.
    const done = await mutex.acquire();
    try {
      const deadline = performance.now() + tryMs;
      while (performance.now() < deadline) {
        const kept = await once(work);
        if (kept !== undefined) return kept.result;
        // Another host was first; next time it may wait longer.
        await wait(Math.random() * 3);
      }
      throw overtaken();
    } finally {
      done();
    }
  };
}

function overtaken(): Problem {
  return new Problem('provider-unavailable', {
    detail: 'Others kept changing what this change rests on, for ten seconds. Nothing was changed; send the request again.',
    retryAfter: 5,
    transient: true,
  });
}
