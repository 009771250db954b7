import type { WorkflowNode } from 'chronoscribe/host';
import { interpret, type NodeExecution, type Place } from '../interpreter.ts';
import { Ended } from '../saved/aborts.ts';
import { type Answers, type Brief, type Held, mostWaits, type Order, type Outline } from './messages.ts';

/** Of how many sleeps and waits at once the host is asked. */
const mostLooks = 50;

/** The most steps of a run at the same time: Temporal fails a workflow that has more than 2,000 activities. */
const mostSteps = 1000;

/** Gives an order to the host that holds the run. Rejects with how the run is left then. */
export type Orders = <Name extends keyof Answers>(name: Name, order: Omit<Order, 'claim'>) => ReturnType<Answers[Name]>;

/** A branch that waits. */
interface Wait {
  readonly until: number | null;
  resolve(): void;
  park(end: Ended): void;
}

/** What comes for a run. */
export interface Mail {
  /** What something has come for that did not wait yet. */
  readonly given: Set<string>;
  hasCome: boolean;
  readonly waiting: Map<string, Wait>;
}

export const newMail = (): Mail => ({ given: new Set(), hasCome: false, waiting: new Map() });

/** Something has come for a run, for what waits under this key; null: for any. */
export function give(mail: Mail | undefined, key: string | null): void {
  if (mail === undefined) return;
  mail.hasCome = true;
  if (key !== null) mail.given.add(key);
  for (const [name, wait] of mail.waiting) if (key === null || key === name) wait.resolve();
}

/** What carries a graph out. */
export interface Executor {
  readonly order: Orders;
  /** Resolves once the condition holds, which is looked at when an order is carried out and all that follows is begun. */
  condition(holds: () => boolean): Promise<void>;
  /** Calls back at a time, in milliseconds since 1970. @returns what cancels that */
  at(time: number, then: () => void): () => void;
  /** Whether another execution is to go on with the run. */
  isLong(): boolean;
}

interface Parts {
  /** What is done, by its name. */
  readonly done: Map<string, Brief>;
  readonly mail: Mail;
  readonly executor: Executor;
}

