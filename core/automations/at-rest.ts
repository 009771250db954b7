import { findAll, type Store } from '../kinds/store.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { whenAtRest } from '../timers/at-rest.ts';
import { events } from '../triggers/event.ts';
import { firings } from './firing.ts';

/**
 * Whether nothing that happened since an instant is left to do for automations: each event was handed over, and the
 * runs that it started have come to rest.
 *
 * @param automations the names of all
 * @param since wall time in milliseconds since 1970
 */
export async function automationsAtRest(
  { store, engine }: { readonly store: Store; readonly engine: Pick<WorkflowEngine, 'state'> },
  automations: Iterable<string>,
  { account, since }: { readonly account: string; readonly since: number },
): Promise<boolean> {
  const range = { from: since };
  for await (const event of findAll(store, events, { orderBy: 'at', range }))
    if (event.account === account) return false;
  for (const automation of automations) {
    const waiting = { equals: { automation, account, state: 'waiting' }, orderBy: 'at', range, limit: 1 } as const;
    if ((await store.find(firings, waiting)).items.length > 0) return false;
    const started = { equals: { automation, account, state: 'started' }, orderBy: 'at', range } as const;
    const runs = (await Array.fromAsync(findAll(store, firings, started))).map(({ id }) => id);
    const states = await Promise.all(runs.map((id) => engine.state(id)));
    // A run that the engine does not know is about to be started.
    if (states.includes(undefined) || (await whenAtRest(engine, runs, 0)).length > 0) return false;
  }
  return true;
}
