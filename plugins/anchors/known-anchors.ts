import type { Anchor } from './kind.ts';

/** How many accounts are remembered. */
const mostAccounts = 500;
/** A longer list is read each time, so that no account fills the memory. */
const longestList = 1_000;

/** The anchors of the accounts that were asked for last, in memory. For a host that shares its store with no other. */
export function knownAnchors() {
  // In order of use, since a map keeps the order of insertion.
  const known = new Map<string, Promise<readonly Anchor[]>>();

  const readOnce = (account: string, read: () => Promise<readonly Anchor[]>): Promise<readonly Anchor[]> => {
    const reading = read();
    // A change while it is read makes another reading of it.
    const forgetThis = (): void => {
      if (known.get(account) === reading) known.delete(account);
    };
    reading.then((list) => list.length > longestList && forgetThis(), forgetThis);
    return reading;
  };

  return {
    /**
     * All anchors of an account, in order of creation.
     *
     * @param read reads them from the store if they are not known; what it throws is thrown, and not remembered
     */
    of(account: string, read: () => Promise<readonly Anchor[]>) {
      const list = known.get(account) ?? readOnce(account, read);
      known.delete(account);
      known.set(account, list);
      const [oldest] = known.keys();
      if (oldest !== undefined && known.size > mostAccounts) known.delete(oldest);
      return list;
    },
    /** Forgets the anchors of an account. Call it after each change of them, before it is answered. */
    forget: (account: string) => void known.delete(account),
  };
}

export type KnownAnchors = ReturnType<typeof knownAnchors>;
