import { z } from 'zod';
import { isClinical } from '../api/access.ts';
import { createLogger } from '../api/logger.ts';
import type { Plugin } from '../api/plugin.ts';
import type { Provider } from '../api/provider.ts';
import { type ConfigurationRequest, type ConfigurationResult, readConfiguration } from '../config/configuration.ts';
import type { PluginEntry, ProviderEntry } from '../config/entries.ts';
import type { ConfigurationProblems } from '../config/problems.ts';
import { createSealing } from '../encryption/sealing.ts';
import { createEmitter } from '../triggers/emitter.ts';
import { validateDependencies } from './container.ts';
import { endpointsPart } from './endpoints.ts';
import { createExtensions } from './extensions.ts';
import {
  bundledKinds,
  bundledPlugins,
  LoadError,
  loadBundled,
  loadPlugin,
  loadProvider,
  singleHostFault,
  suggestProvider,
} from './loader.ts';
import { modelsPart } from './models.ts';
import { operationsPart } from './operations.ts';
import { type Part, type PartContext, type PluginPart, pluginPart, providerPart } from './part.ts';
import { createPartRunner, Late, type PartRunner, type Watch } from './part-runner.ts';
import { servicesPart } from './services.ts';

/** The least length of a key from the environment; a shorter one could be guessed. */
const minKeyLength = 24;

/**
 * What a host is made from: the configuration (see `readConfiguration`), and plugins and providers given as objects.
 */
export interface HostRequest extends Omit<ConfigurationRequest, 'kinds' | 'plugins'> {
  /** Plugins that run beside the configured ones, and instead of those with the same name. For tests of a plugin. */
  readonly extraPlugins?: readonly { readonly plugin: Plugin; readonly with?: object }[];
  /** Providers that answer a kind instead of the configured one. For tests of a provider. */
  readonly extraProviders?: readonly { readonly provider: Provider; readonly with?: object }[];
  /** For commands that only read what is stored, see `ProviderContext`. Default false. */
  readonly readOnly?: boolean;
  /** Whether a host is started, not a command beside one. Default false. */
  readonly serves?: boolean;
  /** Whether the parts are only tried, see `PartRunner.start`. Default false. */
  readonly trial?: boolean;
  /** Told of starts and stops that have a limited time. */
  readonly watch?: Watch;
  /**
   * True while somebody writes a plugin: answers and logs carry the messages of unexpected errors. Never set where
   * patients' data are. Default false.
   */
  readonly development?: boolean;
}

/**
 * Everything that a host is composed of, loaded and checked. Nothing of it has started.
 *
 * Reads the configuration, loads what it names and validates that all of it fits together.
 *
 * @throws ConfigurationError with all problems at once
 */
export async function planHost(request: HostRequest) {
  const { extraPlugins = [], extraProviders = [], development = false, trial = false } = request;
  const { readOnly = false, serves = false } = request;
  const read = readConfiguration({ ...request, kinds: bundledKinds(), plugins: bundledPlugins() });
  const { configuration, problems } = read;
  const { level } = configuration.log;
  const withMessages = createLogger(level, { messages: true });
  const log = development ? withMessages : createLogger(level);
  const runner = createPartRunner({ configuration, log, watch: request.watch, trial });
  const services = servicesPart(configuration, environmentKey(request.environment, problems), log);
  const sealing = createSealing(configuration.encryption);
  const extensions = createExtensions();
  const context: PartContext = {
    dataFolder: configuration.data,
    use: readOnly ? 'reads' : !serves ? 'command' : configuration.cluster ? 'shared' : 'alone',
    sealing,
    log,
    // A message of code that never sees clinical text may be logged.
    logOf: (auth) => (isClinical(auth) ? log : withMessages),
    // Called once the services are there.
    emitOf: createEmitter({
      isListened: (trigger) => services.services().automations.isListened(trigger),
      now: () => services.services().cluster.now(),
      linksOf: (documents, run) => services.services().automations.linksOf(documents, run),
      queue: (documents, event) => services.services().automations.queue(documents, event),
    }),
    extensions,
  };

  const providers = await Promise.all(
    configuration.providers
      .filter((entry) => !extraProviders.some(({ provider }) => provider.kind.name === entry.kind))
      .map((entry) => configuredProvider(entry, { read, runner }, context)),
  );
  const configuredPlugins = await Promise.all(
    configuration.plugins
      .filter((entry) => !extraPlugins.some(({ plugin }) => plugin.name === entry.name))
      .map((entry) => configuredPlugin(entry, { read, runner }, context)),
  );
  const plugins = [
    ...configuredPlugins.filter((plugin) => plugin !== undefined),
    ...extraPlugins.map(({ plugin, with: settings }) =>
      pluginPart({ plugin, config: parseSettings(plugin, settings) }, context),
    ),
  ];
  const endpoints = endpointsPart();
  const parts: Part[] = [
    ...providers.filter((part) => part !== undefined),
    ...extraProviders.map(({ provider, with: settings }) =>
      providerPart(provider, parseSettings(provider, settings), context),
    ),
    services,
    endpoints,
    modelsPart(configuration, log),
    operationsPart(configuration, () => [...parts, services.auditCheck], log),
    ...plugins.map(({ part }) => part),
  ];

  // A part that could not be loaded is a problem already; that others miss it is not a second one.
  if (problems.count === 0) {
    for (const { part, message, missing } of validateDependencies(parts)) {
      problems.add(
        pathOf(part),
        missing === undefined ? message : `${message}; ${suggestProvider(missing, await loadBundled())}`,
      );
    }
  }
  problems.throwIfAny();
  return {
    configuration,
    parts,
    plugins,
    services,
    endpoints,
    extensions,
    runner,
    /** Undefined if the installation does not encrypt what it keeps. */
    sealing,
    log,
    /** Where mistakes in automations are reported, which only show once the plugins have started. */
    problems,
    ...{ check: read.check, bring: read.bring },
    /** Whether answers carry the messages of unexpected errors. */
    development,
  };
}

