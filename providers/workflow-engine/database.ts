import type { Sealing } from 'chronoscribe';
import type { Backend } from 'openworkflow/internal';

export type SqlValue = string | number | null;

export interface SqlStatement {
  readonly statement: string;
  /** As `$1`, `$2`… */
  readonly values: readonly SqlValue[];
}

/** A database with openworkflow's tables, as the engine uses it. Each provider opens its own. */
export interface EngineDatabase {
  /** The file, or the server and database: for health and errors. */
  readonly place: string;
  /** Whether what is erased stays legible in the files until a vacuum, which is so cheap that it can be made often. */
  readonly leavesCopies: boolean;
  /** What to do if deleted text cannot be vacuumed. */
  readonly vacuumHint: string;
  readonly backend: Backend;
  /** Quoted names of openworkflow's tables. */
  readonly tables: {
    readonly runs: string;
    readonly attempts: string;
    readonly signals: string;
    /** Ours, see `kept-signals.ts`. */
    readonly kept: string;
    /** Ours, see `queue.ts`. */
    readonly queue: string;
  };
  /** The present time in SQL, as openworkflow saves times. */
  readonly now: string;
  /** The `order by` that puts the newest step attempt first. */
  readonly newestFirst: string;
  /** Runs a statement of ours, with its values as `$1`, `$2`… */
  query(statement: string, values?: readonly SqlValue[]): Promise<readonly unknown[]>;
  /**
   * As `query`, but need not wait for the disk: after a power failure the change may be missing, with all that was
   * written after it.
   */
  queryUnsynced(statement: string, values?: readonly SqlValue[]): Promise<readonly unknown[]>;
  /**
   * Runs statements in one transaction.
   *
   * @returns the rows of the last one
   */
  transact(statements: readonly SqlStatement[]): Promise<readonly unknown[]>;
  /** Parses a JSON column. */
  parseColumn(column: unknown): unknown;
  /** Inputs and results as they are saved, so that any JSON comes back as it was. */
  encode(json: unknown): unknown;
  decode(saved: unknown): unknown;
  /** Resolves once statements that write do not have to wait for a vacuum. */
  writable(): Promise<void>;
  /** The error with its place and a remedy; a transient `Problem` if the database could not be reached. */
  explain(thrown: unknown): unknown;
  /** Removes the remains of deleted rows from the files. */
  vacuum(): Promise<void>;
  close(): Promise<void>;
}

/** The right of this process to work on runs, held until it ends. */
export interface Ownership {
  /** The ids of workers that belonged to this host before it was started again; `all` if it is the only host. */
  readonly formerWorkers: 'all' | readonly string[];
  /** Notes a worker of this process, for its next start. */
  addWorker(id: string): void;
  release(): void;
}

/** A database whose inputs, results and signals are sealed. What was saved before is read as it is. */
export function sealedDatabase(database: EngineDatabase, sealing: Sealing | undefined): EngineDatabase {
  if (sealing === undefined) return database;
  return {
    ...database,
    encode: (json) => database.encode(sealing.sealJson(json)),
    decode: (saved) => sealing.openJson(database.decode(saved)),
  };
}
