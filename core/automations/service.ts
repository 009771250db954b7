import { z } from 'zod';
import { defaultAccount } from '../accounts/registry.ts';
import { scopes } from '../api/access.ts';
import { Problem } from '../api/problem.ts';
import { derivedUuid, unknownName } from '../api/text.ts';
import type { Ground } from '../concurrency/ground.ts';
import { createCoalescingRunner } from '../concurrency/periodic.ts';
import type { AutomationSource } from '../config/automations.ts';
import type { Automations, AutomationView } from '../kinds/automations.ts';
import { type Documents, defineCollection, findAll } from '../kinds/store.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import type { RunRegistry } from '../runs/registry.ts';
import { runs as storedRuns } from '../runs/stored-run.ts';
import type { ScheduleFiring } from '../schedules/schedule-timers.ts';
import { whenAtRest } from '../timers/fire.ts';
import type { EmittedEvent } from '../triggers/emitter.ts';
import type { Automation } from './automation.ts';
import { type Catalog, FileArrived, fileArrived, folderFields, type ScheduleFired, scheduleFired } from './catalog.ts';
import { createFiringQueue, type Firing, firings, listensTo } from './firing-queue.ts';
import { eventFor, type LatestEvents, outlookOf, trialOf } from './trial.ts';
import { failFile, sweepFolderBlobs, watchFolder } from './watched-folder.ts';
import {
  type CompileWritten,
  createWrittenList,
  type WrittenList,
  writtenAutomations,
  wrongAutomation,
} from './written.ts';

interface AutomationServiceParts extends Omit<Ground, 'leases'> {
  readonly runs: RunRegistry;
  readonly engine: Pick<WorkflowEngine, 'state'>;
}

/** What the plugins of a host make of its automations, known once all of them have started. */
export interface LoadedAutomations {
  readonly configured: readonly Automation[];
  readonly catalog: Catalog;
  readonly compile: CompileWritten;
  /** Has the schedules among those that were written fire from now on, and no others of them. */
  follow(written: readonly Automation[]): Promise<void>;
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
  await store.prepare(firings, early, writtenAutomations);
  let isLoaded = false;
  const automations = new Map<string, Automation>();
  /** The names of those that the configuration has, or a plugin brings: they are stronger than what is written. */
  const configured = new Set<string>();
  const latest = new Map<string, LatestEvents>();
  let loaded:
    | { readonly catalog: Catalog; readonly compile: CompileWritten; readonly written: WrittenList }
    | undefined;
  /** What is known once the plugins have started. */
  const fromPlugins = () => {
    if (loaded === undefined) throw new Error('the automations were asked for before the plugins had started');
    return loaded;
  };
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
          input: { ...event, links, run: id, ...asWritten(automation.name) },
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
  /** What a run of an automation that was written keeps of it. */
  const asWritten = (name: string) => {
    const written = configured.has(name) ? undefined : loaded?.written.get(name);
    return written && { automation: { name, definition: written.row.definition } };
  };
  const named = (name: string): Automation => {
    const automation = automations.get(name);
    if (automation !== undefined) return automation;
    throw new Problem('not-found', { detail: `${unknownName('automation', name, [...automations.keys()])}.` });
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
    async load({ configured: compiled, catalog, compile, follow }: LoadedAutomations) {
      for (const automation of compiled) automations.set(automation.name, automation);
      for (const { name } of compiled) configured.add(name);
      const written = createWrittenList({
        ...{ ...parts, compile },
        async changed(all) {
          const free = all.filter(({ name }) => !configured.has(name));
          for (const name of automations.keys()) if (!configured.has(name)) automations.delete(name);
          for (const automation of free) automations.set(automation.name, automation);
          await follow(free);
        },
        onError: (cause) => log.error({ err: cause }, 'could not read the automations that were written'),
      });
      loaded = { catalog, compile, written };
      await written.refresh();
      isLoaded = true;
    },

    /** Starts to run automations: for events that are there, and for new ones. */
    async start() {
      await sweepFolderBlobs(parts, parts.cluster.now());
      for (const automation of automations.values()) {
        const { on, base, account = defaultAccount } = automation.entry;
        if (on.kind !== 'folder') continue;
        unwatch.push(await watchFolder({ ...parts, ...on, base, automation: automation.name, account, add }));
      }
      poll = setInterval(() => {
        void loaded?.written.look();
        void runner.request();
      }, pollMs);
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
      const { written } = fromPlugins();
      const names = [...configured, ...written.names().filter((name) => !configured.has(name))];
      return Promise.all(
        names.map(async (name): Promise<AutomationView> => {
          const counts = await queue.counts(name);
          const fired = Object.values(counts).reduce((sum, count) => sum + count, 0);
          const automation = automations.get(name);
          const { row, fault = null } = written.get(name) ?? {};
          return {
            name,
            on: automation === undefined ? [] : sourceNames(automation.entry.on),
            actions: automation?.actions.map((action) => action.name) ?? [],
            mode: automation?.entry.mode ?? 'queued',
            account: automation === undefined ? null : accountOf(automation.entry),
            counts: { fired, ...counts },
            configured: configured.has(name),
            written: row === undefined ? null : { ...row, fault },
          };
        }),
      );
    },

    test(name, event) {
      const automation = named(name);
      return trialOf(automation, eventFor(automation, event));
    },

    catalog() {
      const { triggers, actions } = fromPlugins().catalog;
      const free = [...actions].filter(([, { input }]) => folderFields(input).length === 0);
      return {
        triggers: [...triggers].map(([name, { schema }]) => ({ name, payload: jsonSchemaOf(schema) })),
        actions: free.map(([name, { input }]) => ({ name, input: jsonSchemaOf(input) })),
      };
    },

    async write(name, definition, change) {
      if (configured.has(name)) {
        const detail = `The configuration has an automation "${name}". Change it there, or choose another name.`;
        throw new Problem('automation-configured', { status: 409, detail });
      }
      return fromPlugins().written.write(name, definition, change);
    },

    remove: (name, seen) => fromPlugins().written.remove(name, seen),

    async outlook(name, definition, reader) {
      const { compile, catalog } = fromPlugins();
      const known = { triggers: catalog.triggers, latest };
      if (definition === undefined) return outlookOf(named(name), reader, known, parts.cluster.now());
      const found = await compile(name, definition);
      if ('automation' in found) return outlookOf(found.automation, reader, known, parts.cluster.now());
      throw wrongAutomation(name, found.faults);
    },

    async run(name, given, account, operationId) {
      const automation = named(name);
      const event = eventFor(automation, given);
      if (event.trigger === fileArrived) {
        throw new Problem('forbidden', { detail: 'The file of an event of the past is gone. Put it into the folder.' });
      }
      if ((automation.entry.account ?? account) !== account) {
        throw new Problem('forbidden', { detail: `The automation "${name}" is for another account.` });
      }
      const id = derivedUuid(`automation ${name} ${account} ${operationId}`);
      await add({ id, ...event, account, automation: name, files: [] });
      await runner.request();
      return id;
    },

    remember: (trigger, events) => void latest.set(trigger, events),

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
      await loaded?.written.stop();
      await runner.stop();
    },
  } satisfies Automations & Readonly<Record<string, unknown>>;
}

const jsonSchemaOf = (schema: z.ZodObject) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

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
  { store, engine }: Pick<AutomationServiceParts, 'store' | 'engine'>,
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
