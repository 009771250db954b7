import { Problem } from '../api/problem.ts';
import type { Route } from '../api/route.ts';
import type { HostSettings } from '../config/host-settings.ts';
import { findAll, type Store } from '../kinds/store.ts';
import { runs } from '../runs/stored-run.ts';
import { uploads } from '../uploads/registry.ts';

/** A request of an account; of a public route, its account is empty. */
interface AccountRequest {
  readonly account: string;
  readonly route: Pick<Route, 'method' | 'files' | 'body' | 'byRun'>;
  /** The bytes of its body, by its header; 0 if that does not say. Undefined if it has no body. */
  readonly bodyBytes: number | undefined;
}

interface AccountLimitsParts {
  readonly limits: HostSettings['limits']['perAccount'];
  /** How many runs of an account wait to begin. */
  queued(account: string): Promise<number>;
  /** The bytes that are kept for an account once it has sent so many more. */
  storedBytes(account: string, more: number): Promise<number>;
}

/** Seconds after which a client may try again: something of the account ends every few seconds. */
const retryAfter = 5;

/** What one account may use of a host, so that no account stops another. */
export function createAccountLimits({ limits, queued, storedBytes }: AccountLimitsParts) {
  const uploads = createCounter(limits.uploadsAtOnce, 'uploadsAtOnce', 'requests with files are being received');
  const streams = createCounter(limits.streams, 'streams', 'event streams are open');

  return {
    /**
     * Reads a request, whose files count as uploads at once until they are there.
     *
     * @throws Problem `quota-exceeded` (429 or 507), before anything is read; what `read` throws
     */
    async receive<T>({ account, route, bodyBytes }: AccountRequest, read: () => Promise<T>) {
      const receivesFiles = Object.keys(route.files).length > 0 || route.body !== undefined;
      if (account === '' || bodyBytes === undefined || !(receivesFiles || route.byRun)) return read();
      using _upload = receivesFiles ? uploads.enter(account) : undefined;
      // A route that takes several files may start a run for each.
      if (route.method === 'POST' && (await queued(account)) >= limits.runsQueued)
        throw tooMany('runsQueued', limits.runsQueued, 'runs wait to begin');
      // A PATCH goes on with an upload that has its own quota: a recording is never cut off in the middle.
      if (route.method === 'POST') {
        const most = limits.bytesStored;
        const detail = `This account would keep more than ${most} bytes, the most that limits.perAccount.bytesStored allows. Delete uploads, or wait until its runs are done.`;
        if ((await storedBytes(account, bodyBytes)) > most) throw new Problem('quota-exceeded', { detail });
      }
      return await read();
    },
    /** Counts an event stream until it is closed. @throws Problem `quota-exceeded` (429) */
    openStream: streams.enter,
  };
}

export type AccountLimits = ReturnType<typeof createAccountLimits>;

function createCounter(limit: number, name: string, what: string) {
  const counts = new Map<string, number>();
  return {
    enter(account: string): Disposable {
      const count = counts.get(account) ?? 0;
      if (count >= limit) throw tooMany(name, limit, what);
      counts.set(account, count + 1);
      return {
        [Symbol.dispose]() {
          const left = (counts.get(account) ?? 1) - 1;
          if (left === 0) counts.delete(account);
          else counts.set(account, left);
        },
      };
    },
  };
}

function tooMany(name: string, limit: number, what: string): Problem {
  return new Problem('quota-exceeded', {
    status: 429,
    detail: `${limit} ${what} for this account, the most that limits.perAccount.${name} allows. Send the request again later.`,
    retryAfter,
  });
}

/** How long a sum is used again, in milliseconds: a flood of requests does not read all rows each time. */
const freshMs = 2_000;

/**
 * A function that sums the bytes of what an account has uploaded and what is still kept: files in pieces, and the files
 * of runs that are open or can be retried. It reads rows of the store alone, at most every two seconds; in between, what
 * is sent is added.
 *
 * @returns the sum with `more` bytes, which are about to be sent
 */
export function createStoredBytes(store: Store): (account: string, more: number) => Promise<number> {
  const sums = new Map<string, { readonly at: number; readonly sum: Promise<number>; more: number }>();

  const sumOf = async (account: string): Promise<number> => {
    let sum = 0;
    for await (const { bytes } of findAll(store, uploads, { equals: { account } })) sum += bytes;
    for (const status of ['open', 'failed'] as const) {
      const query = { equals: { account, status }, orderBy: 'createdAt' } as const;
      for await (const run of findAll(store, runs, query)) if (run.uploads !== null) sum += run.uploadBytes;
    }
    return sum;
  };

  return async (account, more) => {
    const known = sums.get(account);
    const isFresh = known !== undefined && performance.now() - known.at < freshMs;
    const current = isFresh ? known : { at: performance.now(), sum: sumOf(account), more: 0 };
    sums.set(account, current);
    current.more += more;
    try {
      return (await current.sum) + current.more;
    } catch (thrown) {
      sums.delete(account);
      throw thrown;
    }
  };
}
