import { z } from 'zod';
import type { Needs } from '../api/kind.ts';
import { createLogger, type Logger } from '../api/logger.ts';
import type { Plugin, PluginContext } from '../api/plugin.ts';
import type { Provider } from '../api/provider.ts';
import { type Configuration, type ConfigurationRequest, type ConfigurationResult, readConfiguration } from '../config/configuration.ts';
import type { PluginEntry, ProviderEntry } from '../config/entries.ts';
import type { ConfigurationProblems } from '../config/problems.ts';
import { bundledKinds, bundledPlugins, LoadError, loadBundled, loadPlugin, loadProvider } from './loader.ts';
import { modelsPart } from './models-part.ts';
import { type Part, validateDependencies } from './part.ts';
import { type ServicesPart, servicesPart } from './services.ts';
import { singleHostFault } from './single-host.ts';
import { suggestProvider } from './suggest-provider.ts';

/** A shorter one could be guessed. */
const shortestKey = 24;

/** A plugin that runs: what its routes and workflows are made from once its part was created. */
export interface PlannedPlugin {
  readonly plugin: Plugin;
  readonly part: Part;
  /** Undefined until the part was created. */
  started(): { readonly context: PluginContext<unknown, Needs>; readonly parts: unknown } | undefined;
}

/** Everything that a host is put together from, loaded and checked; nothing of it has started. */
export interface Plan {
  readonly configuration: Configuration;
  readonly parts: readonly Part[];
  readonly plugins: readonly PlannedPlugin[];
  readonly services: ServicesPart;
  readonly log: Logger;
}

/** What a host is asked for: see `readConfiguration`, and plugins that are handed over as they are instead of being named. */
export interface HostRequest extends Omit<ConfigurationRequest, 'kinds' | 'plugins'> {
  /** They run beside the configured ones, and instead of those with the same name. For tests of a plugin. */
  readonly extraPlugins?: readonly Plugin[];
  /** Providers that answer a kind instead of the configured one. For tests of a provider. */
  readonly extraProviders?: readonly { readonly provider: Provider; readonly with?: object }[];
  /** For commands that only read what is kept, see `ProviderContext`. Default false. */
  readonly onlyReading?: boolean;
}

/**
 * Reads the configuration, loads what it names and checks that all of it fits together.
 *
 * @throws ConfigurationError with everything that is wrong, at once.
 */
export async function planHost(request: HostRequest): Promise<Plan> {
  const extraPlugins = request.extraPlugins ?? [];
  const extraProviders = request.extraProviders ?? [];
  const read = readConfiguration({ ...request, kinds: bundledKinds(), plugins: bundledPlugins() });
  const { configuration, problems } = read;
  const log = createLogger(configuration.log.level);
  const surroundings = { dataFolder: configuration.data, onlyReading: request.onlyReading ?? false, log };

  const providers = await Promise.all(
    configuration.providers
      .filter((entry) => !extraProviders.some(({ provider }) => provider.kind.name === entry.kind))
      .map((entry) => configuredProvider(entry, read, surroundings)),
  );
  const plugins = await Promise.all(
    configuration.plugins
      .filter((entry) => !extraPlugins.some((plugin) => plugin.name === entry.name))
      .map((entry) => configuredPlugin(entry, read, surroundings)),
  );
  const planned = [
    ...plugins.filter((plugin) => plugin !== undefined),
    ...extraPlugins.map((plugin) => pluginPart(plugin, plugin.config?.parse({}) ?? {}, surroundings)),
  ];
  const services = servicesPart(configuration, environmentKey(request.environment, problems), log);
  const parts = [
    ...providers.filter((part) => part !== undefined),
    ...extraProviders.map(({ provider, with: settings }) =>
      providerPart(provider, provider.config.parse(settings ?? {}), surroundings),
    ),
    services,
    modelsPart(configuration, log),
    ...planned.map(({ part }) => part),
  ];

  // A part that could not be loaded is missing from the whole: what it would have answered is not a second fault.
  if (problems.count === 0) {
    for (const { part, message, missing } of validateDependencies(parts)) {
      problems.add(
        pathOf(part),
        missing === undefined ? message : `${message}; ${suggestProvider(missing, await loadBundled())}`,
      );
    }
  }
  problems.throwIfAny();
  return { configuration, parts, plugins: planned, services, log };
}

