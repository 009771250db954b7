import { ActivityFailure, ApplicationFailure, CancellationScope, condition, sleep } from '@temporalio/workflow';
import type { Sleep, WaitFor, WorkflowNode } from 'chronoscribe/host';
import { interpret, type NodeExecution, type Place } from '../interpreter.ts';
import { RaceLost } from '../saved/aborts.ts';
import { type Answers, type Brief, failureTypes, type Held, type Order } from './messages.ts';

/** How a run is left before it is over. */
export class Ended extends Error {
  /**
   * `failed`: a node has, for good; `parked`: all branches wait; `lost`: the host has lost the run; `long`: the history
   * is as long as it may be.
   */
  readonly how: 'failed' | 'parked' | 'lost' | 'long';
  /** What has failed. */
  readonly path: string;
  /** When the first of the branches goes on that wait, in milliseconds since 1970; null: not by itself. */
  readonly until: number | null;

  constructor(how: Ended['how'], { path = '', until = null }: { path?: string; until?: number | null } = {}) {
    super(how);
    this.how = how;
    this.path = path;
    this.until = until;
  }
}

/** The most sleeps and waits of a run at the same time, and how many of them the host is asked about at once. */
const [mostWaits, mostLooks] = [1000, 50];

/** The most steps of a run at the same time: Temporal fails a workflow that has more than 2,000 activities. */
const mostSteps = 1000;

/** Gives an order to the host that holds the run. */
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

interface Parts {
  readonly held: Held;
  /** What is done, by its name. */
  readonly done: Map<string, Brief>;
  readonly mail: Mail;
  readonly order: Orders;
  isLong(): boolean;
}

/** Executes the nodes of a graph inside of Temporal's workflow: what they do is done by orders to the host. */
export function createGraphExecution({ held, done, mail, order, isLong }: Parts) {
  const { waiting } = mail;
  const open = new Set(held.open);
  let atWork = 0;
  const looking = limited(mostLooks);
  const stepping = limited(mostSteps);

  const resting = new CancellationScope();
  const park = async (): Promise<void> => {
    for (;;) {
      await condition(() => atWork === 0 && waiting.size > 0);
      const ends = [...waiting.values()].flatMap(({ until }) => until ?? []);
      const end = new Ended('parked', { until: ends.length === 0 ? null : Math.min(...ends) });
      for (const wait of [...waiting.values()]) wait.park(end);
    }
  };
  void resting.run(park).catch(() => undefined);

  const ask: Orders = (async (name: keyof Answers, about: Omit<Order, 'claim'>) => {
    if (isLong()) throw new Ended('long');
    atWork += 1;
    try {
      return await order(name, about);
    } catch (thrown) {
      throw endedBy(thrown);
    } finally {
      atWork -= 1;
    }
  }) as Orders;

  /** What is known of what is saved under a name, or what `work` lets the host save there. */
  const once = async (name: string, work: () => Promise<Brief>): Promise<Brief> => {
    const known = done.get(name);
    if (known !== undefined) return known;
    open.add(name);
    const brief = await work();
    done.set(name, brief);
    return brief;
  };

  const decide = ({ path }: Pick<Place, 'path'>, winner?: string): Promise<Brief> =>
    once(`${path}//`, () => ask('decide', { path, winner }));

  /** Waits until something has come under a name. */
  const hold = async (name: string, until: number | null, signal: AbortSignal): Promise<void> => {
    if (mail.given.delete(name)) return;
    const timer = new CancellationScope();
    let onAbort: (() => void) | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        onAbort = () => reject(signal.reason);
        if (signal.aborted) return onAbort();
        signal.addEventListener('abort', onAbort);
        waiting.set(name, { until, resolve, park: reject });
        if (until === null) return;
        timer.run(() => sleep(Math.max(until - Date.now(), 1))).then(resolve, () => undefined);
      });
    } finally {
      waiting.delete(name);
      timer.cancel();
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
    isFailure: (thrown) => thrown instanceof Ended && thrown.how === 'failed',
    isPark: (thrown) => thrown instanceof Ended && thrown.how === 'parked',

    async step(_, { path, position, signal }) {
      const stop = () => {
        if (!(signal.reason instanceof Ended))
          void order('stop', { path, lost: signal.reason instanceof RaceLost }).catch(() => undefined);
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

    async sleep(_: Sleep, at, from) {
      // A pause between two rounds is saved beside what is decided after the round.
      const name = at.path.endsWith('//every') ? `${at.path}//` : at.path;
      return Number(await wait(name, at, from));
    },

    wait: (_: WaitFor, at) => wait(at.path, at),

    async child(_, { path, position, signal }) {
      await once(path, async () => {
        const { outline } = await ask('child', { path, position });
        // The boundary, as for the nodes of the run.
        const nodes = outline as unknown as readonly WorkflowNode[];
        await interpret(nodes, { prefix: `${path}/`, state: {}, signal, position }, execution);
        await ask('childDone', { path });
        return null;
      });
      return null;
    },

    async decide<T>(at: Pick<Place, 'path'>) {
      const brief = await decide(at);
      // The boundary: what it is for depends on the node. Of the items only their number is known here.
      return (typeof brief === 'number' ? Array(brief).fill(null) : brief) as T;
    },

    won: (at, { winner }) => decide(at, winner),
    decided: ({ path }) => (done.has(`${path}//`) ? Promise.resolve(null) : undefined),
    exhausted: async (_, at) => {
      await decide(at);
      throw new Ended('lost');
    },

    async abandon({ path }) {
      if ([...open].some((name) => name.startsWith(`${path}/`) && !done.has(name))) await ask('abandon', { path });
    },
  };
  return { execution, close: () => resting.cancel() };
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

/** What a failed order is to the run. */
function endedBy(thrown: unknown): Ended {
  const cause = thrown instanceof ActivityFailure ? thrown.cause : undefined;
  if (!(cause instanceof ApplicationFailure) || cause.type !== failureTypes.failed) return new Ended('lost');
  return new Ended('failed', { path: String(cause.details?.[0] ?? '') });
}
