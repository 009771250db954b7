import { z } from 'zod';
import { defaultAccount } from '../accounts/registry.ts';
import { scopes } from '../api/access.ts';
import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import { unknownName } from '../api/text.ts';
import { createCoalescingRunner } from '../concurrency/periodic.ts';
import type { AutomationSource } from '../config/automations.ts';
import type { Automations, AutomationTrial } from '../kinds/automations.ts';
import type { Blobs } from '../kinds/blobs.ts';
import type { Cluster } from '../kinds/cluster.ts';
import { type Documents, defineCollection, findAll, type Store } from '../kinds/store.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import type { RunRegistry } from '../runs/registry.ts';
import { runs as storedRuns } from '../runs/stored-run.ts';
import type { ScheduleFiring } from '../schedules/schedule-timers.ts';
import { whenAtRest } from '../timers/fire.ts';
import type { EmittedEvent } from '../triggers/emitter.ts';
import type { Automation } from './automation.ts';
import { FileArrived, type ScheduleFired, scheduleFired } from './catalog.ts';
import { createFiringQueue, type Firing, firings, listensTo } from './firing-queue.ts';
import { failFile, sweepFolderBlobs, watchFolder } from './watched-folder.ts';

interface AutomationServiceParts {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly cluster: Cluster;
  readonly runs: RunRegistry;
  readonly engine: Pick<WorkflowEngine, 'state'>;
  /** Whether hosts share the store. */
  readonly isClustered: boolean;
  readonly log: Logger;
}

/** How often it is looked for what nobody announced: what a host that died has left. */
const pollMs = 30_000;

/** When an expected event is looked for, in milliseconds: at once, and again for a transaction that takes longer. */
const expectedMs = [0, 100, 1_000];

/** Events of plugins that start, which are queued once the automations are known. */
const early = defineCollection({
  name: 'automation_early_events',
  schema: z.object({
    ...{ id: z.string(), event: z.string(), trigger: z.string(), account: z.string(), at: z.number(), links: z.int() },
    payload: z.record(z.string(), z.unknown()),
  }),
  indexes: [],
});