export type Plan = Awaited<ReturnType<typeof planHost>>;

/** What loading a part takes. */
interface Loading {
  readonly read: ConfigurationResult;
  readonly runner: PartRunner;
}

async function configuredProvider(
  entry: ProviderEntry,
  { read, runner }: Loading,
  context: PartContext,
): Promise<Part | undefined> {
  const name = `${entry.kind} ${entry.use}`;
  const load = () => runner.start(name, () => loadProvider(entry.use, entry.kind, entry.base));
  const provider = await loaded(entry, read, load);
  const config = provider && read.settings(entry.path, provider.config);
  if (provider && read.configuration.cluster) {
    const fault = await singleHostFault(entry.use, provider, config);
    if (fault !== undefined) read.problems.add([...entry.path, 'use'], fault);
  }
  return provider && config && providerPart(provider, config, context, entry.use);
}

async function configuredPlugin(
  entry: PluginEntry,
  { read, runner }: Loading,
  context: PartContext,
): Promise<PluginPart | undefined> {
  const load = () => runner.start(`plugin ${entry.name}`, () => loadPlugin(entry.use, entry.base));
  const plugin = await loaded(entry, read, load);
  if (plugin === undefined) return undefined;
  const config = read.settings(entry.path, plugin.config);
  return config && pluginPart({ plugin, config, use: entry.use }, context);
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
    // A module that waits at its top level for something that never comes.
    if (!(thrown instanceof LoadError || thrown instanceof Late)) throw thrown;
    const late = thrown instanceof Late ? `"${entry.use}" could not be loaded: ` : '';
    read.problems.add([...entry.path, 'use'], `${late}${thrown.message}`);
    return undefined;
  }
}

/** The settings of a plugin or provider that is given as an object. */
function parseSettings({ name, config }: Plugin | Provider, settings: object | undefined): unknown {
  const parsed = config.safeParse(settings ?? {});
  if (parsed.success) return parsed.data;
  throw new Error(`The settings of "${name}" are wrong:\n${z.prettifyError(parsed.error)}`);
}

/** The place of a part in the configuration: `plugin anchors` is at `plugins.anchors`. */
function pathOf({ name: part }: Part): readonly string[] {
  const [kind = '', name = ''] = part.split(' ');
  return kind === 'plugin' ? ['plugins', name] : ['providers', kind];
}

/** The key that the environment gives for the default account, if any. */
function environmentKey(environment: HostRequest['environment'], problems: ConfigurationProblems): string | undefined {
  const key = environment.CHRONOSCRIBE_API_KEY || undefined;
  if (key !== undefined && key.length < minKeyLength) {
    problems.addVariable(
      'CHRONOSCRIBE_API_KEY',
      `shorter than ${minKeyLength} characters; use a longer random text, or unset it to get a key made`,
    );
  }
  return key;
}