type Surroundings = { readonly dataFolder: string; readonly onlyReading: boolean; readonly log: Logger };

async function configuredProvider(
  entry: ProviderEntry,
  read: ConfigurationResult,
  surroundings: Surroundings,
): Promise<Part | undefined> {
  const provider = await loaded(entry, read, () => loadProvider(entry.use, entry.kind, entry.base));
  const config = provider && read.settings(entry.path, provider.config);
  if (provider && read.configuration.cluster) {
    const fault = await singleHostFault(entry.use, provider, config);
    if (fault !== undefined) read.problems.add([...entry.path, 'use'], fault);
  }
  return provider && config && providerPart(provider, config, surroundings);
}

async function configuredPlugin(
  entry: PluginEntry,
  read: ConfigurationResult,
  surroundings: Surroundings,
): Promise<PlannedPlugin | undefined> {
  const plugin = await loaded(entry, read, () => loadPlugin(entry.use, entry.base));
  if (plugin === undefined) return undefined;
  const config = read.settings(entry.path, plugin.config ?? z.strictObject({}));
  return config && pluginPart(plugin, config, surroundings);
}

/** What cannot be loaded is a problem of the configuration that names it. */
async function loaded<T>(
  entry: ProviderEntry | PluginEntry,
  read: ConfigurationResult,
  load: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await load();
  } catch (thrown) {
    if (!(thrown instanceof LoadError)) throw thrown;
    read.problems.add([...entry.path, 'use'], thrown.message);
    return undefined;
  }
}

/** What the instance itself is called among all that its provider answers; what it holds is never called so. */
const itself = '';

function providerPart(provider: Provider, config: unknown, { dataFolder, onlyReading, log }: Surroundings): Part {
  const { kind, provides } = provider;
  const name = `${kind.name} ${provider.name}`;
  let instance: unknown;
  return {
    name,
    needs: provider.needs,
    provides: { ...provides, [itself]: kind },
    async create(needs) {
      instance = await provider.create({ config, needs, dataFolder, onlyReading, log: log.child({ part: name }) });
      // The boundary where types are erased: `defineProvider` saw that the instance holds what it provides.
      const holder = instance as Readonly<Record<string, unknown>>;
      const held = Object.keys(provides).map((member) => [member, holder[member]]);
      return { ...Object.fromEntries(held), [itself]: instance };
    },
    stop: async () => provider.stop(instance),
    health: async () => provider.health(instance),
  };
}

function pluginPart(plugin: Plugin, config: unknown, { dataFolder, log }: Surroundings): PlannedPlugin {
  const name = `plugin ${plugin.name}`;
  let started: ReturnType<PlannedPlugin['started']>;
  const part: Part = {
    name,
    needs: plugin.needs,
    provides: plugin.provides,
    async create(needs) {
      const context = { config, needs, dataFolder, log: log.child({ part: name }) };
      const parts = await plugin.start(context);
      started = { context, parts };
      return parts as Readonly<Record<string, unknown>>;
    },
    stop: async () => plugin.stop(started?.parts),
    health: async () => plugin.health(started?.parts),
  };
  return { plugin, part, started: () => started };
}

/** The place in configuration of a part that does not fit: `plugin anchors` is at `plugins.anchors`. */
function pathOf({ name: part }: Part): readonly string[] {
  const [kind = '', name = ''] = part.split(' ');
  return kind === 'plugin' ? ['plugins', name] : ['providers', kind];
}

/** The key that the environment gives for the default account, if any. */
function environmentKey(environment: HostRequest['environment'], problems: ConfigurationProblems): string | undefined {
  const key = environment.CHRONOSCRIBE_API_KEY || undefined;
  if (key !== undefined && key.length < shortestKey) {
    problems.addVariable(
      'CHRONOSCRIBE_API_KEY',
      `shorter than ${shortestKey} characters; use a longer random text, or unset it to get a key made`,
    );
  }
  return key;
}
