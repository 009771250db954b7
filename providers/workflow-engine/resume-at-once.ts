import type { EngineDatabase } from './database.ts';

/**
 * When runs become available: `queued` ones never, until it is their turn and they are `admitted`. The dates are
 * constants, because a run that is admitted while the clock is ahead would wait until the clock reaches that time again.
 * openworkflow orders runs by this date, then by creation.
 */
export const queueTimes = {
  interrupted: '1970-01-01T00:00:00.000Z',
  admitted: '1970-01-02T00:00:00.000Z',
  queued: '9999-01-01T00:00:00.000Z',
} as const;

/**
 * Queues the runs of dead workers as the first ones. openworkflow would wait for the end of their leases (30 s) and put
 * them behind all others. No upstream issue yet.
 *
 * @param workers the workers that are known to be dead; `all` if there is no other host
 */
export async function resumeInterrupted(
  { query, tables }: EngineDatabase,
  workers: 'all' | readonly string[],
): Promise<void> {
  if (workers === 'all') {
    await query(
      `update ${tables.runs} set status = 'pending', worker_id = null, available_at = $1 where namespace_id = 'default'
         and ((status = 'running' and worker_id is not null)
           or (status = 'pending' and attempts > 0 and available_at < $2))`,
      [queueTimes.interrupted, queueTimes.queued],
    );
  } else if (workers.length > 0) {
    await query(
      `update ${tables.runs} set status = 'pending', worker_id = null, available_at = $1 where namespace_id = 'default'
         and status = 'running' and worker_id in (${placeholders(workers, 2)})`,
      [queueTimes.interrupted, ...workers],
    );
  }
}

/**
 * Puts runs whose wait is over, and new children, before those that have not begun: openworkflow would put them behind
 * all others. No upstream issue yet.
 */
export async function resumeAwaited({ query, tables, now }: EngineDatabase): Promise<void> {
  await query(
    `update ${tables.runs} set status = 'pending', available_at = $1 where namespace_id = 'default' and available_at <= ${now}
       and ((status = 'running' and worker_id is null)
         or (status = 'pending' and attempts = 0 and parent_step_attempt_id is not null and available_at > $1))`,
    [queueTimes.interrupted],
  );
}

/** Lets any host continue at once the runs that this one has stopped. openworkflow has queued them with a delay. */
export async function resumeStopped({ query, tables }: EngineDatabase, libraryIds: readonly string[]): Promise<void> {
  if (libraryIds.length === 0) return;
  await query(
    `update ${tables.runs} set available_at = $1 where namespace_id = 'default' and status = 'pending'
       and id in (${placeholders(libraryIds, 2)})`,
    [queueTimes.interrupted, ...libraryIds],
  );
}

function placeholders(values: readonly unknown[], first: number): string {
  return values.map((_, at) => `$${first + at}`).join(', ');
}