/** Executes the nodes of a graph: what they do is done by orders to the host that holds the run. */
function createGraphExecution({ done, mail, executor }: Parts) {
  const { order } = executor;
  const { waiting } = mail;
  let atWork = 0;
  let isClosed = false;
  const looking = limited(mostLooks);
  const stepping = limited(mostSteps);

  const park = async (): Promise<void> => {
    for (;;) {
      await executor.condition(() => isClosed || (atWork === 0 && waiting.size > 0));
      if (isClosed) return;
      const ends = [...waiting.values()].flatMap(({ until }) => until ?? []);
      const end = new Ended('parked', { until: ends.length === 0 ? null : Math.min(...ends) });
      for (const wait of [...waiting.values()]) wait.park(end);
    }
  };
  void park();

  const ask: Orders = (async (name: keyof Answers, about: Omit<Order, 'claim'>) => {
    if (executor.isLong()) throw new Ended('long');
    atWork += 1;
    try {
      return await order(name, about);
    } finally {
      atWork -= 1;
    }
  }) as Orders;

  /** What is known of what is saved under a name, or what `work` lets the host save there. */
  const once = async (name: string, work: () => Promise<Brief>): Promise<Brief> => {
    const known = done.get(name);
    if (known !== undefined) return known;
    const brief = await work();
    done.set(name, brief);
    return brief;
  };

  /** Waits until something has come under a name. */
  const hold = async (name: string, until: number | null, signal: AbortSignal): Promise<void> => {
    if (mail.given.delete(name)) return;
    let cancel: (() => void) | undefined;
    let onAbort: (() => void) | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        onAbort = () => reject(signal.reason);
        if (signal.aborted) return onAbort();
        signal.addEventListener('abort', onAbort);
        waiting.set(name, { until, resolve, park: reject });
        if (until !== null) cancel = executor.at(until, resolve);
      });
    } finally {
      waiting.delete(name);
      cancel?.();
      if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
    }
  };

  let isOpen = 0;
  const lookAt = async (name: string, { signal }: Place, from?: number) => {
    const many = isOpen > mostWaits;
    const look = async () => {
      signal.throwIfAborted();
      return await ask('wait', { path: name, from, many });
    };
    return many ? look() : looking(look);
  };

  const wait = (name: string, at: Place, from?: number): Promise<Brief> =>
    once(name, async () => {
      isOpen += 1;
      try {
        for (;;) {
          const { over, brief, until } = await lookAt(name, at, from);
          at.signal.throwIfAborted();
          if (over) return brief;
          await hold(name, until, at.signal);
        }
      } finally {
        isOpen -= 1;
      }
    });

  const execution: NodeExecution = {
    async step({ path, position, signal }) {
      const stop = () => {
        const { reason } = signal;
        if (!(reason instanceof Ended)) void order('stop', { path, reason: reason.message }).catch(() => undefined);
      };
      signal.addEventListener('abort', stop);
      try {
        return await once(path, async () => {
          await stepping(async () => {
            signal.throwIfAborted();
            return await ask('step', { path, position });
          }).catch((thrown: unknown) => {
            signal.throwIfAborted();
            throw thrown;
          });
          return null;
        });
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },

    async sleep(at, from) {
      // A pause between two rounds is saved beside what is decided after the round.
      const name = at.path.endsWith('//every') ? `${at.path}//` : at.path;
      return Number(await wait(name, at, from));
    },

    wait: (at) => wait(at.path, at),

    child: ({ path, position, signal }) =>
      once(path, async () => {
        const { outline } = await ask('child', { path, position });
        await interpret(nodesOf(outline), { prefix: `${path}/`, signal, position }, execution);
        await ask('childDone', { path });
        return null;
      }),

    decide: (path, winner) => once(`${path}//`, () => ask('decide', { path, winner })),
    isDecided: (path) => done.has(`${path}//`),

    abandon: (path) => ask('abandon', { path }),
  };
  const close = () => {
    isClosed = true;
  };
  return { execution, close };
}

/** Lets only so many pieces of work be in progress at the same time. */
function limited(most: number) {
  let inProgress = 0;
  const next: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inProgress >= most) await new Promise<void>((resolve) => next.push(resolve));
    inProgress += 1;
    try {
      return await work();
    } finally {
      inProgress -= 1;
      next.shift()?.();
    }
  };
}

/**
 * Goes through the graph of a run that a host holds.
 *
 * @returns what ended that before the run has; undefined if the run has ended
 */
export async function goThrough(
  held: Pick<Held, 'outline' | 'done'>,
  lost: AbortSignal,
  mail: Mail,
  executor: Executor,
): Promise<Ended | undefined> {
  const done = new Map(held.done);
  const nodes = nodesOf(held.outline);
  for (;;) {
    mail.hasCome = false;
    const { execution, close } = createGraphExecution({ done, mail, executor });
    const end = await interpret(nodes, { prefix: '', signal: lost, position: undefined }, execution).then(
      () => undefined,
      endOf,
    );
    close();
    if (end?.how === 'lost') return end;
    try {
      if (end === undefined || end.how === 'failed') {
        await executor.order('settle', { path: end?.path ?? '' });
        return undefined;
      }
      if (end.how === 'parked' && !(await executor.order('park', { path: '' }))) continue;
      if (end.how === 'long') await executor.order('release', { path: '' });
      return end;
    } catch {
      return new Ended('lost');
    }
  }
}

/** The boundary: where the functions of the nodes are not, nobody calls them. */
function nodesOf(outline: Outline): readonly WorkflowNode[] {
  return outline as unknown as readonly WorkflowNode[];
}

function endOf(thrown: unknown): Ended {
  if (thrown instanceof Ended) return thrown;
  throw thrown;
}
