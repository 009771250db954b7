import { defineKind } from '../api/kind.ts';
import type { Documents } from './store.ts';
import type { AccountSleep } from './workflow-engine.ts';

/** A clock: an account's own, or one of those that it has created beside it. */
export interface ClockRef {
  readonly account: string;
  /** The id of one that was created; undefined for the account's own clock, which always exists. */
  readonly clockId?: string | undefined;
}

/** What the host needs of the accounts' clocks. The kind `Clock` of the plugin time-flow has it. */
export interface TimerClock {
  /**
   * What a clock shows, how often it was moved, and its moves after the first `since` of them, oldest first. All
   * instants are in milliseconds since 1970. Between two moves a running clock ticks with `Cluster.now()`.
   *
   * @throws Problem `clock-not-found`
   */
  movesSince(
    clock: ClockRef,
    since: number,
  ): Promise<{
    readonly reading: {
      readonly now: number;
      readonly state: 'running' | 'paused';
      /** How many times as fast as `Cluster.now()` it ticks; 1 if absent. */
      readonly rate?: number | undefined;
      /** The instant at which it pauses. */
      readonly stopAt?: number | undefined;
    };
    readonly moveCount: number;
    readonly moves: readonly { readonly before: number; readonly after: number }[];
  }>;
  /** Whether a clock exists, as a transaction sees it. */
  exists(documents: Documents, clock: ClockRef): Promise<boolean>;
}

/** A clock right before an operation: what it showed, in milliseconds since 1970, and how often it had been moved. */
export interface BeforeOperation {
  readonly now: number;
  readonly moveCount: number;
}

/** A place in the order of an account's alarms. */
export interface AlarmPosition {
  /** Milliseconds since 1970, on the account's clock. */
  readonly at: number;
  /** Orders the alarms of one instant. */
  readonly order: number;
}

/** Alarms of the accounts, stored by a plugin: any number of instants at which something is to be done. */
export interface AlarmSource {
  /** Whether alarms are wanted on this host. Asked after all plugins have started; if not, they cost nothing. */
  isWanted(): boolean;
  /**
   * Reads the first alarms of an account that are not before `from` and not after the instant `until`, some hundreds at
   * most.
   */
  read(account: string, from: AlarmPosition, until: number): Promise<AlarmPage>;
}

export interface AlarmPage {
  /** The position of the first alarm after this page, also beyond `until`; null: there is none. */
  readonly next: AlarmPosition | null;
  /** Does what the alarms of this page are for, in a transaction that also stores that they are over. */
  fire(documents: Documents): Promise<void>;
}

/**
 * The timers on the accounts' clocks: sleeps of runs, schedules, and alarms of a plugin. Provided by the host. What a clock passes is done
 * in the order of its time, by one host: what one instant wakes has come to rest before the next instant's turn, or two
 * seconds have gone by. A clock that is moved back lets schedules fire again; a sleep that is over stays over. Alarms
 * go by the account's own clock.
 *
 * @example
 * const clocks = defineCollection({
 *   name: 'my_clocks',
 *   schema: z.object({ id: z.string(), now: z.number(), moves: z.number() }),
 *   indexes: [],
 * });
 * async function advance(account: string, ms: number): Promise<void> {
 *   const hasTimers = await store.transaction(async (documents) => {
 *     const { now, moves } = (await documents.get(clocks, account)) ?? { now: 0, moves: 0 };
 *     await documents.put(clocks, { id: account, now: now + ms, moves: moves + 1 });
 *     return timers.operating(documents, { account }, { now, moveCount: moves });
 *   });
 *   if (hasTimers) timers.operated({ account });
 * }
 */
export interface Timers {
  /** Tells which clocks there are. A plugin that has them calls it in `start`. @throws Error if there are some */
  attach(clock: TimerClock): void;
  /**
   * Notes in a transaction that it operates a clock, so that no crash can hide the operation from the timers.
   *
   * @returns whether the clock has timers, so that `operated` is to be called
   */
  operating(documents: Documents, clock: ClockRef, before: BeforeOperation): Promise<boolean>;
  /** Starts what an operation is to fire. Called after its transaction. */
  operated(clock: ClockRef): void;
  /**
   * Deletes a clock and its timers in one transaction, so that none can be left behind.
   *
   * @param options.cancel whether runs that sleep on the clock are cancelled first; else they keep it from being deleted
   * @param options.remove deletes the clock itself; false if it is not to be deleted any more
   * @returns how many runs keep the clock from being deleted
   */
  deleteClock(
    clock: ClockRef,
    options: { readonly cancel: boolean; remove(documents: Documents): Promise<boolean> },
  ): Promise<number>;
  /**
   * Tells where the accounts' alarms are. An alarm goes off each time the clock passes its instant forwards, exactly
   * once. A plugin that has alarms calls it in `start`. @throws Error if there are some
   */
  attachAlarms(source: AlarmSource): void;
  /**
   * Makes a change that adds an alarm, so that no crash can hide the alarm from the clock.
   *
   * @param at the instant of the alarm
   * @returns what `change` returns
   */
  addingAlarm<T>(account: string, at: number, change: () => Promise<T>): Promise<T>;
  /** The same for a change that adds any number of alarms, at instants that are not known before. */
  addingAlarms<T>(account: string, change: () => Promise<T>): Promise<T>;
  /** See `EngineListener.armSleep`. @throws Problem `clock-not-found` */
  arm(sleep: AccountSleep & Pick<ClockRef, 'clockId'>): Promise<void>;
  /** Deletes the timers of a run, since it has settled, or those of one of its nodes and the nodes inside. */
  disarm(run: string, within?: string): Promise<void>;
  /**
   * Waits until everything has been done that hangs on the operations on a clock so far: the runs that it woke or
   * started have come to rest.
   *
   * @param timeoutMs milliseconds
   * @param since waits for automations too that were set off since this instant of the wall time, in milliseconds since
   *   1970
   * @returns false if that took too long
   * @throws Problem `clock-not-found`
   */
  whenSettled(clock: ClockRef, timeoutMs: number, since?: number): Promise<boolean>;
}

export const Timers = defineKind<Timers>('timers');
