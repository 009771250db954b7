import { access, constants } from 'node:fs/promises';
import type { Logger } from '../api/logger.ts';
import type { Plugin } from '../api/plugin.ts';
import { makeFolder } from '../files/durable-write.ts';
import { hostPaths } from '../http/host-routes.ts';
import { type MountedRoute, pathPattern } from '../http/routes.ts';
import type { HostedWorkflow } from '../runs/registry.ts';
import { compose } from './container.ts';
import type { Part, PluginPart } from './part.ts';
import type { Plan } from './plan.ts';
import { requireClocks, scheduleDeclarations } from './schedules.ts';
import type { Services } from './services.ts';
import { withErrorMessages } from './workflow-errors.ts';

/** All parts of a host, created, with the routes and workflows of its plugins. Nothing works or serves yet. */
export interface Composition {
  readonly services: Services;
  readonly routes: readonly MountedRoute[];
  readonly workflows: readonly HostedWorkflow[];
  /** Stops the engine, then all parts in reverse order of their creation. */
  stop(): Promise<void>;
}

/**
 * Creates every part of a plan after what it needs.
 *
 * @throws Error that names the part that could not be created, after those created before it were stopped
 */
export async function composeHost({
  configuration,
  parts,
  plugins,
  services,
  log,
  development,
}: Plan): Promise<Composition> {
  await prepareFolder(configuration.data);
  const created: Part[] = [];
  try {
    await compose(parts, (part) => created.push(part));
    const mounted = plugins.map((plugin) => mount(plugin, development));
    const routes = mounted.flatMap((plugin) => plugin.routes);
    const workflows = mounted.flatMap((plugin) => plugin.workflows);
    refuseDuplicates([
      ...hostPaths.map((path) => ({ claimant: 'the host', name: `GET ${path}` })),
      ...routes.map(({ plugin, route }) => ({
        claimant: `plugin ${plugin}`,
        name: `${route.method} ${pathPattern(route.path)}`,
      })),
    ]);
    refuseDuplicates(
      workflows.map(({ plugin, name }) => ({ claimant: `plugin ${plugin}`, name: `workflow "${name}"` })),
    );
    const made = services.services();
    for (const { schedules } of mounted)
      for (const schedule of scheduleDeclarations(schedules, made.runs)) made.schedules.register(schedule);
    requireClocks(workflows, made);
    return {
      services: made,
      routes,
      workflows,
      async stop() {
        // The other parts stop also if the engine fails to.
        await made.schedules.stop();
        await made.runs.stop().finally(() => stopAll(created, log));
      },
    };
  } catch (thrown) {
    await stopAll(created, log);
    throw thrown;
  }
}

/** Creates the data folder, readable only by the user that runs the host. */
async function prepareFolder(path: string): Promise<void> {
  try {
    await makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The data folder ${path} cannot be written to (${reason}). Choose another with --data, or change its owner.`,
      { cause },
    );
  }
}

function mount({ plugin, started }: PluginPart, development: boolean) {
  const { context, parts } = started() ?? { context: undefined, parts: undefined };
  if (context === undefined) throw new Error(`plugin ${plugin.name} was not started`);
  const { workflows, schedules, routes } = declarations(plugin, { ...context, parts });
  // What only a schedule starts need not be declared a second time.
  const all = new Set([...Object.values(workflows), ...Object.values(schedules).map(({ run }) => run)]);
  return {
    workflows: [...all].map((each) => ({
      ...withErrorMessages(each, { auth: plugin.auth, development }),
      plugin: plugin.name,
    })),
    schedules: { plugin, declared: schedules },
    routes: routes.map((route): MountedRoute => ({ plugin: plugin.name, auth: plugin.auth, route })),
  };
}

/** @throws Error with the plugin's name, also for what `route` refuses */
function declarations(plugin: Plugin, context: Parameters<Plugin['workflows']>[0]) {
  try {
    const workflows = plugin.workflows(context);
    const schedules = plugin.schedules({ ...context, workflows });
    return { workflows, schedules, routes: plugin.routes({ ...context, workflows }) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`plugin ${plugin.name} could not declare its routes: ${reason}`, { cause });
  }
}

/** @throws Error that names both claimants of one route, or of one name of a workflow */
function refuseDuplicates(claims: readonly { readonly claimant: string; readonly name: string }[]): void {
  for (const [name, claimed] of Map.groupBy(claims, (claim) => claim.name)) {
    if (claimed.length < 2) continue;
    const claimants = claimed.map(({ claimant }) => claimant).join(' and ');
    throw new Error(`${name} is declared by ${claimants}. Disable one of them, or change its path.`);
  }
}

/** Stops all parts in reverse order, also if one of them fails to stop. */
async function stopAll(created: readonly Part[], log: Logger): Promise<void> {
  for (const part of created.toReversed()) {
    try {
      await part.stop();
    } catch (cause) {
      log.error({ part: part.name, err: cause }, 'a part did not stop cleanly');
    }
  }
}
