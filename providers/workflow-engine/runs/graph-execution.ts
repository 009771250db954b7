import {
  type Answers,
  type Brief,
  type Held,
  mostWaits,
  type Order,
  type Outline,
  type Place,
  type Scope,
} from './messages.ts';
import { BranchAborted, Ended, raceLost, together } from './together.ts';

/**
 * Gives an order to the host that holds the run. Rejects with how the run is left then.
 *
 * @param signal once it is aborted, an order that was not given yet is not
 */
export type Orders = <Name extends keyof Answers>(
  name: Name,
  order: Omit<Order, 'claim'>,
  signal?: AbortSignal,
) => ReturnType<Answers[Name]>;

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

/**
 * Executes the nodes of a graph, each once: what is done is not repeated when a run continues. What nodes see is not known
 * here: what they do is done by orders to the host that holds the run, which finds them by their paths.
 */
function createGraphExecution({ done, mail, executor }: Parts) {
  const { order } = executor;
  const { waiting } = mail;
  let atWork = 0;
  let isClosed = false;
  let isOpen = 0;

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

  const ask: Orders = (async (name: keyof Answers, about: Omit<Order, 'claim'>, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    if (executor.isLong()) throw new Ended('long');
    atWork += 1;
    try {
      return await order(name, about, signal);
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

  /** @param from the end of the sleep on the account's clock before it, from which this one counts */
  const wait = (path: string, { signal }: Place, from?: number): Promise<Brief> =>
    once(path, async () => {
      isOpen += 1;
      try {
        for (;;) {
          const { over, brief, until } = await ask('wait', { path, from, many: isOpen > mostWaits }, signal);
          signal.throwIfAborted();
          if (over) return brief;
          await hold(path, until, signal);
        }
      } finally {
        isOpen -= 1;
      }
    });

  const step = async ({ path, position, signal }: Place): Promise<Brief> => {
    const stop = () => {
      const { reason } = signal;
      if (!(reason instanceof Ended)) void order('stop', { path, reason: reason.message }).catch(() => undefined);
    };
    signal.addEventListener('abort', stop);
    try {
      return await once(path, async () => {
        await ask('step', { path, position }, signal).catch((thrown: unknown) => {
          signal.throwIfAborted();
          throw thrown;
        });
        return null;
      });
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };

  /**
   * Has the answer of a function saved: how many items there are, whether a condition holds, whether a round was the last
   * one. Fails for a `repeat` that has no round left.
   *
   * @param winner the branch of a race that has ended first
   */
  const decide = (path: string, winner?: string): Promise<Brief> =>
    once(`${path}//`, () => ask('decide', { path, winner }));

  /** Has saved which branch has ended first, then aborts the others. What they throw from then on does not count. */
  const race = async (branches: Readonly<Record<string, Outline>>, at: Place): Promise<void> => {
    const { path } = at;
    if (!done.has(`${path}//`)) {
      let first: Promise<unknown> | undefined;
      const won = new AbortController();
      const tasks = Object.entries(branches).map(([name, body]) => async (signal: AbortSignal) => {
        await interpret(body, { ...at, signal, prefix: `${path}/${name}/` });
        signal.throwIfAborted();
        first ??= decide(path, name);
        await first;
        won.abort(new BranchAborted(raceLost));
      });
      await together(tasks, tasks.length, AbortSignal.any([at.signal, won.signal])).catch((thrown: unknown) => {
        if (first === undefined) throw thrown;
      });
      await first;
    }
    await ask('abandon', { path });
  };

  /** @returns of a sleep its end */
  const execute = async (node: Outline[number], at: Place, sleptUntil: number | undefined): Promise<unknown> => {
    const { body = [], branches = {}, concurrency = 1, everyMs = 0, most = 0 } = node;
    const { path, position } = at;
    const inside =
      (nodes: Outline, part: string) =>
      (signal = at.signal) =>
        interpret(nodes, { ...at, signal, prefix: `${path}/${part}` });
    switch (node.kind) {
      case 'step':
        return step(at);
      case 'sleep':
        return wait(path, at, sleptUntil);
      case 'wait':
        return wait(path, at);
      case 'parallel': {
        const tasks = Object.entries(branches).map(([name, nodes]) => inside(nodes, `${name}/`));
        return together(tasks, tasks.length, at.signal);
      }
      case 'race':
        return race(branches, at);
      case 'each': {
        const count = Number(await decide(path));
        const items = Array.from({ length: count }, (_, index) => inside(body, `${index}/`));
        return together(items, concurrency, at.signal);
      }
      case 'when':
        return (await decide(path)) === true && inside(body, '')();
      case 'repeat':
        for (let index = 0; ; index += 1) {
          await inside(body, `${index}/`)();
          if ((await decide(`${path}/${index}`)) === true) return;
          if (index + 1 >= most) return decide(path);
          // Saved beside what is decided after the round.
          if (everyMs > 0) await wait(`${path}/${index}//every//`, at);
        }
      case 'child':
        return once(path, async () => {
          const { outline } = await ask('child', { path, position });
          await inside(outline, '')();
          await ask('childDone', { path });
          return null;
        });
      default:
        return node.kind satisfies never;
    }
  };

  /** Executes nodes one after the other. */
  const interpret = async (nodes: Outline, scope: Scope): Promise<void> => {
    let sleptUntil: number | undefined;
    for (const [index, node] of nodes.entries()) {
      scope.signal.throwIfAborted();
      const position = scope.position ?? { index: index + 1, of: nodes.length };
      const given = await execute(node, { ...scope, position, path: scope.prefix + node.name }, sleptUntil);
      if (node.kind === 'sleep') sleptUntil = node.clock === 'account' ? Number(given) : undefined;
      else if (node.kind !== 'step') sleptUntil = undefined;
    }
  };

  /** @returns what ended that before the nodes have */
  return async (nodes: Outline, signal: AbortSignal): Promise<Ended | undefined> => {
    try {
      await interpret(nodes, { prefix: '', signal, position: undefined });
      return undefined;
    } catch (thrown) {
      if (thrown instanceof Ended) return thrown;
      throw thrown;
    } finally {
      isClosed = true;
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
  for (;;) {
    mail.hasCome = false;
    const end = await createGraphExecution({ done, mail, executor })(held.outline, lost);
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
