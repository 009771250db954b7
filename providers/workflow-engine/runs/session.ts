import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Problem, type Store } from 'chronoscribe';
import {
  type AccountSleep,
  changesBehind,
  definitionBegun,
  type EngineListener,
  fingerprintOf,
  type Sleep,
  type WaitFor,
} from 'chronoscribe/host';
import type { AnyWorkflow, DurationText } from 'chronoscribe/types';
import { signalTimeout, tooManyRounds, tooManySteps, workflowChanged } from '../problems.ts';
import {
  allOf,
  changeNoticed,
  nodes,
  StepFailure,
  type StoredNode,
  type StoredRun,
  type StoredSignal,
  signals,
  type Values,
} from './documents.ts';
import { releaseKey } from './key-limits.ts';
import { type Answers, type Brief, type Held, mostWaits, type Order } from './messages.ts';
import { Lost, openRecord } from './run-record.ts';
import { failure, type StepParts, savedStep } from './saved-step.ts';
import { BranchAborted, Ended, raceLost, siblingFailed } from './together.ts';
import { briefOf, createValues, type Located } from './values.ts';
import { isNamed, sleepEnd, sleepKey, timeoutEnd } from './waits.ts';

export interface SessionParts extends Pick<StepParts, 'log' | 'emit' | 'waiting'> {
  readonly store: Store;
  readonly encoding: Values;
  readonly listener: EngineListener;
  /** The run has ended here. */
  settled(id: string): void;
}

export type Session = Awaited<ReturnType<typeof openSession>>;

