import type { Client } from './client.ts';

/** An estimate of the service's clock that can be asked without waiting. It knows of no move that somebody made after the last `refresh`. */
export interface FollowedClock {
  now(): Date;
  /** Milliseconds by which `now` may be off either way: the service cuts its time to whole seconds, and the answer took time to come. */
  uncertaintyMs(): number;
  /** Asks the service again. */
  refresh(): Promise<void>;
}

/** What the clock showed, at a moment of the local monotonic time. */
interface Estimate {
  readonly shown: number;
  readonly at: number;
  readonly running: boolean;
  readonly uncertaintyMs: number;
}

/** Asks the service for its time, and goes on from there with the local monotonic time, unless the clock is paused. */
export async function followClock({ clock }: Pick<Client, 'clock'>): Promise<FollowedClock> {
  let estimate = await ask();

  async function ask(): Promise<Estimate> {
    const asked = performance.now();
    const { now, state } = await clock.read();
    const answered = performance.now();
    const running = state === 'running';
    // The clock showed between 0 and 1000 ms more than it said, at some moment between `asked` and `answered`.
    return running
      ? { shown: now.getTime() + 500, at: (asked + answered) / 2, running, uncertaintyMs: 500 + (answered - asked) / 2 }
      : { shown: now.getTime(), at: answered, running, uncertaintyMs: 1000 };
  }

  return {
    now: () => new Date(estimate.running ? estimate.shown + performance.now() - estimate.at : estimate.shown),
    uncertaintyMs: () => estimate.uncertaintyMs,
    async refresh() {
      estimate = await ask();
    },
  };
}
