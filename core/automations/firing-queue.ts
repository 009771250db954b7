import { z } from 'zod';
import { derivedUuid } from '../api/text.ts';
import type { Ground } from '../concurrency/ground.ts';
import type { AutomationEntry } from '../config/automations.ts';
import type { SettledRun } from '../kinds/runs.ts';
import { type Documents, defineCollection, findAll } from '../kinds/store.ts';
import type { EmittedEvent } from '../triggers/emitter.ts';
import type { Automation } from './automation.ts';

/**
 * - `waiting`: for an earlier run of the automation for the same account
 * - `started`: its run was started, or is about to be
 * - `done`, `failed`, `cancelled`: how the run ended; `skipped`: it is done, and the condition did not hold
 * - `replaced`: a newer event came before it was started (mode `latest`)
 * - `loop`: not started, since the automation had set itself off too often
 */
const FiringState = z.enum(['waiting', 'started', 'done', 'skipped', 'failed', 'cancelled', 'replaced', 'loop']);
type FiringState = z.output<typeof FiringState>;

/** An automation that fires for an event: first a place in its queue, then a run with the same id, then a count. */
export const firings = defineCollection({
  name: 'automation_firings',
  schema: z.object({
    id: z.string(),
    automation: z.string(),
    account: z.string(),
    state: FiringState,
    /** Null once it is over. */
    event: z
      .object({ id: z.string(), trigger: z.string(), at: z.number(), payload: z.record(z.string(), z.unknown()) })
      .nullable(),
    /** How many runs of automations led to the event. */
    links: z.int(),
    /** Blobs that belong to the run. */
    files: z.array(z.string()),
    /** When the event happened; wall time in milliseconds since 1970, as below. */
    at: z.number(),
    /** When its run was started; 0 before that. */
    startedAt: z.number(),
    /** 0 before it is over. */
    endedAt: z.number(),
  }),
  indexes: [
    ['automation', 'state', 'at'],
    ['automation', 'account', 'state', 'at'],
    ['automation', 'at'],
    ['state', 'at'],
    ['endedAt'],
  ],
});

/** The id of an automation that fires for an event, and of its run. */
function firingId(automation: string, event: Pick<EmittedEvent, 'id' | 'automation'>): string {
  // The event of a schedule or a folder is a UUID that nothing else has.
  return event.automation === null ? derivedUuid(`automation ${automation} ${event.id}`) : event.id;
}

export type Firing = Readonly<z.output<typeof firings.schema>>;

/** How many runs of automations may follow from each other. */
const maxLinks = 16;

/** How long an ended firing is counted. */
const countedMs = 24 * 3_600_000;

/** A start that has made no run after this time is repeated: its host may have died. */
const lostStartMs = 30_000;

interface FiringQueueParts extends Omit<Ground, 'leases'> {
  /** By name. */
  readonly automations: ReadonlyMap<string, Automation>;
  /** Starts the run of a firing. Called again for one whose run is not known. */
  launch(automation: Automation, firing: Firing): Promise<void>;
  /** Whether a run exists. */
  isKnown(run: string): Promise<boolean>;
}

/** Whether an automation runs for the events of a trigger. One of a schedule or a folder has events of its own. */
export const listensTo = ({ entry, triggers }: Pick<Automation, 'entry' | 'triggers'>, trigger: string): boolean =>
  entry.on.kind === 'triggers' && triggers.has(trigger);

