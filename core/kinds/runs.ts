import { defineKind } from '../api/kind.ts';
import type { SerializedProblem } from '../api/problem.ts';
import type { Scope } from '../api/route.ts';
import type { Workflow } from '../api/workflow.ts';
import type { Page } from './store.ts';
import type { RunStatus } from './workflow-engine.ts';

/** A run as the account that started it sees it. */
export interface RunView {
  readonly id: string;
  readonly workflow: string;
  /** What the client called the work: the name of its first file. */
  readonly name: string;
  readonly status: RunStatus;
  readonly step: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** What the plain call would have answered; null until `status` is `done`, and again once its record is deleted. */
  readonly result: unknown;
  readonly problem: SerializedProblem | null;
}

/** A run that has come to its end, as whoever follows runs is told. */
export interface SettledRun {
  readonly id: string;
  readonly account: string;
  readonly workflow: string;
  readonly status: 'done' | 'failed' | 'cancelled';
  /** From 1; one more with each retry. With `id` it names this end of the run. */
  readonly attempt: number;
}

/** Who asks for runs: an account, and what the key may do that speaks for it. */
export interface RunReader {
  readonly account: string;
  readonly scopes: readonly Scope[];
}

/**
 * The runs of an account. Provided by the host itself; ids of another account, and of runs that an endpoint started which the key may not call, answer like ids that do
 * not exist.
 */
export interface Runs {
  get(reader: RunReader, id: string): Promise<RunView>;
  /** Newest first, without `result`. A page may hold fewer than `limit`, and holds none only where it is the last. */
  list(
    reader: RunReader,
    options: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  ): Promise<Page<RunView>>;
  /** A settled run stays as it is. */
  cancel(reader: RunReader, id: string): Promise<RunView>;
  /**
   * Cancels a run that is at work. One that has failed or was cancelled is erased with its upload, its input and the name of its file, and cannot be retried any more; one that is
   * done stays, and goes with the record that it made. Returns the run as it was last.
   */
  delete(reader: RunReader, id: string): Promise<RunView>;
  /**
   * Goes on with the failed step, once for each `operationId`; left out, it is another each time. A run that is not failed, or whose upload is gone, is a `run-not-retryable`
   * problem.
   */
  retry(reader: RunReader, id: string, operationId?: string): Promise<RunView>;
  /**
   * Starts a run that no request asked for: nobody sees it among the runs of the account, nobody is told that it settled, and it is forgotten once it is. The same id again
   * changes nothing.
   */
  launch<Input>(run: {
    readonly id: string;
    readonly account: string;
    readonly workflow: Workflow<Input, unknown>;
    readonly input: Input;
  }): Promise<void>;
  /**
   * Tells `listener` of each run that a request started, once it has settled. A listener is waited for before the settling is booked: one that fails or dies is told again, so it may be told
   * twice. Called in a plugin's `start`.
   */
  onSettled(listener: (run: SettledRun) => Promise<void>): void;
  /** Erases a settled run with its uploads and results, so that nothing of it is left in any file; called by whoever deletes the record that it made. */
  forget(account: string, id: string): Promise<void>;
}

export const Runs = defineKind<Runs>('runs');
