import type { Logger } from 'chronoscribe';
import type { Token } from './claims.ts';
import type { DatabasePlace } from './database.ts';
import type { Dbos } from './library.ts';
import { quietly } from './quiet-log.ts';
import { applicationName, applicationVersion } from './words.ts';

/** What the engine wants to know while DBOS works. */
export interface Hooks {
  /** The run is done or failed, and that is saved. */
  settled(claim: Token): void;
  /** DBOS writes nothing more of the run under this claim, whether or not it is settled. */
  ended(claim: Token): void;
  /** The run counts as running here and is not: it could not be begun, or its end could not be saved. */
  unsaved(claim: Token, error: unknown): void;
}

export interface ExecutorOptions {
  readonly place: DatabasePlace;
  readonly hostId: string;
  /** By the names of their workflows, what works on runs; each is handed an `envelope`. */
  readonly functions: ReadonlyMap<string, (kept: unknown) => Promise<unknown>>;
  readonly hooks: Hooks;
  readonly log: Logger;
}

/** The part of DBOS that works on runs. */
export interface Executor {
  /** Begins with a run that was claimed: it goes on after its last finished step. Resolves once that has begun, or when it could not. */
  execute(claim: Token): Promise<void>;
  /** Ends the connections, and the waiting for a database that is gone. */
  shutdown(): Promise<void>;
}

/** DBOS's connections. Each step needs one from time to time, none while it works. */
const poolSize = 4;

/** How often a run may be begun: the engine itself counts the deaths in a step, and a stop is none. */
const maxRecoveryAttempts = 2 ** 31 - 10;

/** Plain JSON: the steps' results are kept in no other form. */
const serializer = {
  name: () => 'json',
  stringify: (value: unknown) => JSON.stringify(value ?? null),
  parse: (text: string | null): unknown => (text === null ? null : JSON.parse(text)),
};

/**
 * Launches DBOS, which first takes back into the queue what this host worked on when it ended. Its loop that polls queues is given none: the engine claims what waits when
 * it knows of some. Nothing is sent anywhere: no traces, no metrics, and no connection but to the database.
 */
export async function launch(dbos: Dbos, { place, hostId, functions, hooks, log }: ExecutorOptions): Promise<Executor> {
  const { DBOS, DBOSExecutor } = dbos;
  DBOS.setConfig({
    name: applicationName,
    applicationVersion,
    executorID: hostId,
    systemDatabaseUrl: place.url,
    systemDatabaseSchemaName: place.schema,
    systemDatabasePoolSize: poolSize,
    runMigrations: false,
    useListenNotify: false,
    listenQueues: [],
    enableOTLP: false,
    tracingEnabled: false,
    serializer,
    logger: quietly(log),
  });
  for (const [name, work] of functions) DBOS.registerWorkflow(work, { name, maxRecoveryAttempts });
  await DBOS.launch();
  const executor = DBOSExecutor.globalInstance;
  if (executor === undefined) throw new Error('this version of DBOS keeps its executor elsewhere');
  const { systemDatabase } = executor;
  withHooks(systemDatabase, hooks);
  const stopping = new AbortController();

  const begin = async ({ id, owner }: Token): Promise<void> => {
    const status = (await systemDatabase.getWorkflowStatuses([id])).get(id);
    // Cancelled since the claim, or even forgotten.
    if (status?.status !== 'PENDING') return hooks.ended({ id, owner });
    await executor.executeDequeuedWorkflow(status, owner);
  };

  return {
    async execute(claim) {
      try {
        await dbos.runWithAbortableDbRetries(stopping.signal, () => begin(claim));
      } catch (error) {
        hooks.unsaved(claim, error);
        hooks.ended(claim);
      }
    },
    async shutdown() {
      stopping.abort();
      await DBOS.shutdown();
    },
  };
}

/** Puts the hooks into DBOS's calls that save the end of a run. They say false where the claim is lost; then whoever has it now saves the end. */
function withHooks(database: InstanceType<Dbos['DBOSExecutor']>['systemDatabase'], hooks: Hooks): void {
  const recordOutput = database.recordWorkflowOutput.bind(database);
  const recordError = database.recordWorkflowError.bind(database);
  const saved = (claim: Token, recorded: boolean): boolean => {
    if (recorded) hooks.settled(claim);
    hooks.ended(claim);
    return recorded;
  };
  Object.assign(database, {
    // Where this throws, DBOS saves that as the error of the run.
    recordWorkflowOutput: async (id, status, owner = '') => saved({ id, owner }, await recordOutput(id, status, owner)),
    async recordWorkflowError(id, status, owner = '') {
      try {
        return saved({ id, owner }, await recordError(id, status, owner));
      } catch (error) {
        hooks.unsaved({ id, owner }, error);
        hooks.ended({ id, owner });
        throw error;
      }
    },
  } satisfies Partial<typeof database>);
}
