import { extname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stopping, unknownWorkflow } from '../problems.ts';
import { changeRun, isSettled, runs, StepFailure, type StoredRun } from '../runs/documents.ts';
import type { HostingParts as EngineHostingParts } from '../runs/engine.ts';
import { releaseKey } from '../runs/key-limits.ts';
import type { Answers, Order, Outline } from '../runs/messages.ts';
import { Lost } from '../runs/run-record.ts';
import { isExpected, openSession, type Session } from '../runs/session.ts';
import { Ended } from '../runs/together.ts';
import type { PayloadCodec, Temporal, Worker } from './library.ts';
import { failureTypes, type HeldByHost, heldSignal, outlineOf } from './messages.ts';
import type { Server } from './server.ts';

export interface HostingParts extends EngineHostingParts {
  readonly temporal: Temporal;
  readonly server: Server;
  readonly codec: PayloadCodec;
  /** The task queue of this host alone. */
  readonly queue: string;
  readonly concurrency: number;
  readonly heartbeatMs: number;
  readonly interpreter: number;
  /** Milliseconds for which a run waits for a host that has its workflow. */
  readonly missingWorkflowMs: number;
}

const orders: readonly (keyof Answers)[] = [
  ...(['step', 'decide', 'wait', 'child', 'childDone', 'stop', 'abandon', 'park', 'release', 'settle'] as const),
];

/** Milliseconds between two tries to reach Temporal. */
const againMs = 2000;

let bundle: ReturnType<Temporal['worker']['bundleWorkflowCode']> | undefined;

/**
 * Takes runs from Temporal, as many as this host works on at the same time, and carries out what their workflows order.
 * A run is held by an activity: while this host lives, it sends heartbeats; when they end, Temporal gives the run to
 * another host.
 */
