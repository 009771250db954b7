import { z } from 'zod';
import { Problem } from '../api/problem.ts';
import { unknownName } from '../api/text.ts';
import { requireSeen, type SeenVersion } from '../api/version.ts';
import { workflow } from '../api/workflow.ts';
import type { WorkflowDraft } from '../api/workflow-draft.ts';
import type { Ground } from '../concurrency/ground.ts';
import { createCoalescingRunner } from '../concurrency/periodic.ts';
import { automationEntry } from '../config/automations.ts';
import { ConfigurationProblems, type Fault } from '../config/problems.ts';
import type { Source } from '../config/settings.ts';
import { parseSettings } from '../config/validate.ts';
import { settingOf } from '../config/yaml.ts';
import { AutomationDefinition } from '../kinds/automations.ts';
import { defineCollection, findAll } from '../kinds/store.ts';
import type { Automation, AutomationEvent } from './automation.ts';
import { type ChainedInput, chainedWorkflow } from './automation.ts';
import { type Catalog, folderFields } from './catalog.ts';

/** The automations that somebody wrote while the host ran. Those of the configuration are not among them. */
export const writtenAutomations = defineCollection({
  name: 'written_automations',
  schema: z.object({
    /** The name. */
    id: z.string(),
    definition: AutomationDefinition,
    /** No other change has the same. */
    version: z.int().default(0),
    /** Wall time in milliseconds since 1970. */
    changedAt: z.number(),
    /** Who wrote it, see `Call.by`. */
    by: z.string(),
  }),
  indexes: [],
});
type WrittenAutomation = Readonly<z.output<typeof writtenAutomations.schema>>;

/** An automation that somebody wrote is checked like one of the configuration: what it is, or what is wrong with it. */
export type CompileWritten = (
  name: string,
  definition: AutomationDefinition,
) => Promise<{ readonly automation: Automation } | { readonly faults: readonly Fault[] }>;

const source: Source = { name: 'the console', folder: '/', order: 3 };

/**
 * @param catalog what the plugins of this host offer
 * @param isTaken whether a schedule has this name already
 */
export function createWrittenCompiler(catalog: Catalog, isTaken: (name: string) => boolean) {
  const compile: CompileWritten = async (name, definition) => {
    const root = settingOf({ automations: { [name]: definition } }, source);
    const problems = new ConfigurationProblems(root);
    const entry = automationEntry(root, name, problems);
    // The compiler, with its language of expressions, is loaded by a host that needs it.
    const { compileAutomations } = await import('./compile.ts');
    const [automation] = compileAutomations(entry === undefined ? [] : [entry], {
      catalog: {
        ...catalog,
        actions: new Map([...catalog.actions].filter(([, { input }]) => folderFields(input).length === 0)),
      },
      problems,
      check: (path, schema, isKnown) => void parseSettings(root, path, schema, problems, isKnown),
    });
    if (entry?.on.kind === 'schedule' && isTaken(name)) {
      problems.addName(['automations', name], 'there is a schedule of this name; choose another');
    }
    const { faults } = problems;
    if (faults.length > 0 || automation === undefined) return { faults };
    return { automation: { ...automation, workflow: ofWritten } };
  };
  const ofWritten = writtenWorkflow(catalog, compile);
  return { compile, workflow: ofWritten };
}

/** What is wrong with an automation, at the fields of its definition. */
export function wrongAutomation(name: string, faults: readonly Fault[]): Problem {
  const errors = faults.map(({ path, message: detail }) => {
    const field = path.slice(2);
    return { in: field.length === 0 ? ('path' as const) : ('body' as const), path: field, detail, type: 'wrong' };
  });
  const detail = errors.map(({ path, detail }) => `${[name, ...path].join('.')}: ${detail}`).join('; ');
  return new Problem('invalid-request', { detail, errors });
}

/** The event of a run, with the automation as it was then: a run goes on as it began, whatever is written meanwhile. */
interface WrittenEvent extends AutomationEvent {
  readonly automation: { readonly name: string; readonly definition: AutomationDefinition };
}

type Branch = WorkflowDraft<WrittenEvent, { readonly item: Call }, unknown>;
interface Call {
  readonly action: string;
  /** A `ChainedInput` as JSON. */
  readonly input: string;
}

/**
 * The one workflow of all automations that are written while hosts run, since hosts declare their workflows when they
 * start: it decides what is to be done, and has a branch for each action that may be.
 */
