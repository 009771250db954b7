/** Read-write locks by account. Changes of an account share its lock; a bulk that is written in pieces is exclusive. */
export function createReadWriteLock() {
  /** The last exclusive work of an account, running or waiting. */
  const alone = new Map<string, Promise<unknown>>();
  const sharing = new Map<string, Set<Promise<unknown>>>();

  return {
    /** Runs `work` beside other shared work of the account. */
    async shared<T>(account: string, work: () => Promise<T>): Promise<T> {
      // In a loop: another exclusive call may have come while this one waited.
      for (let other = alone.get(account); other !== undefined; other = alone.get(account)) await other;
      const mine = sharing.get(account) ?? new Set();
      sharing.set(account, mine);
      const working = work();
      const settled = Promise.allSettled([working]);
      mine.add(settled);
      return working.finally(() => {
        mine.delete(settled);
        if (mine.size === 0 && sharing.get(account) === mine) sharing.delete(account);
      });
    },
    /** Runs `work` alone on the account, after all work that was asked for before. Later calls wait. */
    async exclusive<T>(account: string, work: () => Promise<T>): Promise<T> {
      const before = [alone.get(account), ...(sharing.get(account) ?? [])];
      const working = Promise.all(before).then(work);
      const settled = Promise.allSettled([working]);
      alone.set(account, settled);
      return working.finally(() => {
        if (alone.get(account) === settled) alone.delete(account);
      });
    },
  };
}
