import { access, constants } from 'node:fs/promises';
import { checkDefinition, declared } from '../api/definition.ts';
import type { Plugin } from '../api/plugin.ts';
import type { ScheduleDefinition } from '../api/schedule.ts';
import { messageOf } from '../api/text.ts';
import { definitionsOf } from '../api/workflow-definition.ts';
import { type AnyWorkflow, bodiesOf, type WorkflowNode } from '../api/workflow-graph.ts';
import type { Automation } from '../automations/automation.ts';
import type { Catalog } from '../automations/catalog.ts';
import type { CompileContext } from '../automations/compile.ts';
import type { AutomationEntry } from '../config/automations.ts';
import { makeFolder } from '../files/durable-write.ts';
import { hostPaths } from '../http/openapi.ts';
import { openApiOperation } from '../http/openapi-operation.ts';
import { type MountedRoute, pathPattern } from '../http/routes.ts';
import { Sessions } from '../kinds/accounts.ts';
import type { Runs } from '../kinds/runs.ts';
import type { HostedWorkflow } from '../runs/registry.ts';
import type { ScheduleDeclaration, ScheduleFiring } from '../schedules/schedule-timers.ts';
import { compose } from './container.ts';
import type { PluginPart } from './part.ts';
import type { Stoppable } from './part-runner.ts';
import type { Plan } from './plan.ts';
import type { Services } from './services.ts';
import { withErrorMessages } from './workflow-errors.ts';

/** All parts of a host, created, with the routes and workflows of its plugins. Nothing works or serves yet. */
export interface Composition {
  readonly services: Services;
  /** Undefined if no plugin provides sessions. */
  readonly sessions: Sessions | undefined;
  readonly routes: readonly MountedRoute[];
  readonly workflows: readonly HostedWorkflow[];
  /** Stops the engine, then all parts in reverse order of their creation. @throws what `PartRunner.stop` throws */
  stop(): Promise<void>;
}

/**
 * Creates every part of a plan after what it needs.
 *
 * @param running what runs already and is stopped last
 * @throws Error that names the part that could not be created, after those created before it were stopped
 */
export async function composeHost(
  { configuration, parts, plugins, services, runner, problems, check, development }: Plan,
  running: readonly Stoppable[] = [],
): Promise<Composition> {
  const created = [...running];
  try {
    await prepareFolder(configuration.data);
    const instanceOf = await compose(parts, runner.start, (part) => created.push(part));
    const mounted = plugins.map((plugin) => mount(plugin, development));
    const titles = new Map(plugins.map(({ plugin, title }) => [plugin.name, title]));
    const titleOf = (plugin: string) => titles.get(plugin) ?? plugin;
    const routes = mounted.flatMap((plugin) => plugin.routes);
    const workflows = mounted.flatMap((plugin) => plugin.workflows);
    refuseDuplicates([
      ...hostPaths.map((path) => ({ claimant: 'the host', name: `GET ${path}` })),
      ...routes.map(({ plugin, route }) => ({
        claimant: `${titleOf(plugin)}${/\{/.test(route.path) ? ` as ${route.path}` : ''}`,
        name: `${route.method} ${pathPattern(route.path)}`,
      })),
    ]);
    refuseDuplicates(workflows.map(({ plugin, name }) => ({ claimant: titleOf(plugin), name: `workflow "${name}"` })));
    const made = services.services();
    const automations = await compiled(configuration.automations, { catalog: catalogOf(mounted), problems, check });
    problems.throwIfAny();
    made.automations.load(automations);
    for (const { schedules, title } of mounted)
      for (const each of scheduleDeclarations(schedules, made.runs)) made.schedules.register({ ...each, title });
    for (const { name, entry, workflow } of automations) {
      const { on, account } = entry;
      if (on.kind !== 'schedule') continue;
      const { cron, timeZone, clock } = on;
      const launch = (firing: ScheduleFiring) => made.automations.fire(name, firing);
      const times = { cron, timeZone, clock, account };
      made.schedules.register({ ...times, name, plugin: 'automations', workflow: workflow.name, launch });
    }
    requireClocks(workflows, made);
    return {
      services: made,
      sessions: await instanceOf(Sessions),
      routes,
      workflows: [...workflows, ...automations.map(({ workflow }) => ({ ...workflow, plugin: 'automations' }))],
      stop: () =>
        runner.stop([
          { name: 'host automations', stop: made.automations.stop },
          { name: 'host schedules', stop: made.schedules.stop },
          { name: 'host runs, with the workflow engine', stop: made.runs.stop },
          ...created.toReversed(),
        ]),
    };
  } catch (thrown) {
    // What did not stop is in the log; why the start failed matters more.
    await runner.stop(created.toReversed()).catch(() => undefined);
    throw thrown;
  }
}

/** Creates the data folder, readable only by the user that runs the host. */
async function prepareFolder(path: string): Promise<void> {
  try {
    await makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(
      `The data folder ${path} cannot be written to (${messageOf(cause)}). Choose another with --data, or change its owner.`,
      { cause },
    );
  }
}

function mount({ plugin, title, isBundled, started }: PluginPart, development: boolean) {
  const { context, parts } = started() ?? { context: undefined, parts: undefined };
  if (context === undefined) throw new Error(`${title} was not started`);
  const { workflows, schedules, actions, routes } = declarations({ plugin, title, isBundled }, { ...context, parts });
  const guarded = (each: AnyWorkflow) => withErrorMessages(each, { auth: plugin.auth, development });
  // What only a schedule starts need not be declared a second time.
  const all = new Set([...Object.values(workflows), ...Object.values(schedules).map(({ run }) => run)]);
  return {
    name: plugin.name,
    title,
    auth: plugin.auth,
    triggers: plugin.triggers,
    actions: Object.entries(actions).map(([name, { input, run }]) => ({ name, input, run: guarded(run) })),
    workflows: [...all].map((each) => ({ ...guarded(each), plugin: plugin.name })),
    schedules: { plugin, declared: schedules },
    routes,
  };
}

