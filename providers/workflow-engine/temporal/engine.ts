import { randomUUID } from 'node:crypto';
import { type Cluster, findAll, type Logger, Problem, type Store } from 'chronoscribe';
import { runs, type StoredRun, textValues } from '../runs/documents.ts';
import { createEngine, type Engine, type Executor, type Hosting, type HostingParts } from '../runs/engine.ts';
import { nextInTurn, take } from '../runs/turns.ts';
import { createCodec, newKey } from './codec.ts';
import { createHosting } from './hosting.ts';
import type { Temporal } from './library.ts';
import { createServer, type ServerOptions } from './server.ts';

export interface TemporalEngineOptions extends ServerOptions {
  readonly temporal: Temporal;
  readonly store: Store;
  readonly cluster: Cluster;
  /** How many runs this host works on at the same time. */
  readonly concurrency: number;
  /** Milliseconds after which a host that says nothing has lost its runs. */
  readonly heartbeatMs: number;
  /** Milliseconds for which a run waits for a host that has its workflow. */
  readonly missingWorkflowMs: number;
  /** The version of the interpreter. */
  readonly interpreter: number;
  readonly log: Logger;
}

/** Milliseconds between two looks for runs that Temporal was not told of. */
const overlookedMs = 5000;

/** A workflow engine on Temporal, which keeps what its runs see and make in our store. */
export function openTemporalEngine(options: TemporalEngineOptions): Promise<Engine> {
  const { store, cluster, log, namespace, taskQueue } = options;
  const topic = `workflows ${namespace} ${taskQueue}`;
  return createEngine({
    store,
    cluster,
    log,
    topic,
    newKey,
    encoding: textValues(),
    executor: temporalExecutor(options),
  });
}

function temporalExecutor(options: TemporalEngineOptions): Executor {
  const { store, concurrency, interpreter } = options;
  const codec = createCodec(store);
  const server = createServer(options.temporal, { ...options, codec });
  let hosting: ReturnType<typeof createHosting> | undefined;

  const host = (parts: HostingParts): Hosting => {
    const queue = `${options.taskQueue} ${randomUUID()}`;
    const working = createHosting({ ...options, ...parts, server, codec, queue });
    hosting = working;
    const { workflows, listener } = parts;
    let looked = Number.NEGATIVE_INFINITY;
    /** The versions of the interpreter whose runs may be left. */
    const left = new Set(Array.from({ length: interpreter - 1 }, (_, at) => at + 1));

    /** Goes on with the runs of hosts of earlier versions, once there is none of these hosts any more. */
    const replaceFormer = async (): Promise<void> => {
      for (let version = 1; version < interpreter; version += 1) {
        if (await server.isServed(version)) left.add(version);
        else if (left.has(version)) {
          for (const phase of ['admitted', 'held', 'woken', 'parked'] as const)
            for await (const run of findAll(store, runs, { equals: { phase }, orderBy: 'place' }))
              if (run.interpreter === version) await server.replace(run.id);
          left.delete(version);
        }
      }
    };

    const driveOverlooked = async (): Promise<void> => {
      const isFirst = looked === Number.NEGATIVE_INFINITY;
      await server.check().catch(() => undefined);
      await replaceFormer().catch(() => undefined);
      const phases = isFirst ? (['admitted', 'woken', 'held'] as const) : (['admitted', 'woken'] as const);
      for (const phase of phases)
        for await (const { id } of findAll(store, runs, { equals: { phase }, orderBy: 'place' })) {
          if (server.isAway()) break;
          await server.drive(id).catch(() => undefined);
        }
      looked = performance.now();
    };

    /** Lets the run begin whose turn it is. @returns it, unless another host was first; undefined if there is none */
    const admit = async (room: number): Promise<readonly StoredRun[] | undefined> => {
      const waiting = await store.find(runs, { equals: { phase: 'admitted' }, orderBy: 'place', limit: room });
      if (waiting.items.length >= room) return undefined;
      const has = ({ workflow, submittedAt }: StoredRun) =>
        workflows.has(workflow) || Date.now() - submittedAt > options.missingWorkflowMs;
      const { runsAtOnce } = listener;
      const atWork: StoredRun[] = [];
      for (const phase of ['admitted', 'held', 'woken'] as const)
        atWork.push(...(await Array.fromAsync(findAll(store, runs, { equals: { phase }, orderBy: 'place' }))));
      const next = await nextInTurn(store, { runsAtOnce, room: 1, has }, atWork);
      if (next.length === 0) return undefined;
      return take(store, next, { host: 'begun', runsAtOnce }, (run) => ({ ...run, phase: 'admitted', interpreter }));
    };

    return {
      async look() {
        if (performance.now() - looked > overlookedMs) await driveOverlooked();
        for (;;) {
          const room = concurrency - working.size;
          const next = room > 0 && !server.isAway() ? await admit(room) : undefined;
          if (next === undefined) return;
          for (const { id } of next) await server.drive(id).catch(() => undefined);
        }
      },
      abort: working.abort,
      stop: working.stop,
    };
  };

  return {
    refuseAway() {
      if (!server.isAway()) return;
      const detail = 'The workflow engine cannot be reached. Send the request again in a moment.';
      throw new Problem('provider-unavailable', { detail, transient: true, retryAfter: 5 });
    },
    host,
    // If Temporal is away, it is told later.
    given: (id, key) => void server.drive(id, key).catch(() => undefined),
    cancelled: (id) => void server.terminate(id).catch(() => undefined),
    close: () => server.close(),
    async health() {
      await server.check().catch(() => undefined);
      const place = `Temporal at ${options.address}, namespace ${options.namespace}`;
      if (!server.isAway()) return { status: 'ok', detail: `${hosting?.size ?? 0} runs at work; ${place}` };
      return {
        ...{ status: 'degraded', detail: `${place} cannot be reached; runs wait until it can.` },
        hint: 'Start its server, or mend address, namespace, tls and apiKey under providers.workflow-engine.with.',
      };
    },
  };
}
