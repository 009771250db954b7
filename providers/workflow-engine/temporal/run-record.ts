import { setTimeout as wait } from 'node:timers/promises';
import { type Documents, Problem, type Store } from 'chronoscribe';
import { nodes, runs, type StoredNode, type StoredRun } from './documents.ts';
import { allOf } from './run-documents.ts';

/** A node that has failed for good, with what it is saved under. */
export class NodeFailed extends Error {
  readonly path: string;

  constructor(path: string) {
    super('A step has failed. The run says why.');
    this.path = path;
  }
}

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

/** What is saved of a run that this host has taken: it is written only while the claim of this host is the latest. */
export async function openRecord(store: Store, run: StoredRun) {
  const { id, claim } = run;
  const saved = new Map((await allOf(store, nodes, id)).map((node) => [node.name, node]));
  const atWork = new Set<string>();
  const children = new Set([...saved.values()].filter(({ kind }) => kind === 'workflow').map(({ name }) => name));
  const lost = new AbortController();
  const signal: AbortSignal = lost.signal;
  const left = Promise.withResolvers<void>();
  left.promise.catch(() => undefined);
  const queue: Queued[] = [];
  let isWriting = false;
  let { step } = run;
  let savedStep = run.step;
  let number = [...saved.values()].at(-1)?.number ?? -1;
  let isLeft = false;

  const lose = (reason: Error): void => {
    lost.abort(reason);
    left.reject(reason);
  };

  /** Tries as long as it takes: what a step has made must not be lost. */
  const commit = async (changes: readonly Change[]): Promise<readonly unknown[]> => {
    for (let pauseMs = 50; ; pauseMs = Math.min(2 * pauseMs, 5000)) {
      lost.signal.throwIfAborted();
      try {
        return await store.transaction(async (documents) => {
          const now = await documents.get(runs, id);
          if (now?.claim !== claim || now.phase !== 'held') throw new Lost('Another host has taken the run.');
          const results: unknown[] = [];
          for (const change of changes) results.push(await change(documents));
          return results;
        });
      } catch (thrown) {
        if (thrown instanceof Lost) lose(thrown);
        if (!(thrown instanceof Problem && thrown.transient)) throw thrown;
        await wait(pauseMs, undefined, { signal: lost.signal }).catch(() => undefined);
      }
    }
  };

  const writeQueued = async (): Promise<void> => {
    isWriting = true;
    while (queue.length > 0) {
      const batch = queue.splice(0, mostChanges);
      try {
        const results = await commit(batch.map(({ change }) => change));
        for (const [at, { done }] of batch.entries()) done.resolve(results[at]);
      } catch (thrown) {
        for (const { done } of batch) done.reject(thrown);
      }
    }
    isWriting = false;
  };

  /** Makes a change, in one transaction with others that wait meanwhile. */
  const write = async <T>(change: (documents: Documents) => Promise<T>): Promise<T> => {
    const done = Promise.withResolvers<unknown>();
    queue.push({ change, done });
    if (!isWriting) void writeQueued();
    // The boundary where its type is given back.
    return (await done.promise) as T;
  };

  const change = async (documents: Documents, about: Partial<StoredRun>): Promise<void> => {
    const now = await documents.get(runs, id);
    if (now !== undefined) await documents.put(runs, { ...now, ...about });
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
    const present = status === 'running' ? name : [...atWork].at(-1);
    if (!name.includes('//') && present !== undefined) step = shown(present);
    const at = step;
    await write(async (documents) => {
      await before?.(documents);
      await documents.put(nodes, node);
      if (at !== savedStep) await change(documents, { step: at });
    });
    savedStep = at;
    saved.set(name, node);
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
    /** Aborted once this host may no longer work on the run. */
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
    /** Saves that a node has failed for good. @throws NodeFailed */
    async fail(node: StoredNode, error: string): Promise<never> {
      await end(node, { status: 'failed', error });
      throw new NodeFailed(node.name);
    },
    /** Leaves the run to any host, with what was in progress. */
    handOver: (): Promise<void> =>
      store.transaction(async (documents) => {
        const now = await documents.get(runs, id);
        if (now?.claim !== claim || now.phase !== 'held') return;
        const endedAt = Date.now();
        for (const node of saved.values())
          if (node.kind === 'function' && node.status === 'running')
            await documents.put(nodes, { ...node, status: 'failed', error: 'The host was stopped.', endedAt });
        await documents.put(runs, { ...now, phase: 'admitted' });
      }),
  };
}