/** The automations that fire for events, in their queues: exactly one run for each event and automation. */
export function createFiringQueue(parts: FiringQueueParts) {
  const { store, blobs, cluster, log, automations, isClustered } = parts;
  const openedAt = cluster.now();

  const listening = ({ trigger, account, automation }: EmittedEvent): readonly AutomationEntry[] =>
    [...automations.values()].flatMap((each) => {
      const { name, entry } = each;
      if (automation !== null) return name === automation ? [entry] : [];
      return listensTo(each, trigger) && (entry.account ?? account) === account ? [entry] : [];
    });

  const queue = async (documents: Documents, { name, mode }: AutomationEntry, event: EmittedEvent): Promise<void> => {
    const id = firingId(name, event);
    if ((await documents.get(firings, id)) !== undefined) return;
    const { trigger, payload, at, account, links, files } = event;
    const isLoop = links >= maxLinks;
    const loop = `an automation has set itself off ${maxLinks} times in a row and was stopped; change its condition`;
    if (isLoop) log.error({ automation: name, problem: 'automation-loop' }, loop);
    else if (mode === 'latest') await replaceWaiting(documents, name, account);
    await documents.put(firings, {
      id,
      automation: name,
      account,
      state: isLoop ? 'loop' : 'waiting',
      event: isLoop ? null : { id: event.id, trigger, payload, at },
      links,
      files: [...files],
      at,
      startedAt: 0,
      endedAt: isLoop ? cluster.now() : 0,
    });
  };

  const replaceWaiting = async (documents: Documents, automation: string, account: string): Promise<void> => {
    const equals = { automation, account, state: 'waiting' } as const;
    const { items } = await documents.find(firings, { equals, orderBy: 'at' });
    for (const firing of items) {
      await documents.put(firings, { ...firing, state: 'replaced', event: null, endedAt: cluster.now() });
    }
  };

  /** The accounts for which firings of an automation wait, the one that has waited longest first. */
  const waitingAccounts = async (automation: string): Promise<ReadonlySet<string>> => {
    const accounts = new Set<string>();
    const query = { equals: { automation, state: 'waiting' }, orderBy: 'at' } as const;
    for await (const { account } of findAll(store, firings, query)) accounts.add(account);
    return accounts;
  };

  /** The oldest waiting firings of an account, marked as started: one, and only while none runs, unless `parallel`. */
  const claim = ({ name: automation, entry }: Automation, account: string): Promise<readonly Firing[]> =>
    store.transaction(async (documents) => {
      const isParallel = entry.mode === 'parallel';
      const started = { equals: { automation, account, state: 'started' }, orderBy: 'at', limit: 1 } as const;
      if (!isParallel && (await documents.find(firings, started)).items.length > 0) return [];
      const waiting = { equals: { automation, account, state: 'waiting' }, orderBy: 'at' } as const;
      const { items } = await documents.find(firings, { ...waiting, limit: isParallel ? 50 : 1 });
      const claimed = items.map((firing): Firing => ({ ...firing, state: 'started', startedAt: cluster.now() }));
      for (const firing of claimed) await documents.put(firings, firing);
      return claimed;
    });

  const launch = async (firing: Firing): Promise<void> => {
    const automation = automations.get(firing.automation);
    if (automation === undefined) return end(firing.id, 'cancelled');
    try {
      await parts.launch(automation, firing);
    } catch (cause) {
      const fields = { automation: firing.automation, run: firing.id, err: cause };
      log.error(fields, 'the run of an automation could not be started; trying again in 30 s');
    }
  };

  /** Starts again what a host marked as started and did not start. */
  const relaunch = async (): Promise<void> => {
    const lost = Math.max(cluster.now() - lostStartMs, isClustered ? 0 : openedAt);
    const { items } = await store.find(firings, { equals: { state: 'started' }, orderBy: 'at' });
    for (const firing of items) {
      if (firing.startedAt < lost && !(await parts.isKnown(firing.id))) await launch(firing);
    }
  };

  const end = (id: string, state: FiringState): Promise<void> =>
    store.transaction(async (documents) => {
      const firing = await documents.get(firings, id);
      if (firing === undefined) return;
      await documents.put(firings, { ...firing, state, event: null, endedAt: cluster.now() });
    });

  /** Ends what waits for an automation that is not configured any more, and deletes what is not counted any more. */
  const sweep = async (): Promise<void> => {
    const waiting = await store.find(firings, { equals: { state: 'waiting' }, orderBy: 'at' });
    for (const { id, automation } of waiting.items) if (!automations.has(automation)) await end(id, 'cancelled');
    const range = { above: 0, below: cluster.now() - countedMs };
    const { items } = await store.find(firings, { orderBy: 'endedAt', range, limit: 200 });
    for (const { id, state, files } of items) {
      // The files of other firings belong to their runs.
      if (state === 'replaced' || state === 'loop') for (const file of files) await blobs.delete(file);
      await store.delete(firings, id);
    }
  };

  return {
    /** Queues the automations that listen to an event, in the transaction that makes the change which it tells of. */
    async add(documents: Documents, event: EmittedEvent) {
      for (const entry of listening(event)) await queue(documents, entry, event);
    },

    /** Starts what may start now, also what a dead process left. */
    async start() {
      await sweep();
      await relaunch();
      for (const automation of automations.values()) {
        for (const account of await waitingAccounts(automation.name)) {
          let claimed = await claim(automation, account);
          for (; claimed.length > 0; claimed = await claim(automation, account)) {
            for (const firing of claimed) await launch(firing);
          }
        }
      }
    },

    /** Takes note of the end of a run. @returns the firing as it was before; undefined if the run is of no automation */
    async settled({ id, status }: SettledRun) {
      const firing = await store.get(firings, id);
      if (firing === undefined) return undefined;
      // The condition is a function of the event alone; in a run that failed it may have no value.
      const hasHeld = () =>
        firing.event === null || automations.get(firing.automation)?.condition(firing.event) !== false;
      await end(id, status === 'done' && !hasHeld() ? 'skipped' : status);
      return firing;
    },

    /** How many automations fired since `countedMs` ago, by what became of them. */
    async counts(automation: string) {
      // The boundary where `Object.fromEntries` loses the type of the keys.
      const found = Object.fromEntries(FiringState.options.map((state) => [state, 0])) as Record<FiringState, number>;
      const query = { equals: { automation }, orderBy: 'at', range: { from: cluster.now() - countedMs } } as const;
      for await (const { state } of findAll(store, firings, query)) found[state] += 1;
      return found;
    },
  };
}
