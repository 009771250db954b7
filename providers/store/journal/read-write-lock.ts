/** Keeps what changes one account's journal apart from what adds to it in many pieces. Other accounts are not waited for. */
export interface ReadWriteLock {
  /** Runs beside others that share, and never beside one that is alone. */
  shared<T>(account: string, work: () => Promise<T>): Promise<T>;
  /** Waits for all who are at work on that account, and keeps out those who come later. In the order of asking. */
  exclusive<T>(account: string, work: () => Promise<T>): Promise<T>;
}

export function createReadWriteLock(): ReadWriteLock {
  /** Who is alone, or waits for that; the last of them. */
  const alone = new Map<string, Promise<unknown>>();
  const sharing = new Map<string, Set<Promise<unknown>>>();

  return {
    async shared(account, work) {
      // Again and again: while this one waited, the next may have asked.
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
    async exclusive(account, work) {
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
