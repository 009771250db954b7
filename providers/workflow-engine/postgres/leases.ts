import { setTimeout as wait } from 'node:timers/promises';
import type { Postgres } from 'chronoscribe/postgres';
import type { Execution, Executions } from '../openworkflow/executions.ts';

export interface LeaseOptions {
  /** What this host is called. */
  readonly host: string;
  readonly leaseMs: number;
  readonly executions: Executions;
  workflows(): readonly string[];
  /** Its step is over and it only waits to be saved, which the database refuses where another host has taken over. So it need not be aborted. */
  isWaitingToBeSaved(id: string): boolean;
  /** Leases were renewed. */
  renewed(): void;
  /** Leases could not be renewed; that is tried again by itself. */
  failed(error: unknown): void;
}

/** Leases are renewed so many times while they last, so a few tries may fail, and a step may keep the event loop busy for most of it. */
const renewals = 4;

/** Thrown into the steps of runs that this host has lost. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Keeps the leases of all runs that this host works on, by one statement for all, which also says that the host lives and what it knows how to do.
 * The server's clock alone decides when a lease is over; this host counts by its monotonic clock from before it asked, so it never thinks for longer
 * than the server that it has one. The event loop itself renews them, not a thread beside it: a process whose event loop stands still for a whole
 * lease does no work that anybody should wait for. If it wakes later, it asks before it gives anything up.
 */
export class Leases {
  readonly #postgres: Postgres;
  readonly #options: LeaseOptions;
  /** By `performance.now()`. */
  readonly #until = new Map<string, number>();
  #renewing: NodeJS.Timeout | undefined;
  #atWork: Promise<void> | undefined;

  constructor(postgres: Postgres, options: LeaseOptions) {
    this.#postgres = postgres;
    this.#options = options;
  }

  async open(): Promise<void> {
    await this.#renew([]);
    this.#renewing = setInterval(() => {
      this.#atWork ??= this.#renewAll().finally(() => {
        this.#atWork = undefined;
      });
    }, this.#options.leaseMs / renewals);
  }

  /** @param since when the run began to be claimed, by `performance.now()` */
  begin(id: string, since: number): void {
    this.#until.set(id, since + this.#options.leaseMs);
  }

  end(id: string): void {
    this.#until.delete(id);
  }

  /** Whether no other host can have taken over the run yet. */
  isHeld(id: string): boolean {
    return (this.#until.get(id) ?? 0) > performance.now();
  }

  async close(): Promise<void> {
    clearInterval(this.#renewing);
    await this.#atWork;
  }

  async #renewAll(): Promise<void> {
    const { executions, leaseMs, renewed, failed, isWaitingToBeSaved } = this.#options;
    const held = executions.all;
    const since = performance.now();
    try {
      const kept = await within(leaseMs / renewals, this.#renew(held));
      for (const execution of held.filter((each) => executions.of(each.run.id) === each)) {
        const { id } = execution.run;
        if (kept.has(id)) this.begin(id, since);
        else void executions.abort(id, new LeaseLost('Another host has taken over the run, or it was cancelled.'));
      }
      renewed();
    } catch (error) {
      failed(error);
      for (const { run } of held.filter((each) => executions.of(each.run.id) === each)) {
        if (this.isHeld(run.id) || isWaitingToBeSaved(run.id)) continue;
        void executions.abort(
          run.id,
          new LeaseLost('The database was away for so long that another host may have taken over the run.'),
        );
      }
    }
  }

  async #renew(held: readonly Execution[]): Promise<ReadonlySet<string>> {
    const { host, leaseMs, workflows } = this.#options;
    const { rows } = await this.#postgres.query<{ id: string }>(
      `with here as (
         insert into hosts (id, workflows, seen_at) values ($1, $2, now())
         on conflict (id) do update set workflows = excluded.workflows, seen_at = excluded.seen_at),
       gone as (
         delete from hosts where id <> $1 and seen_at < now() - interval '1 day')
       update workflow_runs as run set available_at = now() + $5 * interval '1 millisecond'
       from unnest($3::text[], $4::text[]) as held (id, worker)
       where run.namespace_id = 'default' and run.id = held.id and run.status = 'running' and run.worker_id = held.worker
       returning run.id`,
      [host, workflows(), held.map(({ run }) => run.id), held.map(({ run }) => run.workerId), leaseMs],
    );
    return new Set(rows.map(({ id }) => id));
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = new AbortController();
  const limit = wait(ms, undefined, { signal: late.signal }).then(() => {
    throw new Error(`The database has not answered for ${ms / 1000} s.`);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    late.abort();
    // Whichever came second is of no interest any more.
    work.catch(() => {});
    limit.catch(() => {});
  }
}
