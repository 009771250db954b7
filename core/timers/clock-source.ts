import type { Cluster } from '../kinds/cluster.ts';
import type { Documents } from '../kinds/store.ts';
import type { TimerClock } from '../kinds/timers.ts';
import type { Course } from './segments.ts';
import { clockRef } from './stored-timer.ts';

/** Reads all clocks, by name. */
export function createClockSource(cluster: Cluster) {
  let accounts: TimerClock | undefined;
  return {
    get hasAccounts() {
      return accounts !== undefined;
    },
    attach(clock: TimerClock) {
      if (accounts !== undefined) throw new Error('Two plugins have clocks of accounts. Disable one of them.');
      accounts = clock;
    },
    /**
     * The way of a clock after the first `since` of its moves.
     *
     * @throws Problem `clock-not-found`; Error if it is an account's and none are attached
     */
    async course(clock: string, since: number): Promise<Course> {
      const ref = clockRef(clock);
      if (ref === undefined) {
        const now = cluster.now();
        return { reading: { now, state: 'running' }, moveCount: 0, moves: [], readAt: now };
      }
      if (accounts === undefined) throw new Error("No plugin has the accounts' clocks. Enable the plugin time-flow.");
      return { ...(await accounts.movesSince(ref, since)), readAt: cluster.now() };
    },
    /** Whether a clock exists, as a transaction sees it. */
    async exists(documents: Documents, clock: string) {
      const ref = clockRef(clock);
      return ref?.clockId === undefined || (await accounts?.exists(documents, ref)) === true;
    },
  };
}

export type ClockSource = ReturnType<typeof createClockSource>;
