import { type DurationText, durationMs } from 'chronoscribe';
import type { AccountSleep } from 'chronoscribe/host';
import { z } from 'zod';
import type { EngineDatabase } from './database.ts';
import { isSubmittedAs, treeOf } from './run-tree.ts';

/** A signal to a run, which is kept until the run is forgotten: a retry may wait for it again. */
export interface KeptSignal {
  readonly id: number;
  /** The name or the path that it was sent to. */
  readonly node: string;
  /** What it was given to; null: to nothing yet. */
  readonly wait: string | null;
}

const Row = z.object({ id: z.coerce.number(), node: z.string(), wait: z.string().nullable(), payload: z.string() });
const Waiting = z.object({ context: z.unknown() });
const Context = z.object({ signal: z.string() });

export type KeptSignals = ReturnType<typeof createKeptSignals>;

/**
 * Keeps signals that come before a run waits for them: openworkflow gives them only to runs that wait. No upstream issue
 * yet.
 *
 * Whatever waits in a run has a key: the path of a `waitFor`, or that of a sleep with `//` at its end. A signal is given
 * to one key, and a key gets one signal.
 */
export function createKeptSignals(database: EngineDatabase) {
  const { backend, query, tables, parseColumn, encode } = database;

  const rowsOf = async (run: string) =>
    z
      .array(Row)
      .parse(await query(`select id, node, wait, payload from ${tables.kept} where run = $1 order by id`, [run]));

  /** What waits now and has got nothing yet, in the order in which it began to wait. */
  const waitingKeys = async (run: string): Promise<readonly string[]> => {
    const rows = await query(
      `${treeOf(database, isSubmittedAs)} select waiting.context from tree cross join ${tables.attempts} as waiting
       where waiting.namespace_id = 'default' and waiting.workflow_run_id = tree.id and waiting.kind = 'signal-wait' and waiting.status = 'running' and not exists (
         select 1 from ${tables.signals} as signal
         where signal.namespace_id = 'default' and signal.step_attempt_id = waiting.id)
       order by waiting.created_at, waiting.step_name`,
      [run],
    );
    const prefix = signalAddress(run, '');
    return rows
      .map((row) => Context.parse(parseColumn(Waiting.parse(row).context)).signal)
      .filter((address) => address.startsWith(prefix))
      .map((address) => address.slice(prefix.length));
  };

  /**
   * Lets a run continue that has got a signal. On Postgres openworkflow may miss one that parks just then: neither its
   * transaction nor the one that parks sees what the other does. No upstream issue yet.
   */
  const wake = (libraryId: string) =>
    query(
      `update ${tables.runs} set available_at = ${database.now} where namespace_id = 'default' and id = $1
         and status = 'running' and worker_id is null and available_at > ${database.now}`,
      [libraryId],
    );

  const give = async (run: string): Promise<boolean> => {
    const rows = await rowsOf(run);
    if (rows.length === 0) return false;
    const waiting = await waitingKeys(run);
    const given = new Set(rows.map(({ wait }) => wait));
    let delivered = false;
    for (const row of rows) {
      const key = row.wait ?? waiting.find((each) => !given.has(each) && isNamed(each, row.node));
      if (key === undefined || !waiting.includes(key)) continue;
      if (row.wait === null) {
        const taken = await query(`update ${tables.kept} set wait = $2 where id = $1 and wait is null returning id`, [
          row.id,
          key,
        ]);
        if (taken.length === 0) continue;
        given.add(key);
      }
      await database.writable();
      const payload: unknown = JSON.parse(row.payload);
      const isOver = row.node.endsWith(timeoutEnd);
      const data = (isOver ? { [timedOutAt]: payload } : encode(payload)) as Parameters<
        typeof backend.sendSignal
      >[0]['data'];
      const { workflowRunIds } = await backend.sendSignal({
        signal: signalAddress(run, key),
        data,
        idempotencyKey: null,
      });
      for (const id of workflowRunIds) await wake(id);
      delivered = true;
    }
    return delivered;
  };

  return {
    async of(run: string): Promise<readonly KeptSignal[]> {
      return await rowsOf(run);
    },

    /**
     * Keeps a signal.
     *
     * @param wait what it is given to; null: to the first that waits for `node`
     * @returns false if `wait` has got one already
     */
    async keep(run: string, node: string, wait: string | null, payload: unknown): Promise<boolean> {
      const kept = await query(
        `insert into ${tables.kept} (run, node, wait, payload) values ($1, $2, $3, $4) on conflict do nothing returning id`,
        [run, node, wait, JSON.stringify(payload) ?? 'null'],
      );
      return kept.length > 0;
    },

    /**
     * Gives what is kept to what waits for it. Called when a signal was kept, and when a run begins to wait: whichever
     * is later finds the other.
     *
     * @returns whether anything was given
     */
    async deliver(run: string): Promise<boolean> {
      try {
        return await give(run);
      } catch {
        // Another host may just have given a signal to the same key.
        return await give(run);
      }
    },
  };
}

/** The address of a wait in openworkflow. */
export function signalAddress(run: string, key: string): string {
  return `${run}:${key}`;
}

/** When a sleep is over, from what its function gives. */
export function sleepEnd(end: number | DurationText): AccountSleep['until'] {
  return typeof end === 'number' ? { instant: end } : { ms: durationMs(end) };
}

/** The key of a sleep at a path. No node has such a path. */
export function sleepKey(path: string): string {
  return `${path}//`;
}

/** At the end of the path of a wait: the name of its timeout on the account's clock. */
export const timeoutEnd = '//timeout';

const timedOutAt = 'chronoscribe/timeout';
const TimedOut = z.strictObject({ [timedOutAt]: z.number() });

/** Whether what a wait has got is that it has timed out. */
export function isTimeout(data: unknown): boolean {
  return TimedOut.safeParse(data).success;
}

/** Whether a signal to this name, or path, is for the wait at `path`. */
export function isNamed(path: string, nameOrPath: string): boolean {
  return path === nameOrPath || path.slice(path.lastIndexOf('/') + 1) === nameOrPath;
}
