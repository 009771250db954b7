import type { ScheduleTimer, Timer } from './stored-timer.ts';

/** What the timers of schedules need to know of their schedules. All instants are on the clock of the timer. */
export interface Recurrence {
  /** Stores the timers that a clock lacks. Called when a clock is followed. */
  prepare(clock: string): Promise<void>;
  /** Whether this host has the schedule of a timer. */
  knows(timer: ScheduleTimer): boolean;
  /** Starts the run `launch` of a timer for an instant; a repeated call starts one run. */
  launch(timer: ScheduleTimer, at: number): Promise<void>;
  /** The first time of the schedule after an instant; null if there is none. */
  next(timer: ScheduleTimer, after: number): number | null;
  /** Which of the times up to an instant is fired next, if no host ran meanwhile; undefined: none of them. */
  missed(timer: ScheduleTimer, upTo: number): number | undefined;
  /** The schedules of a clock have to fire after this instant, since the clock was moved back to it. */
  rearm(clock: string, after: number): Promise<void>;
}

export const isSchedule = (timer: Timer): timer is ScheduleTimer => timer.target.type === 'schedule';
