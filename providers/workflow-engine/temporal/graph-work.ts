import './globals.ts';
import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  scheduleActivity,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { type Executor, give, goThrough, newMail, type Orders } from '../runs/graph-execution.ts';
import { Ended } from '../runs/together.ts';
import { failureTypes, givenSignal, type HeldByHost, heldSignal, limited } from './messages.ts';

/** The longest history of one execution of the workflow; then another one goes on. */
const maxEvents = 4000;

/** Steps have the time limits of their authors. Activities must have one. */
const unlimited = '365 days';

/**
 * The most steps of a run at the same time, and of how many sleeps and waits the host is asked at once: Temporal fails a
 * workflow that has more than 2,000 activities.
 */
const [mostSteps, mostLooks] = [1000, 50];

/**
 * Every run, whatever its workflow: goes through the graph that the host gives which holds the run, and has that host
 * do what the nodes say. What they see and make is in the host's store; here are paths and decisions alone.
 */
export async function run({ heartbeatMs }: { readonly heartbeatMs: number }): Promise<void> {
  const mail = newMail();
  let held: HeldByHost | undefined;
  let lose: (() => void) | undefined;
  setHandler(defineSignal<[HeldByHost]>(heldSignal), (given) => {
    held = given;
    lose?.();
  });
  setHandler(defineSignal<[string | null]>(givenSignal), (key) => give(mail, key));

  for (;;) {
    let isOver = false;
    held = undefined;
    const holding = scheduleActivity<void>('hold', [], {
      startToCloseTimeout: unlimited,
      heartbeatTimeout: heartbeatMs,
      retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '1s' },
    }).finally(() => {
      isOver = true;
    });
    let end: Ended | undefined;
    do {
      await condition(() => held !== undefined || isOver);
      const taken: HeldByHost | undefined = held;
      // Nothing is left to do.
      if (taken === undefined) return;
      held = undefined;
      const lost = new AbortController();
      const scope = new CancellationScope();
      lose = () => {
        lost.abort(new Ended('lost'));
        scope.cancel();
      };
      end = await goThrough(taken, lost.signal, mail, executorOf(taken, scope));
      // If Temporal has missed the end of the activity, another host takes the run once more, though it rests.
      if (end?.how !== 'lost') await condition(() => held !== undefined || isOver);
    } while (end?.how === 'lost' || (held !== undefined && !isOver));
    await holding;
    if (end === undefined) return;
    if (end.how === 'long') await continueAsNew<typeof run>({ heartbeatMs });
    const hasCome = () => mail.hasCome;
    await (end.until === null ? condition(hasCome) : condition(hasCome, Math.max(end.until - Date.now(), 1)));
  }
}

/** Has the host that holds the run carry out its graph. */
function executorOf({ queue, claim }: HeldByHost, scope: CancellationScope): Executor {
  const limits: Readonly<Record<string, ReturnType<typeof limited>>> = {
    step: limited(mostSteps),
    wait: limited(mostLooks),
  };
  const order = (name: string, about: { readonly path: string; readonly many?: boolean }, signal?: AbortSignal) => {
    const schedule = () => {
      signal?.throwIfAborted();
      return scope
        .run(() =>
          scheduleActivity(name, [{ ...about, claim }], {
            ...{ taskQueue: queue, startToCloseTimeout: unlimited, retry: { maximumAttempts: 1 } },
            ...(name === 'step' && { activityId: `${about.path} ${claim}` }),
            cancellationType: ActivityCancellationType.ABANDON,
          }),
        )
        .catch((thrown: unknown) => {
          throw endedBy(thrown);
        });
    };
    // One too many fails the run at once.
    return (about.many === true ? undefined : limits[name])?.(schedule) ?? schedule();
  };
  return {
    order: order as Orders,
    condition,
    at(time, then) {
      const timer = new CancellationScope();
      timer.run(() => sleep(Math.max(time - Date.now(), 1))).then(then, () => undefined);
      return () => timer.cancel();
    },
    isLong: () => workflowInfo().historyLength > maxEvents || workflowInfo().continueAsNewSuggested,
  };
}

/** What a failed order is to the run. */
function endedBy(thrown: unknown): Ended {
  const cause = thrown instanceof ActivityFailure ? thrown.cause : undefined;
  if (!(cause instanceof ApplicationFailure) || cause.type !== failureTypes.failed) return new Ended('lost');
  return new Ended('failed', { path: String(cause.details?.[0] ?? '') });
}
