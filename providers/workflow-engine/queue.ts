import type { Backend } from 'openworkflow/internal';
import { z } from 'zod';
import type { EngineDatabase, SqlStatement } from './database.ts';
import { queueTimes } from './resume-at-once.ts';

const Admitted = z.array(z.object({ id: z.string() }));
const Count = z.tuple([z.object({ count: z.coerce.number() })]);

/**
 * The runs that have not begun. Accounts take turns, however many runs each has submitted.
 *
 * Start-time fair queueing: a run gets the place behind the last one of its account, and behind the last one of any
 * account that has begun. So the runs of an account that submits many alternate with those of others, none starves, and
 * the order is in the database, where a crash changes nothing and all hosts see it. openworkflow's own queue has the
 * order of submission alone. No upstream issue yet.
 *
 * Source: Goyal, Vin, Cheng: "Start-Time Fair Queueing" (SIGCOMM 1996).
 */
export function createRunQueue(database: EngineDatabase) {
  const { tables, query, queryUnsynced, now } = database;
  // The status as an expression, so that SQLite finds each run by its id, and not among all that are pending.
  const isQueued = `run.namespace_id = 'default' and run.idempotency_key = queue.run and run.status || '' = 'pending'`;

  /** Lets the run begin whose turn it is. @returns its id; undefined if none may begin, or if others can be claimed */
  const admit = async (runsAtOnce: number): Promise<string | undefined> => {
    const rows = await queryUnsynced(
      `update ${tables.runs} set available_at = $1 where namespace_id = 'default' and status = 'pending' and available_at = $2
       and id = (
         ${busyTrees(database)}
         select run.id from ${tables.queue} as queue cross join ${tables.runs} as run
         where queue.begun = 0 and ${isQueued} and run.available_at = $2
         and not exists (
           select 1 from ${tables.runs} where namespace_id = 'default' and status = 'pending' and available_at <= ${now})
         and queue.account not in (
           select own.account from busy cross join ${tables.runs} as atwork cross join ${tables.queue} as own
           where atwork.namespace_id = 'default' and atwork.id = busy.id and own.run = atwork.idempotency_key
           group by own.account having count(*) >= $3)
         order by queue.place, queue.run limit 1)
       returning idempotency_key as id`,
      [queueTimes.admitted, queueTimes.queued, runsAtOnce],
    );
    return Admitted.parse(rows)[0]?.id;
  };

  return {
    /** Gives a run, which is saved next, the place behind the runs of its account. */
    async add({ id, account }: { readonly id: string; readonly account: string }): Promise<void> {
      // The run itself is saved after it, and waits for the disk.
      await queryUnsynced(
        `insert into ${tables.queue} (run, account, place, begun) values ($1, $2, ${nextPlace(database, '$2')}, 0)
         on conflict (run) do nothing`,
        [id, account],
      );
    },

    /** How many runs of an account have not begun. */
    async size(account: string): Promise<number> {
      const rows = await query(
        `select count(*) as count from ${tables.queue} as queue cross join ${tables.runs} as run
         where queue.account = $1 and queue.begun = 0 and ${isQueued} and run.available_at = $2`,
        [account, queueTimes.queued],
      );
      return Count.parse(rows)[0].count;
    },

    /** Deletes the places of runs that were never saved, since their host died. */
    async deleteOrphans(): Promise<void> {
      await query(
        `delete from ${tables.queue} where begun = 0 and not exists (
           select 1 from ${tables.runs} as run where run.namespace_id = 'default' and run.idempotency_key = ${tables.queue}.run)`,
      );
    },

    /** Lets runs begin that have no place, which can only be after a fault. */
    async admitOverlooked(): Promise<void> {
      await query(
        `update ${tables.runs} set available_at = $1 where namespace_id = 'default' and status = 'pending'
           and available_at = $2 and not exists (
             select 1 from ${tables.queue} as queue where queue.run = idempotency_key and queue.begun = 0)`,
        [queueTimes.admitted, queueTimes.queued],
      );
    },

    /** A backend whose claims let the run begin whose turn it is, if nothing else can be claimed. */
    claiming(backend: Backend, runsAtOnce: number): Backend {
      const claims: Pick<Backend, 'claimWorkflowRun'> = {
        async claimWorkflowRun(place) {
          for (;;) {
            const turn = await admit(runsAtOnce);
            const claimed = await backend.claimWorkflowRun(place);
            // Only so that its place is not looked at again: what has begun is not queued.
            if (turn !== undefined) await queryUnsynced(`update ${tables.queue} set begun = 1 where run = $1`, [turn]);
            // Another host may have claimed it; then the next one has its turn.
            if (claimed !== null || turn === undefined) return claimed;
          }
        },
      };
      return Object.assign(Object.create(backend) as Backend, claims);
    },
  };
}

/** Puts a failed run into the queue again. @param libraryId its id in openworkflow */
export function queueAgain(database: EngineDatabase, libraryId: string): SqlStatement {
  const { tables } = database;
  return {
    statement: `update ${tables.queue} set begun = 0, place = ${nextPlace(database, `${tables.queue}.account`)}
      where run = (select idempotency_key from ${tables.runs} where namespace_id = 'default' and id = $1
        and status = 'failed' and input is not null)`,
    values: [libraryId],
  };
}

/** The place behind all runs of an account, and behind the last one of any account that has begun. */
function nextPlace({ tables: { queue } }: EngineDatabase, account: string): string {
  return `(select max(place) + 1 from (
    select 0 as place
    union all select max(place) from ${queue} as own where own.account = ${account} and own.begun = 1
    union all select max(place) from ${queue} as own where own.account = ${account} and own.begun = 0
    union all select max(place) from ${queue} as past where past.begun = 1
    union all select min(place) from ${queue} as waiting where waiting.begun = 0) as places)`;
}

/**
 * The runs that are worked on or can be claimed, with the runs that they are children of, as a common table `busy`.
 * No run is in both of the first two, and a plain `union` of them would make SQLite read all runs in the order of their ids.
 */
function busyTrees({ tables, now }: EngineDatabase): string {
  return `with recursive busy(id) as (
    select id from ${tables.runs} where namespace_id = 'default' and status = 'running' and worker_id is not null
    union all
    select id from ${tables.runs} where namespace_id = 'default' and status = 'pending' and available_at <= ${now}
    union
    select attempt.workflow_run_id from busy cross join ${tables.runs} as child cross join ${tables.attempts} as attempt
    where child.namespace_id = 'default' and child.id = busy.id and child.parent_step_attempt_id is not null
      and attempt.namespace_id = 'default' and attempt.id = child.parent_step_attempt_id
  )`;
}
