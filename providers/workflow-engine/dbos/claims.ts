import type { Postgres } from 'chronoscribe/postgres';
import { applicationName, nowMs, queuedAgain, queueName } from './words.ts';

/** What DBOS compares before it saves anything of a run. */
export interface Token {
  readonly id: string;
  /** Another one for each claim of the run. */
  readonly owner: string;
}

/** The claim of a run by a host. */
export interface Claim extends Token {
  /** How often the run was claimed. */
  readonly turn: number;
}

/** Who works on which run. Each of these is one statement, which several hosts can send at once. */
export class Claims {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  /**
   * Marks as many queued runs of these workflows as being worked on by the host, the oldest first; of two from the same millisecond, the one that was begun before.
   */
  async claim(
    host: string,
    workflows: readonly string[],
    room: number,
  ): Promise<readonly (Claim & { readonly followed: boolean })[]> {
    const { rows } = await this.#postgres.query<Claim & { readonly followed: boolean }>(
      `with next as (
         select workflow_uuid from workflow_status
         where status = 'ENQUEUED' and queue_name = $3 and application_name = $4 and name = any ($2::text[])
         order by priority, created_at, recovery_attempts desc limit $5 for update skip locked)
       update workflow_status as run
       set status = 'PENDING', executor_id = $1, owner_xid = gen_random_uuid()::text, recovery_attempts = recovery_attempts + 1,
         started_at_epoch_ms = ${nowMs}, updated_at = ${nowMs}
       from next left join run_notes on run_id = next.workflow_uuid where run.workflow_uuid = next.workflow_uuid
       returning run.workflow_uuid as id, owner_xid as owner, recovery_attempts as turn, coalesce(followed, false) as followed`,
      [host, workflows, queueName, applicationName, room],
    );
    return rows;
  }

  /**
   * Notes that the step begins.
   *
   * @returns how often it has begun since the last time that a step of the run came to an end; undefined where the claim is lost.
   */
  async begin({ id, owner }: Token, step: string): Promise<number | undefined> {
    const { rows } = await this.#postgres.query<{ begun: number }>(
      `insert into run_notes as kept (run_id, step, begun)
       select workflow_uuid, $3, 1 from workflow_status where workflow_uuid = $1 and status = 'PENDING' and owner_xid = $2
       on conflict (run_id) do update
       set step = excluded.step, begun = case when kept.step = excluded.step then kept.begun + 1 else 1 end
       returning begun`,
      [id, owner, step],
    );
    return rows[0]?.begun;
  }

  /** Which of these are this host's no longer: cancelled, or taken over by another. */
  async lost(claims: readonly Token[]): Promise<readonly Token[]> {
    const { rows } = await this.#postgres.query<Token>(
      `select id, owner from unnest($1::text[], $2::text[]) as claim (id, owner)
       where not exists (select from workflow_status where workflow_uuid = id and status = 'PENDING' and owner_xid = owner)`,
      [claims.map(({ id }) => id), claims.map(({ owner }) => owner)],
    );
    return rows;
  }

  /** Takes one back into the queue that is stopped and did not crash: its step does not count as begun. Nothing where the claim is lost. */
  async release({ id, owner }: Token): Promise<void> {
    await this.#postgres.query(
      `with released as (
         update workflow_status set ${queuedAgain} where workflow_uuid = $1 and owner_xid = $2 and status = 'PENDING' returning workflow_uuid)
       update run_notes set begun = greatest(begun - 1, 0) from released where run_id = released.workflow_uuid`,
      [id, owner],
    );
  }

  /** Takes back into the queue all that counts as running at the host but for `except`. */
  async requeue(host: string, except: readonly Token[]): Promise<void> {
    await this.#postgres.query(
      `update workflow_status set ${queuedAgain}
       where executor_id = $1 and status = 'PENDING' and owner_xid <> all ($2::text[])`,
      [host, except.map(({ owner }) => owner)],
    );
  }
}
