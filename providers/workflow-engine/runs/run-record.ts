import { setTimeout as wait } from 'node:timers/promises';
import type { Documents, Logger, Store } from 'chronoscribe';
import { allOf, changeRun, nodes, runs, type StoredNode, type StoredRun } from './documents.ts';
import { Ended } from './together.ts';

/** This host may no longer work on the run. */
export class Lost extends Error {
  override readonly name = 'Lost';
}

/** A change of the documents of the run. */
type Change = (documents: Documents) => Promise<unknown>;

interface Queued {
  readonly change: Change;
  readonly done: PromiseWithResolvers<unknown>;
}

/** How many changes share a transaction at most. */
const mostChanges = 100;

/** Milliseconds before a change is tried again that could not be saved. */
const firstPauseMs = 50;

/**
 * What is saved of a run that this host has taken: it is written only while the claim of this host is the latest.
 *
 * @param lost is aborted once this host may no longer work on the run
 */
export async function openRecord(store: Store, run: StoredRun, log: Logger, lost: AbortController) {
  const { id, claim } = run;
  // Of a run that is taken for the first time nothing is there.
  const before = claim === 1 ? [] : await allOf(store, nodes, id);
  const saved = new Map(before.map((node) => [node.name, node]));
  const atWork = new Set<string>();
  const children = new Set([...saved.values()].filter(({ kind }) => kind === 'workflow').map(({ name }) => name));
  const signal: AbortSignal = lost.signal;
  const left = Promise.withResolvers<void>();
  left.promise.catch(() => undefined);
  const queue: Queued[] = [];
  let writing: Promise<void> | undefined;
  let { step } = run;
  /** As it is in the transaction that makes changes. */
  let current = run;
  let number = [...saved.values()].at(-1)?.number ?? -1;
  let isLeft = false;

  const lose = (reason: Error): void => lost.abort(reason);
  signal.addEventListener('abort', () => left.reject(signal.reason));
  if (signal.aborted) left.reject(signal.reason);

  /** Makes the changes that wait, in one transaction. Tries as long as it takes: what a step has made must not be lost. */
  const commit = async (batch: Queued[]): Promise<readonly unknown[]> => {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, 5000)) {
      try {
        return await store.transaction(async (documents) => {
          const now = await documents.get(runs, id);
          // The answer to an earlier try was lost: nobody else lets a run of this claim go.
          if (batch.length > 0 && now?.claim === claim && isLeftBy(now)) return batch.map(() => true);
          if (batch.length === 0) batch.push(...queue.splice(0, mostChanges));
          if (now?.claim !== claim || now.phase !== 'held') throw new Lost('Another host has taken the run.');
          const results: unknown[] = [];
          current = now;
          for (const { change } of batch) results.push(await change(documents));
          // Each change of a run writes it, so that two of them exclude each other on every store.
          if (current === now) await documents.put(runs, now);
          return results;
        });
      } catch (thrown) {
        if (thrown instanceof Lost) lose(thrown);
        signal.throwIfAborted();
        if (pauseMs === firstPauseMs) log.warn({ run: id, err: thrown }, 'a change of a run is not saved yet');
        await wait(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  };

  const writeQueued = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch: Queued[] = [];
      try {
        const results = await commit(batch);
        for (const [at, { done }] of batch.entries()) done.resolve(results[at]);
      } catch (thrown) {
        for (const { done } of [...batch, ...queue.splice(0)]) done.reject(thrown);
      }
    }
    writing = undefined;
  };

  /** Makes a change, in one transaction with others that wait meanwhile, after all that were asked for before it. */
  const write = async <T>(change: (documents: Documents) => Promise<T>): Promise<T> => {
    const done = Promise.withResolvers<unknown>();
    queue.push({ change, done });
    writing ??= writeQueued();
    // The boundary where its type is given back.
    return (await done.promise) as T;
  };

  /** Changes the run itself, within a change. */
  const change = async (documents: Documents, about: Partial<StoredRun>): Promise<void> => {
    current = { ...current, ...about };
    await documents.put(runs, current);
  };

  /** What of the run clients are told to be at: the child, if it is in one. */
  const shown = (name: string): string | null =>
    ([...children].find((child) => name.startsWith(`${child}/`)) ?? name.split('//')[0]) || null;

  /** Saves a node, with `before` in the same transaction. */
  const put = async (node: StoredNode, before?: Change): Promise<void> => {
    const { name, status, kind } = node;
    if (kind === 'workflow') children.add(name);
    if (kind === 'function' && status === 'running') atWork.add(name);
    else atWork.delete(name);
    // What is worked on rather than what waits.
    const present = [...atWork].at(-1) ?? (status === 'running' ? name : undefined);
    if (!name.includes('//') && present !== undefined) step = shown(present);
    const at = step;
    saved.set(name, node);
    await write(async (documents) => {
      await before?.(documents);
      await documents.put(nodes, node);
      if (at !== current.step) await change(documents, { step: at });
    });
  };

  const newNode = (name: string, kind: StoredNode['kind'], about: Partial<StoredNode> = {}): StoredNode => {
    const before = saved.get(name);
    const isCrash = before?.status === 'running' && kind === 'function';
    number += 1;
    return {
      ...{ id: `${id} ${name}`, run: id, number: before?.number ?? number, name, kind, claim },
      ...{ status: 'running', output: null, error: null, brief: null, startedAt: Date.now(), endedAt: null },
      ...{ crashes: (before?.crashes ?? 0) + (isCrash ? 1 : 0), until: null, child: null, ...about },
    };
  };

  const end = (node: StoredNode, about: Partial<StoredNode>): Promise<void> =>
    put({ ...node, status: 'completed', endedAt: Date.now(), ...about });

  return {
    saved: saved as ReadonlyMap<string, StoredNode>,
    signal,
    lose,
    left: left.promise,
    /** This host leaves the run, as was just saved. */
    leave(): void {
      isLeft = true;
      left.resolve();
    },
    /** Loses the run if the store says that it is no longer this host's. */
    async check(): Promise<void> {
      const now = await store.get(runs, id).catch(() => run);
      if (!isLeft && (now?.claim !== claim || now.phase !== 'held'))
        lose(new Lost('The run was cancelled, or another host has taken it.'));
    },
    write,
    change,
    shown,
    put,
    newNode,
    async begin(name: string, kind: StoredNode['kind'], about?: Partial<StoredNode>): Promise<StoredNode> {
      const node = newNode(name, kind, about);
      await put(node);
      return node;
    },
    end,
    /** Saves that a node has failed for good. @throws Ended */
    async fail(node: StoredNode, error: string): Promise<never> {
      await end(node, { status: 'failed', error });
      throw new Ended('failed', { path: node.name });
    },
    /** Leaves the run to any host, with what was in progress. If that fails, this host finds it by a look at what was left. */
    async handOver(): Promise<void> {
      await writing;
      const handingOver = changeRun(store, id, async (now, documents) => {
        if (now.claim !== claim || now.phase !== 'held') return undefined;
        const endedAt = Date.now();
        for (const node of await allOf(documents, nodes, id))
          if (node.kind === 'function' && node.status === 'running')
            await documents.put(nodes, { ...node, status: 'failed', error: 'The host was stopped.', endedAt });
        return { ...now, phase: 'admitted' };
      });
      await handingOver.catch((error) => log.warn({ run: id, err: error }, 'a run could not be handed over'));
    },
  };
}

/** Whether the host of the latest claim has let a run go. */
function isLeftBy({ phase }: StoredRun): boolean {
  return phase !== 'held' && phase !== 'cancelled' && phase !== 'admitted';
}
