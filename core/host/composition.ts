import { access, constants } from 'node:fs/promises';
import type { Logger } from '../api/logger.ts';
import type { AnyWorkflow } from '../api/workflow.ts';
import { makeFolder } from '../files/durable-write.ts';
import { hostPaths } from '../http/host-routes.ts';
import { type MountedRoute, pathPattern } from '../http/routes.ts';
import { compose } from './container.ts';
import type { Part } from './part.ts';
import type { Plan, PlannedPlugin } from './plan.ts';
import type { Services } from './services.ts';

/** All parts of a host, created; what they brought, gathered. Nothing works or serves yet. */
export interface Composition {
  readonly services: Services;
  readonly routes: readonly MountedRoute[];
  readonly workflows: readonly AnyWorkflow[];
  /** Stops the engine, then all parts in reverse order of their creation. */
  stop(): Promise<void>;
}

/**
 * Creates every part of a plan after what it needs.
 *
 * @throws Error that names the part that could not be created, after those before it were stopped again.
 */
export async function composeHost({ configuration, parts, plugins, services, log }: Plan): Promise<Composition> {
  await prepareFolder(configuration.data);
  const created: Part[] = [];
  try {
    await compose(parts, (part) => created.push(part));
    const mounted = plugins.map(mount);
    const routes = mounted.flatMap((plugin) => plugin.routes);
    const workflows = mounted.flatMap((plugin) => plugin.workflows);
    refuseTwins([
      ...hostPaths.map((path) => ({ claimant: 'the host', name: `GET ${path}` })),
      ...routes.map(({ plugin, route }) => ({
        claimant: `plugin ${plugin}`,
        name: `${route.method} ${pathPattern(route.path)}`,
      })),
    ]);
    refuseTwins(
      mounted.flatMap((plugin) =>
        plugin.workflows.map(({ name }) => ({ claimant: `plugin ${plugin.name}`, name: `workflow "${name}"` })),
      ),
    );
    const made = services.services();
    return {
      services: made,
      routes,
      workflows,
      async stop() {
        // An engine that fails to stop keeps nothing else from stopping.
        await made.runs.stop().finally(() => stopAll(created, log));
      },
    };
  } catch (thrown) {
    await stopAll(created, log);
    throw thrown;
  }
}

/** Everything that is stored is for the account that runs the host alone. */
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

function mount({ plugin, started }: PlannedPlugin) {
  const { context, parts } = started() ?? { context: undefined, parts: undefined };
  if (context === undefined) throw new Error(`plugin ${plugin.name} was not started`);
  const workflows = plugin.workflows({ ...context, parts });
  const routes = plugin.routes({ ...context, parts, workflows });
  return {
    name: plugin.name,
    workflows: Object.values(workflows),
    routes: routes.map((route): MountedRoute => ({ plugin: plugin.name, auth: plugin.auth, route })),
  };
}

/** Two with one route, or one name for two workflows: neither could be trusted to be the one that answers. */
function refuseTwins(claims: readonly { readonly claimant: string; readonly name: string }[]): void {
  for (const [name, twins] of Map.groupBy(claims, (claim) => claim.name)) {
    if (twins.length < 2) continue;
    const claimants = twins.map(({ claimant }) => claimant).join(' and ');
    throw new Error(`${name} is declared by ${claimants}. Disable a plugin, or let it choose another.`);
  }
}

/** One that fails to stop does not keep the others from stopping. */
async function stopAll(created: readonly Part[], log: Logger): Promise<void> {
  for (const part of created.toReversed()) {
    try {
      await part.stop();
    } catch (cause) {
      log.error({ part: part.name, err: cause }, 'a part did not stop cleanly');
    }
  }
}
