import { defineKind } from '../api/kind.ts';
import type { Documents } from './store.ts';
import type { AccountSleep } from './workflow-engine.ts';

/** What the host needs of the accounts' clocks. The kind `Clock` of the plugin time-flow has it. */
export interface TimerClock {
  /**
   * What an account's clock shows, how often it was moved, and its moves after the first `since` of them, oldest first.
   * All instants are in milliseconds since 1970. Between two moves a running clock ticks with `Cluster.now()`.
   */
  movesSince(
    account: string,
    since: number,
  ): Promise<{
    readonly reading: { readonly now: number; readonly state: 'running' | 'paused' };
    readonly moveCount: number;
    readonly moves: readonly { readonly before: number; readonly after: number }[];
  }>;
}

/** A clock right before an operation: what it showed, in milliseconds since 1970, and how often it had been moved. */
export interface BeforeOperation {
  readonly now: number;
  readonly moveCount: number;
}

/**
 * The timers on the accounts' clocks: sleeps of runs, and schedules. Provided by the host. What a clock passes is done
 * in the order of its time, by one host: what one instant wakes has come to rest before the next instant's turn, or two
 * seconds have gone by. A clock that is moved back lets schedules fire again; a sleep that is over stays over.
 *
 * @example
 * timers.attach(clock);
 * await store.transaction(async (documents) => {
 *   await timers.operating(documents, account, { now: clockBefore.now, moveCount: clockBefore.moves });
 *   await documents.put(clocks, clockAfter);
 * });
 * timers.operated(account);
 */
export interface Timers {
  /** Tells which clocks there are. A plugin that has them calls it in `start`. @throws Error if there are some */
  attach(clock: TimerClock): void;
  /**
   * Notes in a transaction that it operates an account's clock, so that no crash can hide the operation from the
   * timers.
   */
  operating(documents: Documents, account: string, before: BeforeOperation): Promise<void>;
  /** Starts what an operation is to fire. Called after its transaction. */
  operated(account: string): void;
  /** See `EngineListener.armSleep`. */
  arm(sleep: AccountSleep): Promise<void>;
  /** Deletes the timers of a run, since it has settled. */
  disarm(run: string): Promise<void>;
  /**
   * Waits until everything has been done that hangs on the operations on a clock so far: the runs that it woke or
   * started have come to rest.
   *
   * @param timeoutMs milliseconds
   * @returns false if that took too long
   */
  whenSettled(account: string, timeoutMs: number): Promise<boolean>;
}

export const Timers = defineKind<Timers>('timers');
