import './globals.ts';
import {
  ActivityCancellationType,
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  scheduleActivity,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { WorkflowNode } from 'chronoscribe/host';
import { interpret } from '../interpreter.ts';
import { createGraphExecution, Ended, type Mail, type Orders } from './graph-execution.ts';
import { givenSignal, type Held, heldSignal } from './messages.ts';

/** The longest history of one execution of the workflow; then another one goes on. */
const maxEvents = 4000;

/** Steps have the time limits of their authors. Activities must have one. */
const unlimited = '365 days';

/**
 * Every run, whatever its workflow: goes through the graph that the host gives which holds the run, and has that host
 * do what the nodes say. What they see and make is in the host's store; here are paths and decisions alone.
 */
export async function run({ heartbeatMs }: { readonly heartbeatMs: number }): Promise<void> {
  const mail: Mail = { given: new Set(), hasCome: false, waiting: new Map() };
  let held: Held | undefined;
  let lose: (() => void) | undefined;
  setHandler(defineSignal<[Held]>(heldSignal), (given) => {
    held = given;
    lose?.();
  });
  setHandler(defineSignal<[string | null]>(givenSignal), (key) => {
    mail.hasCome = true;
    if (key !== null) mail.given.add(key);
    for (const [name, wait] of mail.waiting) if (key === null || key === name) wait.resolve();
  });

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
      const taken: Held | undefined = held;
      // Nothing is left to do.
      if (taken === undefined) return;
      held = undefined;
      const lost = new AbortController();
      const scope = new CancellationScope();
      lose = () => {
        lost.abort(new Ended('lost'));
        scope.cancel();
      };
      end = await goThrough(taken, lost.signal, mail, ordersTo(taken, scope));
    } while (end?.how === 'lost');
    await holding;
    if (end === undefined) return;
    if (end.how === 'long') await continueAsNew<typeof run>({ heartbeatMs });
    const hasCome = () => mail.hasCome;
    await (end.until === null ? condition(hasCome) : condition(hasCome, Math.max(end.until - Date.now(), 1)));
  }
}

/** Gives orders to the host that holds the run. */
function ordersTo({ queue, claim }: Held, scope: CancellationScope): Orders {
  const order = (name: string, about: object & { readonly path: string }) =>
    scope.run(() =>
      scheduleActivity(name, [{ ...about, claim }], {
        ...{ taskQueue: queue, startToCloseTimeout: unlimited, retry: { maximumAttempts: 1 } },
        ...(name === 'step' && { activityId: `${about.path} ${claim}` }),
        cancellationType: ActivityCancellationType.ABANDON,
      }),
    );
  return order as Orders;
}

/**
 * Goes through the graph.
 *
 * @returns what ended that before the run has; undefined if the run has ended
 */
async function goThrough(held: Held, lost: AbortSignal, mail: Mail, order: Orders): Promise<Ended | undefined> {
  const done = new Map(held.done);
  const isLong = () => workflowInfo().historyLength > maxEvents || workflowInfo().continueAsNewSuggested;
  // The boundary: the functions of the nodes are not here, and nobody calls them here.
  const nodes = held.outline as unknown as readonly WorkflowNode[];
  for (;;) {
    mail.hasCome = false;
    const { execution, close } = createGraphExecution({ held, done, mail, order, isLong });
    const end = await interpret(nodes, { prefix: '', state: {}, signal: lost, position: undefined }, execution).then(
      () => undefined,
      endOf,
    );
    close();
    if (end?.how === 'lost') return end;
    try {
      if (end === undefined || end.how === 'failed') {
        await order('settle', { path: end?.path ?? '' });
        return undefined;
      }
      if (end.how === 'parked' && !(await order('park', { path: '' }))) continue;
      if (end.how === 'long') await order('release', { path: '' });
      return end;
    } catch {
      return new Ended('lost');
    }
  }
}

function endOf(thrown: unknown): Ended {
  if (thrown instanceof Ended) return thrown;
  throw thrown;
}
