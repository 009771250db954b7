import type { Store } from '../kinds/store.ts';
import { findAll } from '../kinds/store.ts';
import { runs } from '../runs/stored-run.ts';
import { uploads } from '../uploads/stored-upload.ts';

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
