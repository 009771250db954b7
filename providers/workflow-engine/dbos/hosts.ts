import { randomUUID } from 'node:crypto';
import { inTransaction, type Postgres } from 'chronoscribe/postgres';
import { applicationName, queuedAgain } from './words.ts';

/** A host as its peers know it. */
export interface HostName {
  /** What its runs are marked with. */
  readonly id: string;
  /** A UUID that two lives of one host have in common, and two hosts that were given one id have not. */
  readonly place: string;
}

/** The hosts that share the database, and what becomes of the runs of one that is gone. All times are the server's. */
export class Hosts {
  readonly #postgres: Postgres;
  readonly #self: HostName;
  readonly #leaseMs: number;
  #workflows: readonly string[] = [];
  #life = '';

  /** @param leaseMs for how many milliseconds a host counts as alive since it was last heard of. */
  constructor(postgres: Postgres, self: HostName, leaseMs: number) {
    this.#postgres = postgres;
    this.#self = self;
    this.#leaseMs = leaseMs;
  }

  /**
   * Begins a life of this host, which has these workflows. An earlier life at the same place is over: this process could not be there otherwise.
   *
   * @throws NameTaken where a host of another place lives under this name.
   */
  async join(workflows: readonly string[] = this.#workflows): Promise<void> {
    const life = randomUUID();
    const { id, place } = this.#self;
    const { rowCount } = await this.#postgres.query(
      `insert into hosts (id, place, life, seen_at, workflows) values ($1, $2, $3, clock_timestamp(), $5)
       on conflict (id) do update
       set place = excluded.place, life = excluded.life, seen_at = excluded.seen_at, workflows = excluded.workflows
       where hosts.place = excluded.place or hosts.seen_at < clock_timestamp() - $4 * interval '1 millisecond'`,
      [id, place, life, this.#leaseMs, workflows],
    );
    if (rowCount !== 1) throw new NameTaken(id, this.#postgres.place, this.#leaseMs);
    this.#life = life;
    this.#workflows = workflows;
  }

  /** Lets the others know that this host lives. False where they have taken it for dead meanwhile, or another process has begun a life of it. */
  async beat(): Promise<boolean> {
    const { rowCount } = await this.#postgres.query('update hosts set seen_at = clock_timestamp() where id = $1 and life = $2', [
      this.#self.id,
      this.#life,
    ]);
    return rowCount === 1;
  }

  /** Ends this life: what counts as running here is anybody's. */
  async leave(): Promise<void> {
    await this.#postgres.query('delete from hosts where id = $1 and life = $2', [this.#self.id, this.#life]);
  }

  /** How many live, this one included. */
  async count(): Promise<number> {
    const { rows } = await this.#postgres.query<{ living: number }>('select count(*) as living from hosts');
    return rows[0]?.living ?? 0;
  }

  /**
   * Takes the runs of dead hosts back into the queue: what counts as running and is no living host's. Each is taken once, however many hosts look: it is
   * not running any more then. Nobody joins or beats meanwhile, so no host that is about to live again loses a run that it has just begun.
   *
   * @returns how many there were.
   */
  async bury(): Promise<number> {
    return inTransaction(this.#postgres, async (connection) => {
      await connection.query('lock table hosts in share row exclusive mode');
      await connection.query(`delete from hosts where seen_at < clock_timestamp() - $1 * interval '1 millisecond'`, [
        this.#leaseMs,
      ]);
      const { rowCount } = await connection.query(
        `update workflow_status set ${queuedAgain}
         where status = 'PENDING' and application_name = $1 and executor_id not in (select id from hosts)`,
        [applicationName],
      );
      return rowCount ?? 0;
    });
  }
}

/** Two hosts were given one name. */
export class NameTaken extends Error {
  override readonly name = 'NameTaken';

  constructor(id: string, place: string, leaseMs: number) {
    super(
      `Another host works on runs in ${place} under the name "${id}". Give each host a hostId of its own. ` +
        `If the other one is gone for good, its name is free ${leaseMs / 1000} s after its end.`,
    );
  }
}
