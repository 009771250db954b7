import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InstanceError, type Instances, type Needs } from '../api/kind.ts';
import { messageOf } from '../api/text.ts';
import { type Configuration, readConfiguration } from '../config/configuration.ts';
import { ConfigurationError } from '../config/problems.ts';
import { type Composition, composeHost } from '../host/composition.ts';
import { withComposed } from '../host/container.ts';
import { bundledKinds, bundledPlugins, loadProvider } from '../host/loader.ts';
import { isBundled, ownKinds, type Part } from '../host/part.ts';
import { type HostRequest, type Plan, planHost } from '../host/plan.ts';

/**
 * Creates the parts that answer `needs`, with what those need in turn, for the time of `use`. The plugins of the host
 * are not started, so this may be done while a host runs.
 *
 * @throws Error that names the part that could not be created
 */
export async function withParts<N extends Needs, T>(
  { parts, runner }: Pick<Plan, 'parts' | 'runner'>,
  needs: N,
  use: (instances: Instances<N>) => Promise<T>,
): Promise<T> {
  return withComposed([...new Set(partsFor(parts, needs))], runner, async (instanceOf) => {
    const found = Object.entries(needs).map(async ([name, kind]) => [name, await instanceOf(kind)] as const);
    // The boundary where types are erased: the container hands over what answers `needs`.
    return use(Object.fromEntries(await Promise.all(found)) as Instances<N>);
  });
}

/** The parts that answer `needs`, each after what it needs itself. */
export function partsFor(parts: readonly Part[], needs: Needs): readonly Part[] {
  const kinds = new Set(Object.values(needs).map(({ id }) => id));
  return parts
    .filter(({ provides }) => Object.values(provides).some(({ id }) => kinds.has(id)))
    .flatMap((part) => [...partsFor(parts, part.needs), part]);
}

/** The default providers do not answer everything that the plugins need, so these cannot be tried. */
export class TrialError extends Error {}

/**
 * Composes the configured plugins for the time of `use`, on the default providers and a temporary data folder. Nothing
 * of the user's is opened and nothing listens.
 *
 * @throws TrialError if the plugins need other providers; Error that says which plugin could not start or stop, which
 *   routes clash, or which automations are wrong
 */
export async function withTrialHost<T>(
  request: HostRequest,
  use: (composition: Composition, configuration: Configuration) => T | Promise<T>,
): Promise<T> {
  return withTemporaryFolder(async (data) => {
    const trial = { ...request, trial: true, flags: { ...request.flags, data } };
    const plan = await planHost({ ...trial, extraProviders: await defaultProviders(trial) }).catch((cause: unknown) => {
      throw cause instanceof ConfigurationError ? new TrialError(cause.message, { cause }) : cause;
    });
    const composition = await composeHost(plan);
    try {
      return await use(composition, plan.configuration);
    } finally {
      await composition.stop();
    }
  });
}

/**
 * Creates each provider of somebody else on an empty folder, and asks nothing of it. One that keeps data is opened as for
 * reading alone.
 *
 * @returns a warning for each that keeps data and does not open like that, which is no fault
 * @throws Error that names the first one that could not start
 */
export async function tryProviders(request: HostRequest): Promise<readonly string[]> {
  return withTemporaryFolder(async (data) => {
    const trial = { ...request, flags: { ...request.flags, data } };
    const { configuration } = await planHost(trial);
    const warnings: string[] = [];
    for (const { kind, use } of configuration.providers.filter((entry) => !isBundled(entry.use))) {
      const readOnly = ownKinds.includes(kind);
      const { parts, runner } = await planHost({ ...trial, readOnly });
      const tried = parts.filter(({ title }) => title?.startsWith(`${kind} `) && title.endsWith(` (${use})`));
      const needed = tried.flatMap((part) => [...partsFor(parts, part.needs), part]);
      await withComposed([...new Set(needed)], runner, async () => undefined).catch((thrown: unknown) => {
        if (!readOnly || (thrown instanceof Error && thrown.cause instanceof InstanceError)) throw thrown;
        warnings.push(`${messageOf(thrown)}. This was tried without your data; a start tries it with them.`);
      });
    }
    return warnings;
  });
}

/** The providers of the default configuration, which store everything in the data folder. */
async function defaultProviders({
  workingDirectory,
}: HostRequest): Promise<NonNullable<HostRequest['extraProviders']>> {
  const defaults = readConfiguration({
    flags: {},
    environment: {},
    workingDirectory,
    kinds: bundledKinds(),
    plugins: bundledPlugins(),
  });
  return Promise.all(
    defaults.configuration.providers.map(async ({ kind, use, base }) => ({
      provider: await loadProvider(use, kind, base),
    })),
  );
}

/** Calls `use` with the path of an empty folder, and deletes the folder afterwards. */
export async function withTemporaryFolder<T>(use: (path: string) => Promise<T>): Promise<T> {
  const path = await mkdtemp(join(tmpdir(), 'chronoscribe-'));
  try {
    return await use(path);
  } finally {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
}