/** The automations of a host: what plugins may ask, and what the host does with them. */
export async function createAutomationService(parts: AutomationServiceParts) {
  const { store, runs, log } = parts;
  await store.prepare(firings, early);
  let isLoaded = false;
  const automations = new Map<string, Automation>();
  const unwatch: (() => Promise<void>)[] = [];

  const queue = createFiringQueue({
    ...parts,
    automations,
    async launch(automation, { id, account, event, links, files }: Firing) {
      if (event === null) return;
      await runs.submit(
        {
          id,
          account,
          workflow: automation.workflow.name,
          name: automation.name,
          endpoint: '',
          auth: automation.auth,
          input: { ...event, links, run: id },
          uploads: files,
        },
        AbortSignal.abort(),
      );
    },
    isKnown: async (run) => (await store.get(storedRuns, run)) !== undefined,
  });
  const queueEarly = async (): Promise<void> => {
    const added = await Array.fromAsync(findAll(store, early, {}));
    for (const { id, event, ...rest } of added.toSorted((one, other) => one.at - other.at)) {
      await store.transaction(async (documents) => {
        if (!(await documents.delete(early, id))) return;
        await queue.add(documents, { ...rest, id: event, automation: null, files: [] });
      });
    }
  };
  const hand = async (): Promise<void> => {
    // Also those of a command, which starts plugins beside this host.
    await queueEarly();
    await queue.start();
  };
  const runner = createCoalescingRunner(hand, (cause) =>
    log.error({ err: cause }, 'could not hand events to automations; trying again in 30 s'),
  );
  let poll: NodeJS.Timeout | undefined;
  let expected: readonly NodeJS.Timeout[] = [];
  /** Something may start soon: the transaction that says so may still be open. */
  const expectSoon = (): void => {
    // Only a started service looks: before that, a later start finds it.
    if (poll === undefined) return;
    for (const timer of expected) clearTimeout(timer);
    expected = expectedMs.map((delay) => setTimeout(() => void runner.request(), delay));
  };
  const addEvent = async (documents: Documents, event: EmittedEvent): Promise<void> => {
    if (!isLoaded) {
      const { id, trigger, account, payload, at, links } = event;
      return documents.put(early, { id: `${trigger} ${id}`, event: id, trigger, account, payload, at, links });
    }
    await queue.add(documents, event);
    expectSoon();
  };
  runs.onSettled(async (run) => {
    const firing = await queue.settled(run);
    if (firing === undefined) return;
    if (run.status === 'failed') await failTakenFile(firing);
    // Not awaited: the end of this run is recorded first.
    expectSoon();
  });

  /** Moves the file of a watched folder whose run has failed, and says why. */
  const failTakenFile = async ({ id, automation, account, event }: Firing): Promise<void> => {
    const on = automations.get(automation)?.entry.on;
    const arrived = FileArrived.safeParse(event?.payload);
    if (on?.kind !== 'folder' || !arrived.success) return;
    const { problem } = await runs.get({ account, scopes: [...scopes] }, id);
    const base = automations.get(automation)?.entry.base ?? '';
    const reason = `${problem?.detail ?? 'Its run failed.'} Its run is ${id}: retry it, or move the file back.`;
    // The run has failed in any case; somebody may have taken the folder away.
    await failFile({ folder: on.folder, base }, { name: arrived.data.name, firing: id, reason }).catch((cause) =>
      log.error({ automation, run: id, err: cause }, 'a file could not be moved to the folder "failed"'),
    );
  };

  /** Stores an event of a schedule or a folder, once for its id. */
  const add = (event: Omit<EmittedEvent, 'links' | 'at'>): Promise<void> =>
    store.transaction((documents) => addEvent(documents, { ...event, links: 0, at: parts.cluster.now() }));

  return {
    /** Sets what was compiled. Called once, after all plugins have started and before `start`. */
    load(compiled: readonly Automation[]) {
      isLoaded = true;
      for (const automation of compiled) automations.set(automation.name, automation);
    },

    /** Starts to run automations: for events that are there, and for new ones. */
    async start() {
      await sweepFolderBlobs(parts, parts.cluster.now());
      for (const automation of automations.values()) {
        const { on, base, account = defaultAccount } = automation.entry;
        if (on.kind !== 'folder') continue;
        unwatch.push(await watchFolder({ ...parts, ...on, base, automation: automation.name, account, add }));
      }
      poll = setInterval(() => void runner.request(), pollMs);
      void runner.request();
    },

    /** Fires an automation with a schedule. A repeated id changes nothing. @param firing.at milliseconds since 1970 */
    async fire(automation: string, { run: id, account, at }: ScheduleFiring) {
      const payload: z.output<typeof ScheduleFired> = { time: new Date(at).toISOString(), at };
      await add({ id, trigger: scheduleFired, account, payload, automation, files: [] });
      await runner.request();
    },

    /** Whether an automation listens to a trigger; true as long as that is not known. */
    isListened: (trigger: string) => !isLoaded || automations.values().some((each) => listensTo(each, trigger)),

    /** Stores an event in a transaction, for the automations that listen to it. */
    queue: addEvent,

    /** Whether what happened to an account since an instant of the wall time has set off nothing that is still at work. */
    isAtRest: (account: string, since: number) => automationsAtRest(parts, automations.keys(), { account, since }),

    /** How many runs of automations led to a run, with the run itself; 0 if it is none of an automation. */
    async linksOf(documents: Documents, run: string) {
      const firing = await documents.get(firings, run);
      return firing === undefined ? 0 : firing.links + 1;
    },

    async list() {
      return Promise.all(
        [...automations.values()].map(async ({ name, entry, actions }) => {
          const counts = await queue.counts(name);
          const fired = Object.values(counts).reduce((sum, count) => sum + count, 0);
          return {
            name,
            on: sourceNames(entry.on),
            actions: actions.map((action) => action.name),
            mode: entry.mode,
            account: accountOf(entry),
            counts: { fired, ...counts },
          };
        }),
      );
    },

    test: (name, event) => tryAutomation(automations, name, event),

    /** Deletes the files of an account's events that have no run yet. */
    async erase(account: string) {
      const stored = await Array.fromAsync(findAll(store, firings, {}));
      for (const each of stored)
        if (each.account === account) for (const file of each.files) await parts.blobs.delete(file);
    },

    /** Starts no more runs. Resolves once nothing is started any more. */
    async stop() {
      for (const stop of unwatch) await stop();
      clearInterval(poll);
      poll = undefined;
      for (const timer of expected) clearTimeout(timer);
      await runner.stop();
    },
  } satisfies Automations & Readonly<Record<string, unknown>>;
}

