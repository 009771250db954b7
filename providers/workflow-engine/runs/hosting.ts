import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster, Health } from 'chronoscribe';
import { stopping, unknownWorkflow } from '../problems.ts';
import { changeRun, StepFailure, type StoredRun } from './documents.ts';
import type { Executor as EngineExecutor, Hosting, HostingParts } from './engine.ts';
import { type Executor, give, goThrough, type Mail, newMail, type Orders } from './graph-execution.ts';
import { releaseKey } from './key-limits.ts';
import { Lost } from './run-record.ts';
import { isExpected, openSession, type Session } from './session.ts';
import { Ended } from './together.ts';
import { hosts, takeRuns } from './turns.ts';

/** The right of this process to work for its host, held until it ends. */
export interface Ownership {
  /** Which host this is: the same after a restart, and no other one's. */
  readonly host: string;
  release(): void;
}

export interface LocalOptions {
  readonly cluster: Cluster;
  /** How many runs this host works on at the same time. */
  readonly concurrency: number;
  /** Milliseconds for which a run waits for a host that has its workflow. */
  readonly missingWorkflowMs: number;
}

interface LocalHostingParts extends HostingParts, LocalOptions {
  readonly host: string;
  readonly atWork: Map<string, AtWork>;
}

/** How long other hosts wait for one that has died, how often it says that it lives, and how often all is looked at. */
const [leaseMs, renewEveryMs, thoroughMs] = [30_000, 10_000, 900];

/** Milliseconds between two looks whether runs are still this host's, and before a run goes on that could not. */
const [checkMs, againMs] = [2000, 1000];

/** Milliseconds between two looks at the clock on the wall, which may be set. */
const longestTimerMs = 1000;

/** A run that this host works on. */
interface AtWork {
  readonly mail: Mail;
  readonly lost: AbortController;
  session: Session | undefined;
  ended: Promise<void>;
}

/** Has the hosts of a store work on its runs by themselves, each on those that it has taken. */
export function localExecutor(
  options: LocalOptions & {
    readonly store: { stop(): Promise<void>; health(): Promise<Health> };
    /** @throws Error if another process works for this host */
    own(): Promise<Ownership>;
  },
): EngineExecutor {
  const { store } = options;
  const atWork = new Map<string, AtWork>();
  let host = '';
  return {
    async own() {
      const owned = await options.own();
      host = owned.host;
      return owned.release;
    },
    host: (parts) => createLocalHosting({ ...options, ...parts, host, atWork }),
    given: (id, key) => give(atWork.get(id)?.mail, key ?? null),
    close: () => store.stop(),
    async health() {
      const health = await store.health();
      return { ...health, detail: `${atWork.size} runs at work; ${health.detail}` };
    },
  };
}