export function createHosting(parts: HostingParts) {
  const { temporal, server, store, workflows, log, heartbeatMs, interpreter } = parts;
  const { ApplicationFailure } = temporal.common;
  const sessions = new Map<string, Session>();
  const missingSince = new Map<string, number>();
  let workers: readonly Worker[] = [];
  let isStopped = false;

  const again = (message: string) => ApplicationFailure.create({ message, type: failureTypes.lost });

  /** Takes a run for this host. @returns undefined if nothing is left to do */
  const take = async (id: string): Promise<StoredRun | undefined> => {
    const found = await store.get(runs, id);
    if (found === undefined || isSettled(found)) return undefined;
    const isMissing = !workflows.has(found.workflow);
    const since = missingSince.get(id) ?? Date.now();
    if (isMissing) missingSince.set(id, since);
    if (isMissing && Date.now() - since < parts.missingWorkflowMs)
      throw again('This host does not have the workflow of the run.');
    missingSince.delete(id);
    const taken = await changeRun(store, id, async (run, documents) => {
      if (isSettled(run)) return undefined;
      const failure = isMissing ? new StepFailure(unknownWorkflow(run.workflow)).message : null;
      if (isMissing) await releaseKey(documents, run);
      return { ...run, claim: run.claim + 1, failure, phase: isMissing ? 'failed' : 'held', interpreter };
    });
    if (taken?.watched === true) parts.watched(id);
    if (taken?.phase !== 'failed') return taken;
    parts.settled(id);
    return undefined;
  };

  /** Holds a run until it has ended or rests. */
  const hold = async (): Promise<void> => {
    const context = temporal.activity.Context.current();
    const { workflowExecution } = context.info;
    const id = workflowExecution?.workflowId ?? '';
    const run = await take(id).catch((thrown) => {
      throw explained(thrown);
    });
    const workflow = run && workflows.get(run.workflow);
    if (run === undefined || workflow === undefined) return;
    const session = await openSession(run, workflow, parts).catch((thrown) => {
      throw explained(thrown);
    });
    sessions.get(id)?.lose(new Lost('The run was taken once more.'));
    sessions.set(id, session);
    context.cancellationSignal.addEventListener('abort', () => session.lose(isStopped ? stopping() : new Lost('gone')));
    if (isStopped) session.lose(stopping());
    const beating = setInterval(() => {
      context.heartbeat();
      void session.check();
      if (session.idleMs() > 3 * heartbeatMs) session.lose(new Lost('No order has come for the run.'));
    }, heartbeatMs / 3);
    try {
      await session.hold((held) => {
        const given: HeldByHost = { ...held, outline: outlineOf(held.outline), queue: parts.queue };
        return server.signal(id, heldSignal, given);
      });
    } catch (thrown) {
      if (!(thrown instanceof Lost)) session.lose(stopping());
      await session.ended();
      await session.handOver();
      throw explained(thrown);
    } finally {
      clearInterval(beating);
      if (sessions.get(id) === session) sessions.delete(id);
      parts.onRoom();
    }
  };

  /** What Temporal keeps of an error has no text of ours that may be clinical. */
  const explained = (thrown: unknown): Error => {
    if (thrown instanceof ApplicationFailure) return thrown;
    if (thrown instanceof Ended) {
      const about = { type: failureTypes.failed, nonRetryable: true, details: [thrown.path] };
      return ApplicationFailure.create({ ...about, message: 'A step has failed. The run says why.' });
    }
    if (!isExpected(thrown) && !isStopped) log.error({ err: thrown }, 'this host cannot go on with a run');
    return again('This host cannot go on with the run. Its log says why.');
  };

  const answering = (name: keyof Answers) => async (order: Order) => {
    const id = temporal.activity.Context.current().info.workflowExecution?.workflowId ?? '';
    const session = sessions.get(id);
    try {
      if (session?.claim !== order.claim) throw new Lost('Another host has taken the run.');
      const answer = await session.answer(name, order);
      // The boundary where its type is given back.
      return name === 'child' ? { outline: outlineOf((answer as { readonly outline: Outline }).outline) } : answer;
    } catch (thrown) {
      if (!isExpected(thrown)) session?.lose(thrown instanceof Error ? thrown : new Lost('failed'));
      throw explained(thrown);
    }
  };

  const serve = async (): Promise<void> => {
    const { NativeConnection, Runtime, Worker, bundleWorkflowCode } = temporal.worker;
    const connection = await NativeConnection.connect({ address: server.address, ...server.secrets });
    try {
      const { href } = new URL(`./graph-work${extname(import.meta.url)}`, import.meta.url);
      bundle ??= bundleWorkflowCode({ workflowsPath: fileURLToPath(href), logger: Runtime.instance().logger });
      const shared = { connection, namespace: server.namespace, dataConverter: { payloadCodecs: [parts.codec] } };
      const made = [
        await Worker.create({
          ...shared,
          ...{ taskQueue: server.taskQueue, activities: { hold }, workflowBundle: await bundle },
          ...{ maxConcurrentActivityTaskExecutions: parts.concurrency, maxHeartbeatThrottleInterval: heartbeatMs / 2 },
          stickyQueueScheduleToStartTimeout: heartbeatMs,
        }),
        await Worker.create({
          ...{ ...shared, taskQueue: parts.queue, maxConcurrentActivityTaskExecutions: 1000 },
          activities: Object.fromEntries(orders.map((name) => [name, answering(name)])),
        }),
      ];
      workers = made;
      if (isStopped) return;
      await Promise.all(
        made.map((worker) =>
          worker.run().finally(() => {
            for (const other of made) if (other.getState() === 'RUNNING') other.shutdown();
          }),
        ),
      );
    } finally {
      await connection.close();
    }
  };

  const serving = (async () => {
    while (!isStopped) {
      try {
        await serve();
      } catch (error) {
        if (!isStopped) log.error({ err: error }, 'Temporal cannot be reached; trying again every two seconds');
        if (!isStopped) await pause(againMs, undefined, { ref: false });
      }
    }
  })();

  return {
    get size(): number {
      return sessions.size;
    },
    /** Aborts what is done for a run here, and resolves once that has ended. */
    async abort(id: string, reason: Error): Promise<void> {
      const session = sessions.get(id);
      session?.lose(reason);
      await session?.ended();
    },
    /** Hands all runs over. Resolves once nothing is written any more. */
    async stop(): Promise<void> {
      isStopped = true;
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      for (const session of sessions.values()) session.lose(stopping());
      await serving;
    },
  };
}
