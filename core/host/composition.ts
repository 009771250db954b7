import { access, constants } from 'node:fs/promises';
import type { PluginAuth } from '../api/access.ts';
import { auths, checkDefinition, declared } from '../api/definition.ts';
import type { Plugin } from '../api/plugin.ts';
import { messageOf, unknownName } from '../api/text.ts';
import { definitionsOf } from '../api/workflow-definition.ts';
import { type AnyWorkflow, bodiesOf, type WorkflowNode } from '../api/workflow-graph.ts';
import type { Automation } from '../automations/automation.ts';
import type { Catalog } from '../automations/catalog.ts';
import { createWrittenCompiler } from '../automations/written.ts';
import { agentTools } from '../extensions/agent-tools.ts';
import { automations as broughtAutomations } from '../extensions/automations.ts';
import { consolePages, notePanels, runCards } from '../extensions/console.ts';
import { metrics } from '../extensions/metrics.ts';
import { pluginRoles, pluginScopes } from '../extensions/scopes.ts';
import { makeFolder } from '../files/durable-write.ts';
import { deleteLeftTempFiles } from '../files/temp-file.ts';
import { metricClaims } from '../http/metrics.ts';
import { hostPaths } from '../http/openapi.ts';
import { openApiOperation } from '../http/openapi-operation.ts';
import { type MountedRoute, pathPattern } from '../http/routes.ts';
import { Sessions } from '../kinds/accounts.ts';
import type { Runs } from '../kinds/runs.ts';
import { endpointName, type HostedWorkflow } from '../runs/registry.ts';
import type { ScheduleDeclaration, ScheduleFiring } from '../schedules/schedule-timers.ts';
import { compose } from './container.ts';
import type { Extensions } from './extensions.ts';
import { refuseDuplicates } from './extensions.ts';
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
  /** What the API's description says of extensions. */
  readonly extended: {
    readonly extensionPoints: ReturnType<Extensions['list']>;
    readonly access: ReturnType<typeof accessIn>;
  };
  readonly extensions: Extensions;
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
  { configuration, parts, plugins, services, extensions, runner, problems, check, bring, development }: Plan,
  running: readonly Stoppable[] = [],
): Promise<Composition> {
  const created = [...running];
  try {
    await prepareFolder(configuration.data);
    const instanceOf = await compose(parts, runner.start, (part) => created.push(part));
    const mounted = mountPlugins(plugins, extensions, development);
    const titles = new Map(plugins.map(({ plugin, title }) => [plugin.name, title]));
    const titleOf = (plugin: string) => titles.get(plugin) ?? plugin;
    const routes = mounted.flatMap((plugin) => plugin.routes);
    const workflows = mounted.flatMap((plugin) => plugin.workflows);
    refuseDuplicates(plugins.map(({ plugin: { name }, title }) => ({ claimant: title, name: `the plugin "${name}"` })));
    refuseDuplicates([
      ...hostPaths.map((path) => ({ claimant: 'the host', name: `GET ${path}` })),
      ...routes.map(({ plugin, route }) => ({
        claimant: `${titleOf(plugin)}${/\{/.test(route.path) ? ` as ${route.path}` : ''}`,
        name: `${route.method} ${pathPattern(route.path)}`,
      })),
    ]);
    refuseDuplicates(workflows.map(({ plugin, name }) => ({ claimant: titleOf(plugin), name: `workflow "${name}"` })));
    refuseForeignTools(extensions, routes, titleOf);
    refuseUnknownScopes(plugins, extensions, routes, titleOf);
    const made = services.services();
    const shown = extensions.of(metrics);
    refuseDuplicates(
      metricClaims(shown).map(({ plugin, name }) => ({ claimant: titleOf(plugin), name: `the metric "${name}"` })),
    );
    made.metrics.add(shown);
    const brought = extensions.of(broughtAutomations).flatMap(({ plugin, value }) => bring(plugin, value) ?? []);
    const entries = [...configuration.automations, ...brought];
    const catalog = catalogOf(mounted);
    // The compiler, with its language of expressions, is imported only by a host that has automations.
    const compile = entries.length === 0 ? undefined : (await import('../automations/compile.ts')).compileAutomations;
    const automations = compile?.(entries, { catalog, problems, check }) ?? [];
    problems.throwIfAny();
    for (const each of mounted)
      for (const declared of scheduleDeclarations(each, made.runs))
        made.schedules.register({ ...declared, title: each.title });
    const schedulesOf = (of: readonly Automation[]) =>
      of.flatMap(({ name, entry: { on, account }, workflow }): readonly ScheduleDeclaration[] => {
        if (on.kind !== 'schedule') return [];
        const { cron, timeZone, clock } = on;
        const launch = (firing: ScheduleFiring) => made.automations.fire(name, firing);
        return [{ cron, timeZone, clock, account, name, plugin: 'automations', workflow: workflow.name, launch }];
      });
    for (const each of schedulesOf(automations)) made.schedules.register(each);
    const written = createWrittenCompiler(catalog, (name) => made.schedules.has(name));
    const follow = (of: readonly Automation[]) => made.schedules.follow(schedulesOf(of));
    await made.automations.load({ configured: automations, catalog, compile: written.compile, follow });
    requireClocks(workflows, made);
    return {
      services: made,
      sessions: await instanceOf(Sessions),
      ...{ routes, extensions, extended: { extensionPoints: extensions.list(), access: accessIn(extensions) } },
      workflows: [
        ...workflows,
        ...automations.map(({ workflow }) => ({ ...workflow, plugin: 'automations' })),
        written.workflow,
      ],
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
    await deleteLeftTempFiles(path);
  } catch (cause) {
    throw new Error(
      `The data folder ${path} cannot be written to (${messageOf(cause)}). Choose another with --data, or change its owner.`,
      { cause },
    );
  }
}

type DeclaringContext = Parameters<Plugin['routes']>[0] & Parameters<Plugin['workflows']>[0];

/** @throws Error with the plugin's name, as each that lets a plugin declare something */
function declaringContext(part: PluginPart): DeclaringContext {
  const { context, parts } = part.started() ?? { context: undefined, parts: undefined };
  if (context === undefined) throw new Error(`${part.title} was not started`);
  const workflows = naming(part, () => checked('workflows', part.plugin.workflows({ ...context, parts })));
  return { ...context, parts, workflows };
}

/** What the plugins, which have started, add to extension points. @returns each with what it declares the rest from */
export function declareExtensions(plugins: readonly PluginPart[], extensions: Extensions) {
  const declaring = plugins.map((plugin) => ({ plugin, context: declaringContext(plugin) }));
  for (const { plugin, context } of declaring) {
    const added = naming(plugin, () => checked('extends', plugin.plugin.extends?.(context) ?? []));
    extensions.add(plugin, added);
  }
  extensions.complete();
  return declaring;
}

/** What the plugins, which have started, declare. @throws Error with the plugin's name */
export const mountPlugins = (plugins: readonly PluginPart[], extensions: Extensions, development: boolean) =>
  declareExtensions(plugins, extensions).map(({ plugin, context }) => mount(plugin, context, development));

function mount(part: PluginPart, context: DeclaringContext, development: boolean) {
  const { plugin, title } = part;
  const { schedules, actions, routes } = naming(part, () => declarations(part, context));
  const guarded = (each: AnyWorkflow) => withErrorMessages(each, { auth: plugin.auth, development });
  // What only a schedule starts need not be declared a second time.
  const declaredWorkflows = Object.values(context.workflows as Readonly<Record<string, AnyWorkflow>>);
  const all = new Set([...declaredWorkflows, ...Object.values(schedules).map(({ run }) => run)]);
  return {
    name: plugin.name,
    title,
    auth: plugin.auth,
    triggers: plugin.triggers,
    actions: Object.entries(actions).map(([name, { input, run }]) => ({ name, input, run: guarded(run) })),
    workflows: [...all].map((each) => ({ ...guarded(each), plugin: plugin.name })),
    ...{ plugin, schedules, routes },
  };
}

function declarations({ plugin, isBundled }: PluginPart, context: DeclaringContext) {
  const schedules = checked('schedules', plugin.schedules(context));
  const actions = checked('actions', plugin.actions(context));
  const routes = checked('routes', plugin.routes(context)).map(
    (route): MountedRoute => ({ plugin: plugin.name, auth: route.auth ?? plugin.auth, route }),
  );
  if (!isBundled) for (const mounted of routes) refuseUndescribed(mounted);
  return { schedules, actions, routes };
}

function checked<T>(name: keyof typeof declared, returned: T): T {
  checkDefinition(name, declared[name], returned);
  return returned;
}

/** @throws Error with the plugin's name, also for what `route` refuses */
function naming<T>({ title }: PluginPart, declare: () => T): T {
  try {
    return declare();
  } catch (cause) {
    throw new Error(`${title} could not declare its routes, workflows or actions: ${messageOf(cause)}`, { cause });
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

/** Names a plugin, with its file. */
type TitleOf = (plugin: string) => string;

/** @throws Error for a tool for agents that is no route of its plugin */
function refuseForeignTools(extensions: Extensions, routes: readonly MountedRoute[], titleOf: TitleOf): void {
  for (const { plugin, value } of extensions.of(agentTools)) {
    const own = routes.filter((each) => each.plugin === plugin && each.route.serve === undefined);
    const names = own.map(({ route }) => endpointName(route));
    if (names.includes(value.endpoint)) continue;
    throw new Error(`${titleOf(plugin)}: tool "${value.name}": ${unknownName('route', value.endpoint, names)}`);
  }
}

/** The scopes that plugins bring. */
export const scopesIn = (extensions: Extensions) => extensions.of(pluginScopes).map(({ value }) => value.name);

/** What the scopes and roles that plugins bring allow, a line each. */
export const accessIn = (extensions: Extensions): readonly string[] => [
  ...extensions.of(pluginScopes).map(({ value: { name, about } }) => `scope ${name}: ${about}`),
  ...extensions.of(pluginRoles).map(({ value: { name, about } }) => `role ${name}: ${about}`),
];

/** @throws Error for a scope that no enabled plugin brings, with what needs it */
function refuseUnknownScopes(
  plugins: readonly PluginPart[],
  extensions: Extensions,
  routes: readonly MountedRoute[],
  titleOf: TitleOf,
): void {
  const known = [...auths, ...scopesIn(extensions)];
  const roles = extensions.of(pluginRoles);
  refuseDuplicates(
    [...extensions.of(pluginScopes), ...roles].map(({ plugin, value: { name } }) => ({
      claimant: titleOf(plugin),
      name: `the scope or role "${name}"`,
    })),
  );
  const shown = [consolePages, notePanels, runCards].flatMap((point) =>
    extensions.of<{ readonly auth?: PluginAuth | undefined }>(point),
  );
  const needed = [
    ...plugins.map(({ title, plugin: { auth } }) => ({ title, auth })),
    ...routes.map(({ plugin, route, auth }) => ({ title: `${titleOf(plugin)}: ${endpointName(route)}`, auth })),
    ...roles.flatMap(({ plugin, value: { name, scopes, reads = [] } }) =>
      [...scopes, ...reads].map((auth) => ({ title: `${titleOf(plugin)}: role "${name}"`, auth })),
    ),
    ...shown.map(({ plugin, auth, value }) => ({ title: `${titleOf(plugin)}: console`, auth: value.auth ?? auth })),
  ];
  for (const { title, auth } of needed) {
    if (known.includes(auth)) continue;
    const how = `a plugin brings one by pluginScopes.add({ name: "${auth}", about: "…" }) in its "extends"`;
    throw new Error(`${title}: ${unknownName('scope', auth, known)} (${how})`);
  }
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

/** The schedules of a plugin as the host registers them: each starts a run that its account can see. */
function scheduleDeclarations(
  { plugin, schedules }: Pick<ReturnType<typeof mount>, 'plugin' | 'schedules'>,
  runs: Runs,
): readonly ScheduleDeclaration[] {
  return Object.entries(schedules).map(([name, { run: workflow, input, ...times }]) => ({
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
  const sleeping = workflows.flatMap(definitionsOf).filter(({ nodes }) => nodes.some(sleepsOnAccountClock));
  const [follower] = [
    ...sleeping.map(({ name }) => `The workflow "${name}"`),
    ...schedules.onAccountClocks().map((name) => `The schedule "${name}"`),
  ];
  if (follower !== undefined) {
    throw new Error(`${follower} follows the accounts' clocks, and no plugin has them. Enable the plugin time-flow.`);
  }
}

function sleepsOnAccountClock(node: WorkflowNode): boolean {
  if (node.kind === 'sleep' || node.kind === 'wait') return node.clock === 'account';
  return bodiesOf(node, node.name).some(({ nodes }) => nodes.some(sleepsOnAccountClock));
}
