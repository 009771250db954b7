import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { awaitRuns } from './checks/work.ts';
import { type Answer, send, Unanswered, Unavailable } from './client.ts';
import { type Act, asking, Broken, type Deed, type Load } from './deed.ts';
import type { Practice } from './practice.ts';
import type { Random } from './random.ts';
import { shortDay } from './scenario.ts';

/**
 * Somebody who works in a practice: does one thing after another, and never forgets what was asked for without an
 * answer.
 */
export interface Visitor {
  readonly practice: Practice;
  /** How often each operation was asked for. */
  readonly done: ReadonlyMap<string, number>;
  /**
   * Works until the host is gone or `enough` says so; what it stands on may be away for a while. Throws a `Broken`
   * where the host answers what it must not.
   */
  work(url: string, enough: () => boolean): Promise<void>;
  /**
   * Does each of a short day's things once, and waits for what comes of them. Returns whether the host is still there.
   */
  haveShortDay(url: string): Promise<boolean>;
  /** After a crash: makes up for what had no answer. With a key it is asked for again, and else looked for. */
  makeUp(url: string): Promise<void>;
}

interface Open {
  readonly deed: Deed;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * @param mayBeAway whether the host stands on something that may be away for a while: it answers 503 then, and nothing
 * else
 */
export function newVisitor(practice: Practice, load: Load, random: Random, mayBeAway: boolean): Visitor {
  const acts = Object.values(load);
  const total = acts.reduce((sum, { weight }) => sum + weight, 0);
  const done = new Map<string, number>();
  let open: Open | undefined;

  const choose = (): Act => {
    let left = random.fraction() * total;
    for (const { weight, act } of acts) {
      left -= weight;
      if (left < 0) return act;
    }
    return choose();
  };

  const ask = async (url: string, { deed, headers }: Open): Promise<void> => {
    const { call, operation } = deed;
    const answer = await send(url, { ...call, headers: { ...call.headers, ...headers } }, (told) => deed.hear?.(told));
    done.set(operation, (done.get(operation) ?? 0) + 1);
    // Where a run failed for that reason, it is known, and tried again later.
    if (answer.status === 503 && mayBeAway && !answer.headers.has('x-run-id')) throw new Unavailable(answer.text);
    if (isRefused(deed, answer)) return;
    deed.book(answer);
  };

  /** Does one thing, unless there is nothing to do it to. */
  const act = async (url: string, made: Act): Promise<void> => {
    const deed = made(practice, random);
    if (deed === undefined) return;
    const keyed = deed.call.method === 'POST' && random.chance(0.5);
    open = { deed, headers: keyed ? { 'idempotency-key': randomUUID() } : {} };
    await ask(url, open);
    open = undefined;
  };

  const makeUp = async (url: string): Promise<void> => {
    if (open === undefined) return;
    if ('idempotency-key' in open.headers) await ask(url, open);
    else await open.deed.lookFor(asking(url, practice));
    open = undefined;
  };

  return {
    practice,
    done,
    async work(url, enough) {
      while (!enough()) {
        const next = () => (open === undefined ? act(url, choose()) : makeUp(url));
        if (!(await isThere(() => unlessAway(next)))) return;
      }
    },
    haveShortDay: (url) =>
      isThere(async () => {
        for (const each of shortDay(load)) {
          await act(url, each);
          await awaitRuns(practice, asking(url, practice));
        }
      }),
    makeUp,
  };
}

/** Does not throw where what the host stands on is away, and waits a moment then. */
async function unlessAway(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (!(thrown instanceof Unavailable)) throw thrown;
    await wait(100);
  }
}

/** Whether the host answered to the end. */
async function isThere(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (thrown) {
    if (thrown instanceof Unanswered) return false;
    throw thrown;
  }
}

/** Whether it is a refusal, which changes nothing. Throws a `Broken` for an answer that was not to be expected. */
function isRefused({ operation, call, failures = [], refusals = [] }: Deed, { status, text }: Answer): boolean {
  if ((status >= 200 && status < 300) || failures.includes(status)) return false;
  if (refusals.includes(status)) return true;
  throw new Broken('fault', `${operation} (${call.path}) was answered with ${status}: ${text.slice(0, 500)}`);
}