function writtenWorkflow(catalog: Catalog, compile: CompileWritten) {
  const decide = async (event: WrittenEvent) => {
    const { name, definition } = event.automation;
    const compiled = await compile(name, definition);
    if ('faults' in compiled) {
      const reasons = compiled.faults.map(({ message }) => message).join('; ');
      const detail = `The automation "${name}" cannot run any more: ${reasons}. Change it.`;
      throw new Problem('automation-failed', { status: 422, detail });
    }
    const { automation } = compiled;
    if (!automation.condition(event)) return { calls: [] };
    const chained = (input: unknown): ChainedInput => ({ links: event.links + 1, input });
    return {
      calls: automation.actions.map((action) => ({
        action: action.name,
        input: JSON.stringify(chained(action.input(event))),
      })),
    };
  };
  const offered = [...catalog.actions].map(([name, { run }]) => ({ name, run: chainedWorkflow(run) }));
  return workflow<WrittenEvent>('written-automation')
    .step('decide', ({ input }) => decide(input))
    .each(
      'do',
      ({ decide: { calls } }): readonly Call[] => calls,
      {},
      (body) =>
        offered.reduce<Branch>(
          (draft, { name, run }) =>
            draft.when(
              name,
              ({ item }) => item.action === name,
              (then) => then.child(`run ${name}`, run, ({ item }): ChainedInput => JSON.parse(item.input)),
            ),
          body,
        ),
    )
    .answer(() => ({ body: null, location: '' }));
}

/** One that was written, and what it was found to be. */
interface Compiled {
  readonly row: WrittenAutomation;
  readonly automation?: Automation;
  readonly fault: string | null;
}

interface WrittenListParts extends Pick<Ground, 'store' | 'cluster'> {
  readonly compile: CompileWritten;
  /** Called with those that work, whenever they may have changed. */
  changed(automations: readonly Automation[]): Promise<void>;
  onError(cause: unknown): void;
}

const topic = 'written-automations';

/** The automations that are written while hosts run, as all of them know them: from the store, again at each change. */
export function createWrittenList({ store, cluster, compile, changed, onError }: WrittenListParts) {
  let known = new Map<string, Compiled>();

  const read = async (row: WrittenAutomation): Promise<Compiled> => {
    const before = known.get(row.id);
    if (before !== undefined && before.row.version === row.version) return before;
    const found = await compile(row.id, row.definition);
    return 'automation' in found
      ? { row, automation: found.automation, fault: null }
      : { row, fault: found.faults.map(({ message }) => message).join('; ') };
  };
  const refresh = async (): Promise<void> => {
    const rows = await Array.fromAsync(findAll(store, writtenAutomations, {}));
    known = new Map(await Promise.all(rows.map(async (row) => [row.id, await read(row)] as const)));
    await changed([...known.values()].flatMap(({ automation }) => automation ?? []));
  };
  const runner = createCoalescingRunner(refresh, onError);
  const unlisten = cluster.listen(topic, () => void runner.request());
  /** Awaited by who has changed something; other hosts follow by the message, or when they look next. */
  const tell = async (): Promise<void> => {
    await runner.request();
    cluster.send(topic, '');
  };
  return {
    refresh,
    look: () => runner.request(),
    get: (name: string) => known.get(name),
    names: () => [...known.keys()].toSorted(),

    /** @returns its version @throws Problem `invalid-request`, `version-conflict` */
    async write(name: string, definition: AutomationDefinition, { seen, by }: { seen: SeenVersion; by: string }) {
      const found = await compile(name, definition);
      if ('faults' in found) throw wrongAutomation(name, found.faults);
      const changedAt = cluster.now();
      const version = await store.transaction(async (documents) => {
        requireSeen(name, seen, await documents.get(writtenAutomations, name));
        const next = await documents.next('written-automations');
        await documents.put(writtenAutomations, { id: name, definition, version: next, changedAt, by });
        return next;
      });
      await tell();
      return version;
    },

    /** @throws Problem `not-found`, `version-conflict` */
    async remove(name: string, seen: SeenVersion) {
      const isGone = await store.transaction(async (documents) => {
        const present = await documents.get(writtenAutomations, name);
        if (present !== undefined) requireSeen(name, seen, present);
        return documents.delete(writtenAutomations, name);
      });
      if (!isGone)
        throw new Problem('not-found', { detail: `${unknownName('written automation', name, [...known.keys()])}.` });
      await tell();
    },

    async stop() {
      unlisten();
      await runner.stop();
    },
  };
}

export type WrittenList = ReturnType<typeof createWrittenList>;
