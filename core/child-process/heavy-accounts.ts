/** What was done so long ago counts half. */
const halfLifeMs = 1_000;
/** What an account comes to that always has one job and a half. Whoever waits for each visit has hardly more than one. */
const muchMs = (1.5 * halfLifeMs) / Math.LN2;
/** An account that asked for nothing in so long is not let go first. */
const activeMs = 60_000;

/**
 * Watches how many jobs accounts have. A job is heavy while another of its account is at work, or if there were lately
 * more than one at a time, and another account works too: nobody is heavy alone.
 *
 * @param now a clock that never goes back, in milliseconds
 */
export function heavyAccounts(now: () => number = () => performance.now()) {
  const accounts = new Map<string, { jobs: number; ms: number; at: number }>();
  const lately = ({ ms, at }: { ms: number; at: number }): number => ms * 2 ** ((at - now()) / halfLifeMs);
  return {
    /** Begins a job of an account; disposing ends it. */
    begin(name: string) {
      for (const [each, { jobs, at }] of accounts) if (jobs === 0 && now() - at > activeMs) accounts.delete(each);
      const account = accounts.get(name) ?? { jobs: 0, ms: 0, at: now() };
      accounts.set(name, account);
      const isHeavy = accounts.size > 1 && (account.jobs > 0 || lately(account) > muchMs);
      const begun = now();
      account.jobs += 1;
      return {
        /** Whether the job is to let those of others go first. */
        isHeavy,
        [Symbol.dispose]() {
          Object.assign(account, { jobs: account.jobs - 1, ms: lately(account) + now() - begun, at: now() });
        },
      };
    },
  };
}