/** @throws Error with the plugin's name, also for what `route` refuses */
function declarations(
  { plugin, title, isBundled }: Omit<PluginPart, 'part' | 'started'>,
  context: Parameters<Plugin['workflows']>[0],
) {
  const checked = <T>(name: keyof typeof declared, returned: T): T => {
    checkDefinition(name, declared[name], returned);
    return returned;
  };
  try {
    const workflows = checked('workflows', plugin.workflows(context));
    const declaring = { ...context, workflows };
    const schedules = checked('schedules', plugin.schedules(declaring));
    const actions = checked('actions', plugin.actions(declaring));
    const routes = checked('routes', plugin.routes(declaring)).map(
      (route): MountedRoute => ({ plugin: plugin.name, auth: route.auth ?? plugin.auth, route }),
    );
    if (!isBundled) for (const mounted of routes) refuseUndescribed(mounted);
    return { workflows, schedules, actions, routes };
  } catch (cause) {
    throw new Error(`${title} could not declare its routes, workflows or actions: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/** @throws Error for schemas that would break the API documentation, such as one of another zod inside of an object */
function refuseUndescribed(mounted: MountedRoute): void {
  try {
    openApiOperation(mounted);
  } catch (cause) {
    const { method, path } = mounted.route;
    throw new Error(
      `${method} ${path}: its schemas cannot be described (${messageOf(cause)}). Use zod 4 alone, without async checks.`,
      { cause },
    );
  }
}

/** The compiler, with its language of expressions, is imported only by a host that has automations. */
async function compiled(entries: readonly AutomationEntry[], context: CompileContext): Promise<readonly Automation[]> {
  if (entries.length === 0) return [];
  const { compileAutomations } = await import('../automations/compile.ts');
  return compileAutomations(entries, context);
}

/** What the plugins offer to automations. @throws Error if two plugins offer a trigger or an action of one name */
function catalogOf(mounted: readonly ReturnType<typeof mount>[]): Catalog {
  const offers = mounted.flatMap(({ title: claimant, auth, triggers, actions, workflows }) => ({
    claimant,
    triggers: Object.entries(triggers).map(([name, schema]) => ({ name, schema, auth })),
    actions: actions.map((action) => ({ ...action, auth })),
    workflows: workflows.map((workflow) => ({ workflow, auth })),
  }));
  refuseDuplicates(
    offers.flatMap(({ claimant, triggers, actions }) => [
      ...triggers.map(({ name }) => ({ claimant, name: `trigger "${name}"` })),
      ...actions.map(({ name }) => ({ claimant, name: `action "${name}"` })),
    ]),
  );
  return {
    triggers: new Map(offers.flatMap(({ triggers }) => triggers.map((trigger) => [trigger.name, trigger] as const))),
    actions: new Map(offers.flatMap(({ actions }) => actions.map((action) => [action.name, action] as const))),
    workflows: new Map(offers.flatMap(({ workflows }) => workflows.map((each) => [each.workflow.name, each] as const))),
  };
}

/** @throws Error that names both claimants of one route, or of one name of a workflow */
function refuseDuplicates(claims: readonly { readonly claimant: string; readonly name: string }[]): void {
  const clashes = [...Map.groupBy(claims, ({ name }) => name)].filter(([, claimed]) => claimed.length > 1);
  if (clashes.length === 0) return;
  const messages = clashes.map(([name, claimed]) => {
    const claimants = claimed.map(({ claimant }) => claimant).join(' and ');
    const change = name.includes('"') ? 'rename it' : 'change its path';
    return `${name} is declared by ${claimants}. Disable one of them, or ${change}.`;
  });
  throw new Error(messages.join('\n'));
}

/** The schedules that a plugin declares. */
export interface PluginSchedules {
  readonly plugin: Pick<Plugin, 'name' | 'auth'>;
  readonly declared: Readonly<Record<string, ScheduleDefinition<unknown>>>;
}

/** The schedules of a plugin as the host registers them: each starts a run that its account can see. */
export function scheduleDeclarations(
  { plugin, declared }: PluginSchedules,
  runs: Runs,
): readonly ScheduleDeclaration[] {
  return Object.entries(declared).map(([name, { run: workflow, input, ...times }]) => ({
    ...times,
    name,
    plugin: plugin.name,
    workflow: workflow.name,
    launch: ({ run: id, account, clockId }) =>
      runs.launch({ id, account, clockId, workflow, input, visible: { auth: plugin.auth, name, repeatable: true } }),
  }));
}

/** @throws Error if a workflow or a schedule follows the accounts' clocks and no plugin has them */
export function requireClocks(workflows: readonly AnyWorkflow[], { timers, schedules }: Services): void {
  if (timers.source.hasAccounts) return;
  const sleeping = workflows.flatMap(definitionsOf).find(({ nodes }) => nodes.some(sleepsOnAccountClock));
  const [schedule] = schedules.onAccountClocks();
  const follower =
    sleeping === undefined ? schedule && `The schedule "${schedule}"` : `The workflow "${sleeping.name}"`;
  if (follower !== undefined) {
    throw new Error(`${follower} follows the accounts' clocks, and no plugin has them. Enable the plugin time-flow.`);
  }
}

function sleepsOnAccountClock(node: WorkflowNode): boolean {
  if (node.kind === 'sleep' || node.kind === 'wait') return node.clock === 'account';
  return bodiesOf(node, node.name).some(({ nodes }) => nodes.some(sleepsOnAccountClock));
}
