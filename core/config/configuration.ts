import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { z } from 'zod';
import { shipped } from '../api/package.ts';
import { type PluginEntry, type ProviderEntry, pluginEntries, providerEntries } from './entries.ts';
import { readSettings } from './file.ts';
import { layered, withValue } from './layers.ts';
import { parseSettings } from './parse.ts';
import type { Fault, SettingPath, Source } from './place.ts';
import { ConfigurationProblems } from './problems.ts';
import { type Environment, meaningOf } from './references.ts';
import { type HostSettings, hostSettings } from './schema.ts';
import { type ScalarSetting, type Setting, settingAt } from './setting.ts';

/** What the host is told: its own settings, and what it is put together from. */
export interface Configuration extends Omit<HostSettings, 'providers' | 'plugins'> {
  /** Absolute path of the user's file; null where there is none. */
  readonly file: string | null;
  /** Absolute path of the folder that the host keeps its data in. */
  readonly data: string;
  readonly providers: readonly ProviderEntry[];
  readonly plugins: readonly PluginEntry[];
}

export interface ConfigurationRequest {
  /** From `--config`; without it `CHRONOSCRIBE_CONFIG` names the user's file, if any. Relative to the working directory. */
  readonly file?: string | undefined;
  readonly environment: Environment;
  readonly flags: { readonly port?: string | undefined; readonly host?: string | undefined; readonly data?: string | undefined };
  /** Absolute. */
  readonly workingDirectory: string;
  /** The kinds that the bundled providers have. */
  readonly kinds: readonly string[];
  /** The names of the bundled plugins. */
  readonly plugins: readonly string[];
}

export interface ConfigurationResult {
  /** While there are problems only good for finding more: entries that are wrong are left out, and one wrong setting makes all the host's own the defaults. */
  readonly configuration: Configuration;
  /** Whoever finds more (a module that cannot be loaded, a need that nobody answers) adds it here. */
  readonly problems: ConfigurationProblems;
  /**
   * The settings under `with` of the provider or plugin at `path`, read by its schema; undefined where they are wrong, which is then
   * among the problems. A schema that does not say what it does with unknown settings refuses them.
   */
  settings<S extends z.ZodObject>(path: SettingPath, schema: S): z.output<S> | undefined;
}

/**
 * Reads the configuration in its layers, each over the one before: the schema's defaults, `config/default.yaml`, the user's file,
 * `CHRONOSCRIBE_PORT`, `_HOST` and `_DATA` (an empty one counts as not set), and command-line flags. Throws nothing: all that is wrong is
 * in `problems`.
 */
export function readConfiguration(request: ConfigurationRequest): ConfigurationResult {
  const { root, file, faults } = readLayers(request);
  const problems = new ConfigurationProblems(root, faults);
  const { providers: _, plugins: __, ...host } = parseSettings(root, [], hostSettings, problems) ?? hostSettings.parse({});
  return {
    configuration: {
      ...host,
      file,
      data: dataFolder(root, host.data, request.workingDirectory, problems),
      providers: providerEntries(root, request.kinds, problems),
      plugins: pluginEntries(root, request.plugins, problems),
    },
    problems,
    settings: (path, schema) => parseSettings(root, [...path, 'with'], strict(schema), problems),
  };
}

interface Layers {
  /** All layers in one. */
  readonly root: Setting;
  readonly file: string | null;
  readonly faults: readonly Fault[];
}

function readLayers(request: ConfigurationRequest): Layers {
  const { environment, workingDirectory } = request;
  const defaults = shipped('default.yaml');
  const chosen = request.file ?? (environment.CHRONOSCRIBE_CONFIG || undefined);
  const file = chosen === undefined ? null : resolve(workingDirectory, chosen);

  const sources: { readonly path: string; readonly source: Source }[] = [
    { path: defaults, source: { name: shownPath(defaults, workingDirectory), folder: workingDirectory, order: 1 } },
  ];
  if (file !== null) {
    sources.push({ path: file, source: { name: shownPath(file, workingDirectory), folder: dirname(file), order: 0 } });
  }
  const layers = sources.map(({ path, source }) => ({ source, ...readSettings(path, source, environment) }));
  const files = layers.map(
    ({ source, root }): Setting => root ?? { form: 'group', place: { source, line: 1, column: 1 }, members: new Map() },
  );
  return {
    root: overrides(request).reduce(
      (below, { path, value }) => withValue(below, path, value),
      files.reduce((lower, upper) => layered(lower, upper)),
    ),
    file,
    faults: layers.flatMap((layer) => layer.faults),
  };
}

/** What the environment and then the command line set. */
function overrides({ environment, flags, workingDirectory }: ConfigurationRequest) {
  const places = [
    { path: ['http', 'port'], variable: 'CHRONOSCRIBE_PORT', flag: '--port', given: flags.port },
    { path: ['http', 'host'], variable: 'CHRONOSCRIBE_HOST', flag: '--host', given: flags.host },
    { path: ['data'], variable: 'CHRONOSCRIBE_DATA', flag: '--data', given: flags.data },
  ];
  return places.flatMap(({ path, variable, flag, given }) => {
    const held = environment[variable];
    const source = (name: string): Source => ({ name, folder: workingDirectory, order: 2 });
    return [
      ...(held ? [{ path, value: textFrom(source(variable), held, [{ name: variable, value: held }]) }] : []),
      ...(given === undefined ? [] : [{ path, value: textFrom(source(flag), given, []) }]),
    ];
  });
}

function textFrom(source: Source, value: string, variables: ScalarSetting['variables']): ScalarSetting {
  return { form: 'scalar', place: { source }, value, variables, ...meaningOf(value) };
}

/** The data folder is relative to the file that names it, else to the working directory. */
function dataFolder(root: Setting, data: string, workingDirectory: string, problems: ConfigurationProblems): string {
  if (data === '~' || data.startsWith('~/')) problems.add(['data'], `"~" means nothing here; write \${HOME} or the whole path`);
  return resolve(settingAt(root, ['data'])?.place.source.folder ?? workingDirectory, data);
}

function shownPath(path: string, workingDirectory: string): string {
  const inside = relative(workingDirectory, path);
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside || '.';
}

function strict<S extends z.ZodObject>(schema: S): S {
  // The boundary where zod's type of a strict copy is taken back to the schema's own: the values it lets through are the same.
  return schema.def.catchall === undefined ? (schema.strict() as unknown as S) : schema;
}