/** Takes runs from the store, as many as this host works on at the same time, and carries out their graphs itself. */
function createLocalHosting(parts: LocalHostingParts): Hosting {
  const { store, cluster, host, atWork, workflows, listener, log } = parts;
  const missingSince = new Map<string, number>();
  let looked = Number.NEGATIVE_INFINITY;
  let renewed = Number.NEGATIVE_INFINITY;
  let isStopped = false;

  const has = ({ id, workflow }: StoredRun): boolean => {
    if (workflows.has(workflow)) return true;
    const since = missingSince.get(id) ?? Date.now();
    missingSince.set(id, since);
    return Date.now() - since >= parts.missingWorkflowMs;
  };

  const renew = async (): Promise<void> => {
    if (!cluster.isShared || performance.now() - renewed < renewEveryMs) return;
    await store.put(hosts, { id: host, until: cluster.now() + leaseMs });
    renewed = performance.now();
  };

  /** Carries out the orders of a graph, which come in the same process. */
  const executorOf = (session: Session): Executor => {
    const pending = new Map<() => boolean, () => void>();
    const look = () => {
      for (const [holds, resolve] of [...pending]) {
        if (!holds()) continue;
        pending.delete(holds);
        resolve();
      }
    };
    const order = async (name: Parameters<Orders>[0], about: Parameters<Orders>[1]) => {
      try {
        return await session.answer(name, { ...about, claim: session.claim });
      } catch (thrown) {
        if (thrown instanceof Ended) throw thrown;
        if (!isExpected(thrown)) {
          if (!isStopped) log.error({ run: session.id, err: thrown }, 'this host cannot go on with a run');
          session.lose(thrown instanceof Error ? thrown : new Lost('failed'));
        }
        throw new Ended('lost');
      } finally {
        // What follows begins in this turn of the event loop.
        setImmediate(look);
      }
    };
    return {
      order: order as Orders,
      condition: (holds) => new Promise((resolve) => pending.set(holds, resolve)),
      at(time, then) {
        const look = () => {
          if (Date.now() >= time) then();
        };
        const timer = setInterval(look, Math.min(Math.max(time - Date.now(), 1), longestTimerMs)).unref();
        return () => clearInterval(timer);
      },
      isLong: () => false,
    };
  };

  const goOn = (session: Session, mail: Mail): Promise<void> =>
    session.hold(async (held) => {
      const lost = new AbortController();
      session.left.catch(() => lost.abort(new Ended('lost')));
      const end = await goThrough(held, lost.signal, mail, executorOf(session));
      if (end?.how === 'lost') session.lose(new Lost('A change could not be saved.'));
      const dueMs = (end?.until ?? Number.POSITIVE_INFINITY) - Date.now();
      if (dueMs < thoroughMs) setTimeout(lookAtAll, Math.max(dueMs, 1)).unref();
    });

  const lookAtAll = (): void => {
    looked = Number.NEGATIVE_INFINITY;
    parts.onRoom();
  };

  const work = async (run: StoredRun, at: AtWork): Promise<void> => {
    const { id } = run;
    const workflow = workflows.get(run.workflow);
    let session: Session | undefined;
    try {
      if (workflow === undefined) return await failMissing(run);
      if (run.watched) parts.watched(id);
      session = await openSession(run, workflow, parts, at.lost);
      at.session = session;
      await goOn(session, at.mail);
    } catch (thrown) {
      const isLost = thrown instanceof Lost || isStopped;
      if (!isLost) log.error({ run: id, err: thrown }, 'this host cannot go on with a run; it tries again');
      session?.lose(stopping());
      await session?.ended();
      if (!isLost) await pause(againMs, undefined, { ref: false });
      await session?.handOver();
    } finally {
      atWork.delete(id);
      parts.onRoom();
    }
  };

  /** Fails a run whose workflow no host has. */
  const failMissing = async (run: StoredRun): Promise<void> => {
    missingSince.delete(run.id);
    const failure = new StepFailure(unknownWorkflow(run.workflow)).message;
    const failed = await changeRun(store, run.id, async (now, documents) => {
      if (now.phase !== 'held' || now.claim !== run.claim) return undefined;
      await releaseKey(documents, now);
      return { ...now, phase: 'failed', failure };
    });
    if (failed !== undefined) parts.settled(run.id);
  };

  const begin = (run: StoredRun): void => {
    const at: AtWork = {
      mail: newMail(),
      ...{ session: undefined, lost: new AbortController(), ended: Promise.resolve() },
    };
    if (isStopped) at.lost.abort(stopping());
    atWork.set(run.id, at);
    at.ended = work(run, at);
  };

  const checking = setInterval(() => {
    if (!cluster.isShared) return;
    for (const at of atWork.values()) {
      void at.session?.check();
      // The message of another host may be lost.
      if (at.mail.waiting.size > 0) give(at.mail, null);
    }
  }, checkMs).unref();

  return {
    async look() {
      await renew();
      const room = parts.concurrency - atWork.size;
      if (room <= 0 || isStopped) return;
      const isThorough = performance.now() - looked > thoroughMs;
      const claims = { ...{ host, room, has, isThorough }, runsAtOnce: listener.runsAtOnce, now: cluster.now() };
      const isHere = (id: string) => atWork.has(id);
      const { found, taken } = await takeRuns(store, { ...claims, isHere });
      // What had no room is looked for as soon as there is some.
      if (isThorough && taken.length < room) looked = performance.now();
      for (const run of taken) begin(run);
      if (taken.length < found.length) parts.onRoom();
    },
    async abort(id, reason) {
      const at = atWork.get(id);
      if (at === undefined) return;
      at.lost.abort(reason);
      await at.ended;
    },
    async stop() {
      isStopped = true;
      clearInterval(checking);
      for (const { lost } of atWork.values()) lost.abort(stopping());
      await Promise.all([...atWork.values()].map(({ ended }) => ended));
    },
  };
}
