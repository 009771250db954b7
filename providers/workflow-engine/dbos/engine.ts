import { randomUUID } from 'node:crypto';
import type { AnyWorkflow, Cluster, Health, Logger, RunEvent } from 'chronoscribe';
import { createScrubber, type Scrubber } from 'chronoscribe/files';
import { vacuumDeleted } from 'chronoscribe/postgres';
import { Engine, type Works } from '../engine.ts';
import { StepFailure } from '../failure.ts';
import { handOver } from '../hosts/hand-over.ts';
import { type HostIdentity, takeIdentity } from '../hosts/host-identity.ts';
import { News } from '../hosts/news.ts';
import { Outage } from '../hosts/outage.ts';
import { remainsLeft } from '../hosts/remains.ts';
import { Strays } from '../hosts/strays.ts';
import { unknownWorkflow } from '../problems.ts';
import { Pump } from '../pump.ts';
import { type Claim, Claims } from './claims.ts';
import { type DatabasePlace, openDatabase, type WorkflowDatabase } from './database.ts';
import { Executions } from './executions.ts';
import { type Executor, launch } from './executor.ts';
import { Hosts } from './hosts.ts';
import { type Dbos, loadDbos } from './library.ts';
import { Liveness } from './liveness.ts';
import { RunTable } from './run-table.ts';
import { forDbos } from './steps.ts';
import { textTables } from './words.ts';

export interface DbosOptions {
  readonly database: DatabasePlace;
  readonly dataFolder: string;
  /** What this host is called; by default the name that is kept in the data folder. */
  readonly hostId: string | undefined;
  readonly cluster: Cluster;
  /** How many runs this host works on at the same time. */
  readonly concurrency: number;
  /** A host that has not been heard of for so long is dead for the others, in milliseconds. */
  readonly leaseMs: number;
  /** A workflow that no host has had for so long is one that nobody has any more, in milliseconds. */
  readonly absenceMs: number;
  readonly log: Logger;
}

/** Milliseconds between looks at what others may have told in vain. */
const lookMs = 1000;

/**
 * Runs on DBOS and one Postgres database, shared by any number of hosts. Each notes that it lives; what a dead one worked on, the living queue again. A claim that was
 * lost saves nothing: each has an owner of its own, which DBOS compares whenever it saves the result of a step or the end of a run.
 *
 * @throws what names the database, or the data folder, and says how to mend it.
 */
export async function openDbosEngine(options: DbosOptions): Promise<Engine> {
  const identity = await takeIdentity(options.dataFolder);
  try {
    const dbos = loadDbos();
    const database = await openDatabase(options.database, dbos, options.log);
    return new Engine(new DbosWorks(options, { dbos, identity, database }), options.log);
  } catch (thrown) {
    identity.release();
    throw thrown;
  }
}

class DbosWorks implements Works {
  readonly runs: RunTable;
  readonly followers: News;
  readonly scrubbing: Scrubber;
  readonly #options: DbosOptions;
  readonly #dbos: Dbos;
  readonly #database: WorkflowDatabase;
  readonly #identity: HostIdentity;
  readonly #hostId: string;
  readonly #claims: Claims;
  readonly #hosts: Hosts;
  readonly #executions = new Executions(() => this.#claiming.ask());
  readonly #claiming: Pump;
  readonly #looking: Pump;
  readonly #liveness: Liveness;
  readonly #outage: Outage;
  #timer: NodeJS.Timeout | undefined;
  #workflows: readonly string[] = [];
  #executor: Executor | undefined;
  #settled: (id: string) => void = () => {};
  readonly #strays = new Strays();
  #isStopping = false;

