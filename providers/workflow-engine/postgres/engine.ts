import { randomUUID } from 'node:crypto';
import type { AnyWorkflow, Cluster, Health, Logger, Problem } from 'chronoscribe';
import { createScrubber, type Scrubber } from 'chronoscribe/files';
import { vacuumDeleted } from 'chronoscribe/postgres';
import { Worker } from 'openworkflow';
import type { WorkflowRun } from 'openworkflow/internal';
import { Engine, type Works } from '../engine.ts';
import { handOver } from '../hosts/hand-over.ts';
import { type HostIdentity, takeIdentity } from '../hosts/host-identity.ts';
import { News } from '../hosts/news.ts';
import { Outage } from '../hosts/outage.ts';
import { remainsLeft } from '../hosts/remains.ts';
import { Strays } from '../hosts/strays.ts';
import { Executions } from '../openworkflow/executions.ts';
import { withHooks } from '../openworkflow/hooks.ts';
import { forOpenWorkflow } from '../openworkflow/steps.ts';
import { diedTooOften, mostDeathsInOneStep } from '../problems.ts';
import { Pump } from '../pump.ts';
import { Claims } from './claims.ts';
import type { WorkflowDatabase } from './database.ts';
import { durable } from './durable-backend.ts';
import { Leases } from './leases.ts';
import { RunTable, runConfig } from './run-table.ts';

export interface PostgresOptions {
  readonly database: WorkflowDatabase;
  readonly cluster: Cluster;
  readonly dataFolder: string;
  readonly concurrency: number;
  readonly log: Logger;
  /** A host that has not been heard of for so long is dead for the others, in milliseconds. */
  readonly leaseMs: number;
  /** A workflow that no host has had for so long is one that nobody has any more, in milliseconds. */
  readonly absenceMs: number;
  /** A statement of openworkflow that is not answered for so long is lost, in milliseconds. */
  readonly answerMs?: number;
}

/** Well within a lease. */
const usualAnswerMs = 15_000;

/** Milliseconds between two looks for work, of which a host is told at once too, but may not hear it. */
const lookMs = 2000;

/** Milliseconds between tries to go on where the database could not be reached or written. */
const recoveryMs = 1000;

/**
 * Runs on openworkflow and one Postgres database, shared by any number of hosts. openworkflow's worker is never left to poll: it is told to look for
 * work when a run is submitted anywhere, when one has ended here, and every other second.
 */
export function postgresEngine(options: PostgresOptions): Engine {
  return new Engine(new PostgresWorks(options), options.log);
}

class PostgresWorks implements Works {
  readonly runs: RunTable;
  readonly followers: News;
  readonly scrubbing: Scrubber;
  readonly #options: PostgresOptions;
  readonly #database: WorkflowDatabase;
  readonly #executions = new Executions();
  readonly #outage: Outage;
  readonly #pump: Pump;
  readonly #strays = new Strays();
  #workflows: readonly string[] = [];
  #host: HostIdentity | undefined;
  #worker: Worker | undefined;
  #leases: Leases | undefined;
  #looking: NodeJS.Timeout | undefined;
  #sortingOut: NodeJS.Timeout | undefined;
  #recovery: NodeJS.Timeout | undefined;
  /** There may be more to begin than this host has room for. */
  #mayOverflow = false;