/** What a host does for a run that it has taken: all that the nodes of its graph say, each once. */
export async function openSession(
  run: StoredRun,
  workflow: AnyWorkflow,
  parts: SessionParts,
  lost = new AbortController(),
) {
  const { store, encoding, listener, log } = parts;
  const { id, account, claim } = run;
  const record = await openRecord(store, run, log, lost);
  const { saved, write, begin, end, fail } = record;
  const steps = new Map<string, AbortController>();
  const atWork = new Set<Promise<unknown>>();
  let orderedAt = performance.now();
  let own = workflow;
  let values = createValues({ workflow, runId: id, input: null }, saved, encoding);

  const stepParts = ({ runId, workflow }: Pick<Located, 'runId' | 'workflow'>, path = ''): StepParts => {
    const execution = { runId, root: id, claim };
    return { ...parts, run, execution, workflow: workflow.name, crashes: saved.get(path)?.crashes ?? 0 };
  };
  const outputOf = (name: string): unknown => encoding.decode(saved.get(name)?.output);

  const failAs = (name: string, problem: Problem): Promise<never> =>
    fail(record.newNode(name, 'function'), new StepFailure(problem).message);

  /** Saves what a function of the graph answers, once. */
  const decide = async (
    name: string,
    at: Pick<Located, 'runId' | 'workflow'>,
    answer: () => unknown,
  ): Promise<Brief> => {
    const known = saved.get(name);
    if (known?.status === 'completed') return known.brief;
    const node = record.newNode(name, 'function');
    try {
      const given = await answer();
      Object.assign(node, { output: encoding.encode(given), brief: briefOf(given) });
    } catch (thrown) {
      const [path = ''] = name.split('//');
      return fail(node, failure(Problem.of(thrown), path, 1, stepParts(at)).message);
    }
    await end(node, {});
    return node.brief;
  };

  /**
   * The definition by which a list of nodes goes on. One that has changed in what the run has been through fails it; a
   * retry makes it a run of the workflow as it is then.
   */
  const ownOf = async (
    from: AnyWorkflow,
    begun: readonly string[] | undefined,
    prefix: string,
  ): Promise<AnyWorkflow> => {
    const through = [...saved.values()]
      .filter(({ name, status, kind }) => name.startsWith(prefix) && (status === 'completed' || kind !== 'function'))
      .map(({ name }) => name.slice(prefix.length));
    const own = definitionBegun(from, begun);
    if (own !== undefined || begun === undefined) return own ?? from;
    const changes = changesBehind(begun, from, through);
    return changes === undefined ? from : failAs(prefix + changeNoticed, workflowChanged(from.name, changes));
  };

  /** Arms a sleep on an account's clock. A problem that another attempt would meet again fails the run. */
  const arm = async (name: string, { until, from }: Pick<AccountSleep, 'until' | 'from'>, end = ''): Promise<void> => {
    for (;;) {
      try {
        return await listener.armSleep({ run: id, account, node: name + end, until, from });
      } catch (thrown) {
        if (!(thrown instanceof Problem)) throw thrown;
        if (!thrown.transient) await failAs(`${name}//arm`, thrown);
        await wait(1000, undefined, { signal: record.signal });
      }
    }
  };

  const endOf = async (name: string, { until }: Sleep, at: Located): Promise<AccountSleep['until']> => {
    if (typeof until === 'number') return { ms: until };
    await decide(`${name}//`, at, () => until(at.state));
    return sleepEnd(outputOf(`${name}//`) as number | DurationText);
  };

  /** A sleep or a wait that begins: until when, by the clock on the wall. */
  const newWait = async (name: string, node: Sleep | WaitFor, at: Located, from?: number): Promise<StoredNode> => {
    const isSleep = node.kind === 'sleep';
    const timeout = isSleep || node.timeoutMs === undefined ? undefined : { ms: node.timeoutMs };
    const over = isSleep ? await endOf(name, node, at) : timeout;
    const isTimed = over !== undefined && node.clock === 'wall';
    if (over !== undefined && !isTimed) await arm(name, { until: over, from }, isSleep ? '' : timeoutEnd);
    const until = isTimed ? ('ms' in over ? Date.now() + over.ms : over.instant) : null;
    return record.newNode(name, 'signal-wait', { until });
  };

  /** Takes the signal that has come for what waits under a name, if any. */
  const take = async (documents: Parameters<Parameters<typeof write>[0]>[0], name: string, key: string) => {
    const all = await allOf(documents, signals, id);
    const isKept = (signal: StoredSignal) => signal.wait === null && key === name && isNamed(name, signal.node);
    const given = all.find((signal) => signal.wait === key) ?? all.find(isKept);
    if (given?.wait === null) await documents.put(signals, { ...given, wait: key });
    return given;
  };

  const answers: Answers = {
    async step({ path, position }) {
      if (saved.get(path)?.status === 'completed') return;
      const at = values.locate(path);
      if (at.node.kind !== 'step') throw new Error(`${path} is no step`);
      const controller = steps.get(path) ?? new AbortController();
      steps.set(path, controller);
      const signal = AbortSignal.any([controller.signal, record.signal]);
      const node = await begin(path, 'function');
      try {
        const place = { path, position: position ?? { index: 1, of: 1 }, signal };
        const output = await savedStep(at.node, at.state, place, stepParts(at, path));
        // Saved with what comes next, at the latest: nothing is done after it before it is.
        void end(node, { output }).catch(record.lose);
      } catch (thrown) {
        record.signal.throwIfAborted();
        if (controller.signal.aborted) await end(node, { status: 'failed', error: controller.signal.reason.message });
        else if (thrown instanceof StepFailure) await fail(node, thrown.message);
        throw thrown;
      } finally {
        steps.delete(path);
      }
    },

    async stop({ path, reason }) {
      const controller = steps.get(path) ?? new AbortController();
      if (saved.get(path)?.status !== 'completed') steps.set(path, controller);
      controller.abort(new BranchAborted(reason));
    },

    async decide({ path, winner }) {
      const at = values.locate(path);
      const { node, state, isRound } = at;
      return decide(`${path}//`, at, async () => {
        if (node.kind === 'each') return node.items(state);
        if (node.kind === 'when') return node.condition(state) === true;
        if (node.kind === 'repeat' && isRound) return node.until(state) === true;
        if (node.kind === 'repeat') throw tooManyRounds(node.name, node.most);
        if (node.kind !== 'race' || winner === undefined) throw new Error(`${path} decides nothing`);
        return { winner, value: values.valueOfAll(node.branches[winner] ?? [], `${path}/${winner}/`) };
      });
    },

    async wait({ path: name, from, many }) {
      if (many === true) await failAs(`${name}//`, tooManySteps(mostWaits));
      const known = saved.get(name);
      if (known?.status === 'completed') return { over: true, brief: known.brief, until: null };
      const round = name.lastIndexOf('/', name.indexOf('//every//') - 1);
      const isPause = name.endsWith('//every//');
      const at = values.locate(isPause ? name.slice(0, round) : name);
      const pause = { kind: 'sleep', name: at.node.name, clock: 'wall' } as const;
      const node = isPause && at.node.kind === 'repeat' ? { ...pause, until: at.node.everyMs } : at.node;
      if (node.kind !== 'sleep' && node.kind !== 'wait') throw new Error(`${name} waits for nothing`);
      const isNew = known?.status !== 'running';
      const waiting = isNew ? await newWait(name, node, at, from) : known;
      let given: StoredSignal | undefined;
      const look: Parameters<typeof write>[0] = async (documents) => {
        given = await take(documents, name, node.kind === 'sleep' ? sleepKey(name) : name);
      };
      await (isNew ? record.put(waiting, look) : write(look));
      const [signal] = [given].filter((each) => each !== undefined);
      const isOut = signal?.node.endsWith(timeoutEnd) ?? (waiting.until !== null && Date.now() >= waiting.until);
      if (signal === undefined && !isOut) return { over: false, brief: null, until: waiting.until };
      const payload: unknown = signal && encoding.decode(signal.payload);
      if (node.kind === 'sleep') {
        const over = signal === undefined ? waiting.until : Number(payload);
        await end(waiting, { output: encoding.encode(over), brief: over });
        return { over: true, brief: over, until: null };
      }
      if (isOut && node.otherwise === undefined)
        await failAs(`${name}//timeout`, signalTimeout(name, node.timeoutMs ?? 0));
      if (!isOut && node.clock === 'account' && node.timeoutMs !== undefined) await listener.disarmSleeps(id, name);
      await end(waiting, { output: encoding.encode(isOut ? node.otherwise?.value : payload) });
      return { over: true, brief: null, until: null };
    },

    async child({ path }) {
      const at = values.locate(path);
      const { node } = at;
      if (node.kind !== 'child') throw new Error(`${path} is no child`);
      await decide(`${path}//`, at, () => node.input(at.state));
      const known = saved.get(path);
      const { id: runId = randomUUID(), definition = [] } = known?.child ?? {};
      const begun = definition.length > 0 ? definition : [...fingerprintOf(node.workflow)];
      const child = { id: runId, definition: begun };
      if (known?.status !== 'running') await begin(path, 'workflow', { child });
      else if (begun !== definition) await record.put({ ...known, child });
      await listener.adopt({ id: child.id, run: id });
      return { outline: (await ownOf(node.workflow, child.definition, `${path}/`)).nodes };
    },

    async childDone({ path }) {
      const node = saved.get(path);
      if (node !== undefined) await end(node, {});
    },

    async abandon({ path }) {
      const isOpen = ({ name, status }: StoredNode) => status === 'running' && name.startsWith(`${path}/`);
      const open = [...saved.values()].filter(isOpen);
      if (open.length > 0) await listener.disarmSleeps(id, path);
      for (const node of open) if (!steps.has(node.name)) await end(node, { status: 'failed', error: raceLost });
    },

    async park() {
      const isParked = await write(async (documents) => {
        const given = await allOf(documents, signals, id);
        const open = [...saved.values()].filter(({ kind, status }) => kind === 'signal-wait' && status === 'running');
        const hasCome = open.some(
          ({ name, until }) =>
            (until !== null && until <= Date.now()) ||
            given.some((signal) => signal.wait === name || signal.wait === sleepKey(name)),
        );
        const ends = open.flatMap(({ until }) => until ?? []);
        const dueAt = ends.length === 0 ? 0 : Math.min(...ends);
        if (!hasCome) await record.change(documents, { phase: 'parked', dueAt });
        return !hasCome;
      });
      if (isParked) record.leave();
      return isParked;
    },

    async release() {
      await write((documents) => record.change(documents, { phase: 'woken' }));
      record.leave();
    },

    async settle({ path }) {
      const failed = saved.get(path);
      const output = failed === undefined ? encoding.encode(values.valueOfAll(own.nodes, '')) : null;
      await write(async (documents) => {
        const done = { phase: 'done', output: String(output), failure: null } as const;
        const ended = failed && ({ phase: 'failed', failure: failed.error, step: record.shown(path) } as const);
        await record.change(documents, ended ?? done);
        await releaseKey(documents, run);
        for (const child of failed === undefined ? [] : saved.values()) {
          if (child.kind !== 'workflow' || child.status !== 'running') continue;
          const error = path.startsWith(`${child.name}/`) ? failed?.error : siblingFailed;
          await documents.put(nodes, { ...child, status: 'failed', error: error ?? null, endedAt: Date.now() });
        }
      });
      record.leave();
      parts.settled(id);
    },
  };

  /** Carries out an order. */
  const answer = async <Name extends keyof Answers>(name: Name, order: Order): Promise<unknown> => {
    signal.throwIfAborted();
    const work: Promise<unknown> = answers[name](order);
    atWork.add(work);
    return work.finally(() => {
      atWork.delete(work);
      orderedAt = performance.now();
    });
  };

  const { lose, left, check, handOver, signal } = record;
  return {
    ...{ id, claim, answer, lose, left, check, handOver },
    /** Resolves once nothing is done for it any more. */
    ended: async () => void (await Promise.allSettled([...atWork])),
    /**
     * Holds the run until it is left.
     *
     * @param goThrough is told what there is to do; not called if the workflow has changed in what the run has been through
     */
    async hold(goThrough: (held: Held) => Promise<void>): Promise<void> {
      try {
        own = await ownOf(workflow, run.definition ?? undefined, '');
        values = createValues({ workflow: own, runId: id, input: encoding.decode(run.input) }, saved, encoding);
        const done = [...saved.values()].filter(({ status }) => status === 'completed');
        await goThrough({ claim, outline: own.nodes, done: done.map(({ name, brief }) => [name, brief]) });
      } catch (thrown) {
        if (!(thrown instanceof Ended)) throw thrown;
        await answer('settle', { claim, path: thrown.path });
      }
      await left;
    },
    /** Milliseconds since the last order: the workflow always has one, so one was lost if that takes long. */
    idleMs: () => (atWork.size === 0 ? performance.now() - orderedAt : 0),
  };
}

/** Whether an order has ended as it may, so that the run goes on or is left. */
export function isExpected(thrown: unknown): boolean {
  return [Ended, Lost, BranchAborted].some((each) => thrown instanceof each);
}