  constructor(
    options: DbosOptions,
    { dbos, identity, database }: { readonly dbos: Dbos; readonly identity: HostIdentity; readonly database: WorkflowDatabase },
  ) {
    this.#options = options;
    this.#outage = new Outage(options.log);
    this.#dbos = dbos;
    this.#database = database;
    this.#identity = identity;
    this.#hostId = options.hostId ?? identity.id;
    this.runs = new RunTable(database.postgres);
    this.#claims = new Claims(database.bookkeeping);
    this.#hosts = new Hosts(database.bookkeeping, { id: this.#hostId, place: identity.id }, options.leaseMs);
    this.scrubbing = createScrubber(() => vacuumDeleted(database.upkeep, textTables));
    const pump = (work: () => Promise<void>) => new Pump(work, (error) => this.#outage.begin(error));
    this.#claiming = pump(() => this.#claim());
    this.#looking = pump(() => this.#look());
    this.#liveness = new Liveness({
      hosts: this.#hosts,
      leaseMs: options.leaseMs,
      log: options.log,
      returned: () => {
        this.#strays.expect();
        this.#looking.ask();
      },
      barred: () => this.#executions.claims.map((claim) => this.#executions.lose(claim)),
      requeued: () => this.queued(),
      heardAll: () => this.#failUnknown(),
      failed: (error) => this.#outage.begin(error),
    });
    this.followers = new News({
      cluster: options.cluster,
      topic: `workflows ${options.database.schema}`,
      sender: randomUUID(),
      lookUp: (runs) => this.runs.lookUp(runs),
      queued: () => this.#claiming.ask(),
      cancelled: (id) => void this.leave(id),
      failed: (error) => this.#outage.begin(error),
    });
  }

  async start(workflows: readonly AnyWorkflow[], settled: (id: string) => void): Promise<void> {
    const { log } = this.#options;
    this.#workflows = workflows.map(({ name }) => name);
    this.#settled = settled;
    await this.#hosts.join(this.#workflows);
    const parts = {
      dbos: this.#dbos,
      executions: this.#executions,
      claims: this.#claims,
      // A host that was frozen must not speak beside the one that has taken over.
      tell: ({ id, turn }: Claim, event: RunEvent) => {
        if (this.#liveness.isHeard) this.followers.tell(id, turn, event);
      },
      released: () => this.followers.queued(),
      log,
    };
    this.#executor = await launch(this.#dbos, {
      place: this.#database,
      hostId: this.#hostId,
      functions: new Map(workflows.map((workflow) => [workflow.name, forDbos(workflow, parts)])),
      hooks: {
        settled: ({ id }) => settled(id),
        ended: (token) => this.#executions.end(token),
        unsaved: ({ id }, error) => {
          if (this.#isStopping) return;
          log.error({ run: id, err: error }, 'a run could not be begun, or its end not be saved; it is begun again');
          this.#strays.expect();
        },
      },
      log,
    });
    this.followers.open();
    this.#timer = setInterval(() => this.#looking.ask(), lookMs);
    this.#liveness.open();
    this.#claiming.ask();
    // Other hosts may have room for what was this one's.
    this.followers.queued();
  }

  queued(): void {
    this.#claiming.ask();
    this.followers.queued();
  }

  leave(id: string): Promise<void> {
    return this.#executions.abortRun(id, new Error('The run was cancelled.'));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#outage.close();
    this.followers.leaveWatchers();
    clearInterval(this.#timer);
    await Promise.all([this.#claiming.close(), this.#looking.close(), this.#liveness.close()]);
    if (this.#executor !== undefined) {
      await this.#executions.abort(this.#executions.claims, new Error('The host is stopping.'));
      await this.#executor.shutdown();
      await handOver(() => this.#giveUpName(), { news: this.followers, log: this.#options.log });
    }
    this.followers.close();
    await this.scrubbing.stop();
  }

  async close(): Promise<void> {
    try {
      await this.#database.close();
    } finally {
      this.#identity.release();
    }
  }

  async health(): Promise<Health> {
    const { nameTaken } = this.#liveness;
    if (nameTaken !== undefined) {
      return { status: 'failed', detail: nameTaken.message, hint: 'Give each host a data folder and a hostId of its own.' };
    }
    const { place } = this.#database.postgres;
    const hindrance = this.scrubbing.failure();
    if (hindrance !== undefined) return remainsLeft(place, hindrance);
    const [{ queued, running }, hosts] = await Promise.all([this.runs.count(), this.#hosts.count()]);
    return {
      status: 'ok',
      detail: `${queued} runs queued and ${running} running in ${place}, on ${hosts} hosts, this one called ${this.#hostId}`,
    };
  }

  /** Whatever could not be handed over run by run is queued again before. */
  async #giveUpName(): Promise<void> {
    await this.#claims.requeue(this.#hostId, []);
    await this.#hosts.leave();
  }

  async #claim(): Promise<void> {
    await this.#strays.lookFor(() => this.#claims.requeue(this.#hostId, this.#executions.claims));
    const room = this.#options.concurrency - this.#executions.claims.length;
    if (this.#liveness.nameTaken !== undefined || room <= 0 || this.#workflows.length === 0) return;
    const claims = await this.#claims.claim(this.#hostId, this.#workflows, room).catch((thrown: unknown) => {
      // Runs may be claimed all the same.
      this.#strays.expect();
      throw thrown;
    });
    for (const { followed, ...claim } of claims) {
      this.#executions.begin(claim);
      if (followed) this.followers.expectFollower(claim.id);
      void this.#executor?.execute(claim);
    }
  }

  /** Sees for itself what others may have told in vain. */
  async #look(): Promise<void> {
    this.#claiming.ask();
    for (const token of await this.#claims.lost(this.#executions.claims)) this.#executions.lose(token);
    this.#outage.end();
  }

  async #failUnknown(): Promise<void> {
    for (const { id, workflow } of await this.runs.orphans(this.#options.absenceMs)) {
      if (await this.runs.fail(id, new StepFailure(unknownWorkflow(workflow)))) this.#settled(id);
    }
  }
}