  constructor(options: PostgresOptions) {
    const { database, cluster } = options;
    this.#options = options;
    this.#outage = new Outage(options.log);
    this.#database = database;
    this.runs = new RunTable(database.postgres);
    this.scrubbing = createScrubber(() => vacuumDeleted(database.upkeep, ['step_attempts', 'workflow_runs']));
    this.#pump = new Pump(
      () => this.#beginWhatWaits(),
      (error) => this.#recoverFrom(error),
    );
    this.followers = new News({
      cluster,
      topic: `workflows ${database.schema}`,
      sender: randomUUID(),
      lookUp: (runs) => this.runs.lookUp(runs),
      queued: () => this.#pump.ask(),
      cancelled: (id) => void this.leave(id),
      failed: (error) => this.#outage.begin(error),
    });
  }

  async start(workflows: readonly AnyWorkflow[], settled: (id: string) => void): Promise<void> {
    this.#host = await takeIdentity(this.#options.dataFolder);
    await this.runs.requeue(workersOf(this.#host));
    this.#workflows = workflows.map(({ name }) => name);
    this.#worker = this.#workerFor(this.#host, workflows, settled);
    await this.#leases?.open();
    this.followers.open();
    this.#looking = setInterval(() => this.#pump.ask(), lookMs);
    this.#sortingOut = setInterval(() => this.#failUnknown(settled), Math.max(this.#options.absenceMs / 10, lookMs));
    // Other hosts may have room for what was this one's.
    this.#mayOverflow = true;
    this.#pump.ask();
  }

  /** Begins with it here if there is room, and lets the others know. */
  queued(): void {
    this.#mayOverflow = true;
    this.#pump.ask();
  }

  leave(id: string): Promise<void> {
    return this.#executions.abort(id, new Error('The run was cancelled.'));
  }

  async stop(): Promise<void> {
    this.#outage.close();
    clearInterval(this.#looking);
    clearInterval(this.#sortingOut);
    this.followers.leaveWatchers();
    await this.#pump.close();
    await this.#executions.abortAll(new Error('The host is stopping.'));
    await this.#leases?.close();
    await this.#worker?.stop();
    clearTimeout(this.#recovery);
    const host = this.#host;
    if (host !== undefined)
      await handOver(() => this.runs.release(workersOf(host), []), { news: this.followers, log: this.#options.log });
    this.followers.close();
    await this.scrubbing.stop();
    host?.release();
  }

  async close(): Promise<void> {
    await this.#database.close();
  }

  async health(): Promise<Health> {
    const { place } = this.#database.postgres;
    const { queued, running } = await this.runs.count();
    const hindrance = this.scrubbing.failure();
    if (hindrance !== undefined) return remainsLeft(place, hindrance);
    return { status: 'ok', detail: `${queued} runs queued and ${running} running in ${place}, on all hosts` };
  }

  #workerFor(identity: HostIdentity, workflows: readonly AnyWorkflow[], settled: (id: string) => void): Worker {
    const { database, concurrency, leaseMs, log } = this.#options;
    const executions = this.#executions;
    const host = workersOf(identity);
    const backend = durable(database.backend, {
      place: database.postgres.place,
      executions,
      host,
      answerMs: this.#options.answerMs ?? usualAnswerMs,
      away: (error) => this.#outage.begin(error),
      unanswered: () => database.renew(),
    });
    const shared = { leaseMs, workflows: () => this.#workflows };
    const claims = new Claims(database.postgres, { ...shared, except: () => executions.runs });
    const leases = new Leases(database.postgres, {
      ...shared,
      host: identity.id,
      executions,
      isWaitingToBeSaved: (id) => backend.isWaiting(id),
      renewed: () => this.#goOnAfterOutage(),
      failed: (error) => this.#outage.begin(error),
    });
    this.#leases = leases;
    let asked = 0;
    return new Worker({
      backend: withHooks(backend, executions, {
        claim: (workerId) => {
          asked = performance.now();
          return claims.claim(host + workerId);
        },
        refusal: (run) => this.#refusal(run),
        claimed: (run) => {
          leases.begin(run.id, asked);
          if (runConfig.safeParse(run.config).data?.followed) this.followers.expectFollower(run.id);
        },
        settled,
        ended: (id) => {
          leases.end(id);
          executions.end(id);
          // The worker has the place free once it has returned from the call that told us.
          setImmediate(() => this.#pump.ask());
        },
        unsaved: (_, error) => this.#recoverFrom(error),
      }),
      workflows: workflows.map((workflow) =>
        forOpenWorkflow(workflow, {
          executions,
          log,
          // A host that was frozen must not speak beside the one that has taken over.
          tell: (id, event) => {
            if (leases.isHeld(id)) this.followers.tell(id, executions.of(id)?.run.attempts ?? 0, event);
          },
        }),
      ),
      concurrency,
    });
  }

  async #beginWhatWaits(): Promise<void> {
    const mayOverflow = this.#mayOverflow;
    this.#mayOverflow = false;
    const host = this.#host;
    // While nothing is being claimed: what was just claimed is no stray.
    if (host !== undefined) await this.#strays.lookFor(() => this.runs.release(workersOf(host), this.#executions.runs));
    await this.#worker?.tick();
    if (mayOverflow) this.followers.queued();
  }

  #failUnknown(settled: (id: string) => void): void {
    this.runs.failUnknown(this.#workflows, this.#options.absenceMs).then(
      (failed) => {
        for (const id of failed) settled(id);
      },
      (error: unknown) => this.#outage.begin(error),
    );
  }

  /** What was at work while the database was away may count as worked on and be so no longer. */
  #goOnAfterOutage(): void {
    if (!this.#outage.end()) return;
    this.#strays.expect();
    this.#pump.ask();
  }

  async #refusal({ id, attempts }: WorkflowRun): Promise<Problem | undefined> {
    if (attempts <= mostDeathsInOneStep) return undefined;
    const cutOff = await this.runs.mostCutOff(id);
    return cutOff === undefined || cutOff.times < mostDeathsInOneStep ? undefined : diedTooOften(cutOff);
  }

  /** Begins again, in a while, with whatever counts as running here and is not. */
  #recoverFrom(error: unknown): void {
    this.#outage.begin(error);
    this.#recovery ??= setTimeout(() => {
      this.#recovery = undefined;
      this.#strays.expect();
      this.#pump.ask();
    }, recoveryMs);
  }
}

/** How the names of a host's workers begin, by which its runs are known. */
function workersOf({ id }: HostIdentity): string {
  return `${id}/`;
}