function sourceNames(on: AutomationSource): readonly string[] {
  switch (on.kind) {
    case 'triggers':
      return on.triggers.map(({ name }) => name);
    case 'schedule':
      return [`schedule ${on.cron}`];
    case 'folder':
      return [`folder ${on.folder}`];
    default:
      return on satisfies never;
  }
}

function accountOf({ on, account }: Automation['entry']): string | null {
  const isForEveryone = on.kind === 'triggers' || (on.kind === 'schedule' && on.clock === 'account');
  return account ?? (isForEveryone ? null : defaultAccount);
}

/**
 * Whether nothing that happened since an instant is left to do for automations: the runs that it started have come to rest.
 *
 * @param automations the names of all
 * @param since wall time in milliseconds since 1970
 */
async function automationsAtRest(
  { store, engine }: { readonly store: Store; readonly engine: Pick<WorkflowEngine, 'state'> },
  automations: Iterable<string>,
  { account, since }: { readonly account: string; readonly since: number },
): Promise<boolean> {
  const range = { from: since };
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

/** See `Automations.test`. */
function tryAutomation(
  automations: ReadonlyMap<string, Automation>,
  name: string,
  { trigger: wanted, payload }: Parameters<Automations['test']>[1],
): AutomationTrial {
  const automation = automations.get(name);
  if (automation === undefined) {
    throw new Problem('not-found', { detail: `${unknownName('automation', name, [...automations.keys()])}.` });
  }
  const { triggers } = automation;
  const [only = ''] = triggers.keys();
  if (wanted === undefined && triggers.size > 1) {
    throw wrong('trigger', `Say which one: ${[...triggers.keys()].join(', ')}`);
  }
  const trigger = wanted ?? only;
  const schema = triggers.get(trigger);
  if (schema === undefined) throw wrong('trigger', unknownName('trigger', trigger, [...triggers.keys()]));
  const parsed = schema.strict().safeParse(payload);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message, code }) => ({
      in: 'body' as const,
      path: ['payload', ...path.map((step) => (typeof step === 'number' ? step : String(step)))],
      detail: message,
      type: code,
    }));
    const reasons = errors.map(({ path, detail }) => `${path.join('.')}: ${detail}`).join('; ');
    throw new Problem('invalid-request', { detail: `This is no ${trigger}: ${reasons}`, errors });
  }
  const event = { trigger, payload: parsed.data };
  const condition = attempt(() => automation.condition(event));
  return {
    condition: condition.value ?? null,
    error: condition.error,
    actions: automation.actions.map((action) => {
      const { value, error } = attempt(() => action.input(event));
      return { action: action.name, input: value ?? null, error };
    }),
  };
}

function attempt<T>(work: () => T): { readonly value?: T; readonly error: string | null } {
  try {
    return { value: work(), error: null };
  } catch (thrown) {
    if (thrown instanceof Problem) return { error: thrown.detail };
    throw thrown;
  }
}

function wrong(field: string, detail: string): Problem {
  return new Problem('invalid-request', {
    detail: `${field}: ${detail}`,
    errors: [{ in: 'body', path: [field], detail, type: 'invalid_value' }],
  });
}
