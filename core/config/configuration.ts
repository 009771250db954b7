import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { isMap, Scalar } from 'yaml';
import { z } from 'zod';
import { shipped } from '../api/package.ts';
import type { Bound } from '../kinds/operations.ts';
import { type AutomationEntry, automationEntries, automationEntry } from './automations.ts';
import { type PluginEntry, type ProviderEntry, pluginEntries, providerEntries } from './entries.ts';
import { type HostSettings, hostSettings } from './host-settings.ts';
import { ConfigurationProblems } from './problems.ts';
import { type Environment, meaningOf } from './references.ts';
import {
  merged,
  type Origin,
  originOf,
  placeOf,
  type Setting,
  type SettingPath,
  type Source,
  settingAt,
  withOrigin,
} from './settings.ts';
import { parseSettings } from './validate.ts';
import { readYamlFile, settingOf, type YamlFile } from './yaml.ts';

/** The configuration of a host: its own settings, and the providers and plugins that it consists of. */
export interface Configuration extends Omit<HostSettings, 'providers' | 'plugins' | 'automations'> {
  /** Absolute path of the user's file; null if there is none. */
  readonly file: string | null;
  /** Absolute path of the data folder. */
  readonly data: string;
  readonly providers: readonly ProviderEntry[];
  readonly plugins: readonly PluginEntry[];
  readonly automations: readonly AutomationEntry[];
  /** Limits and retention; those of a plugin once its settings are read. */
  readonly bounds: readonly Bound[];
}

export interface ConfigurationRequest {
  /**
   * From `--config`; without it `CHRONOSCRIBE_CONFIG` names the user's file, if any. Relative to the working directory.
   */
  readonly file?: string | undefined;
  readonly environment: Environment;
  readonly flags: {
    readonly port?: string | undefined;
    readonly host?: string | undefined;
    readonly data?: string | undefined;
  };
  /** Absolute. */
  readonly workingDirectory: string;
  /** The kinds of the bundled providers. */
  readonly kinds: readonly string[];
  /** The names of the bundled plugins. */
  readonly plugins: readonly string[];
}

export interface ConfigurationResult {
  /**
   * If there are problems, it serves only to find more of them: wrong entries are left out, and one wrong setting of
   * the host resets all of the host's own settings to their defaults.
   */
  readonly configuration: Configuration;
  /** The problems so far. Later stages add theirs: a module that cannot be loaded, a missing dependency. */
  readonly problems: ConfigurationProblems;
  /**
   * The settings under `with` of the provider or plugin at `path`, parsed by its schema. Unknown settings are refused,
   * unless the schema says otherwise.
   *
   * @returns undefined if the settings are wrong; `problems` then has the reasons
   */
  settings<S extends z.ZodObject>(path: SettingPath, schema: S): z.output<S> | undefined;
  /**
   * Checks the settings at `path` by a schema.
   *
   * @param isKnown see `parseSettings`
   */
  check: SettingCheck;
  /**
   * An automation that a plugin brings, as if it stood in the configuration.
   *
   * @returns undefined if its form is wrong; `problems` then has the reasons
   */
  bring(plugin: string, automation: { readonly name: string }): AutomationEntry | undefined;
}

export type SettingCheck = (path: SettingPath, schema: z.ZodType, isKnown: Parameters<typeof parseSettings>[4]) => void;

/**
 * The configuration, read in layers that override each other: the schema's defaults, `config/default.yaml`, the user's
 * file, `CHRONOSCRIBE_PORT`, `_HOST` and `_DATA` (ignored if empty), and command-line flags. It never throws:
 * everything that is wrong is in `problems`.
 */
export function readConfiguration(request: ConfigurationRequest): ConfigurationResult {
  const { environment, workingDirectory } = request;
  const chosen = request.file ?? (environment.CHRONOSCRIBE_CONFIG || undefined);
  const file = chosen === undefined ? null : resolve(workingDirectory, chosen);

  const read = (path: string, folder: string, order: number): YamlFile =>
    readYamlFile(path, { name: displayPath(path, workingDirectory), folder, order }, environment);
  const defaults = read(shipped('default.yaml'), workingDirectory, 1);
  const layers = file === null ? [defaults] : [defaults, read(file, dirname(file), 0)];
  const root = layers.map((layer) => layer.root).reduce((lower, upper) => merged(lower, upper));
  override(root, request);

  const faults = layers.flatMap((layer) => layer.faults);
  const problems = new ConfigurationProblems(root, faults);
  const {
    providers: _,
    plugins: __,
    automations: ___,
    ...host
  } = parseSettings(root, [], hostSettings, problems) ?? hostSettings.parse({});
  const bounds = [...hostBounds(root, host)];
  /** A path in a setting is relative to the file that names it, else to the working directory. */
  const absolute = (setting: SettingPath, path: string): string => {
    if (path === '~' || path.startsWith('~/'))
      problems.add(setting, `"~" means nothing here; write \${HOME} or the whole path`);
    const written = settingAt(root, setting);
    return resolve(written === undefined ? workingDirectory : originOf(written).source.folder, path);
  };
  const tlsFiles = ({ cert, key }: { readonly cert: string; readonly key: string }) => ({
    cert: absolute(['http', 'tls', 'cert'], cert),
    key: absolute(['http', 'tls', 'key'], key),
  });
  return {
    configuration: {
      ...host,
      file,
      http: { ...host.http, tls: host.http.tls && tlsFiles(host.http.tls) },
      data: absolute(['data'], host.data),
      providers: providerEntries(root, request.kinds, problems),
      plugins: pluginEntries(root, request.plugins, problems),
      automations: automationEntries(root, problems),
      bounds,
    },
    problems,
    settings(path, schema) {
      const parsed = parseSettings(root, [...path, 'with'], strict(schema), problems);
      if (path[0] === 'plugins' && parsed !== undefined) {
        const fields = Object.entries(schema.shape).filter(([name]) => /^(keep|max)[A-Z]/.test(name));
        bounds.push(...boundsIn(root, [...path, 'with'], Object.fromEntries(fields), parsed));
      }
      return parsed;
    },
    check: (path, schema, isKnown) => void parseSettings(root, path, schema, problems, isKnown),
    bring(plugin, { name, ...entry }) {
      const path = ['automations', name];
      if (settingAt(root, path) !== undefined) {
        problems.addName(path, `the plugin ${plugin} brings an automation of this name; choose another here`);
        return undefined;
      }
      const source: Source = { name: `plugin ${plugin}`, folder: workingDirectory, order: 3 };
      const whole = merged(root, settingOf({ automations: { [name]: entry } }, source));
      if (isMap(root) && isMap(whole)) root.items = whole.items;
      return automationEntry(root, name, problems);
    },
  };
}

/** Sets what environment variables and command-line flags override. */
function override(root: Setting, { environment, flags, workingDirectory }: ConfigurationRequest): void {
  const overrides = [
    { group: ['http'], name: 'port', variable: 'CHRONOSCRIBE_PORT', flag: '--port', given: flags.port },
    { group: ['http'], name: 'host', variable: 'CHRONOSCRIBE_HOST', flag: '--host', given: flags.host },
    { group: [], name: 'data', variable: 'CHRONOSCRIBE_DATA', flag: '--data', given: flags.data },
  ];
  for (const { group, name, variable, flag, given } of overrides) {
    const value = environment[variable];
    if (value) set(group, name, value, { source: sourceOf(variable), variables: [{ name: variable, value }] });
    if (given !== undefined) set(group, name, given, { source: sourceOf(flag) });
  }

  function sourceOf(name: string): Source {
    return { name, folder: workingDirectory, order: 2 };
  }

  function set(path: SettingPath, name: string, value: string, origin: Origin): void {
    const group = settingAt(root, path);
    // A group that is not one is reported when it is parsed.
    if (!isMap(group)) return;
    const key = group.items.find((pair) => pair.key.value === name)?.key ?? withOrigin(new Scalar(name), origin);
    group.delete(name);
    group.set(key, withOrigin(new Scalar(value), { ...origin, meaning: meaningOf(value) }));
  }
}

function displayPath(path: string, workingDirectory: string): string {
  const inside = relative(workingDirectory, path);
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside || '.';
}

function strict<S extends z.ZodObject>(schema: S): S {
  // `strict()` changes the type of a schema in zod, but not the values that it outputs.
  return schema.def.catchall === undefined ? (schema.strict() as unknown as S) : schema;
}

/** The groups of the host's own settings that limit something. */
const groups = [['limits', 'perAccount'], ['uploads'], ['runs'], ['http', 'rateLimit']] as const;

function hostBounds(root: Setting, settings: z.output<typeof hostSettings>): readonly Bound[] {
  return groups.flatMap((path) => {
    let [schema, value]: [unknown, unknown] = [hostSettings, settings];
    for (const name of path) [schema, value] = [fieldsOf(schema)[name], Object(value)[name]];
    return boundsIn(root, path, fieldsOf(schema), Object(value));
  });
}

function boundsIn(root: Setting, path: SettingPath, fields: Fields, settings: object): readonly Bound[] {
  return Object.entries(fields).flatMap(([field, schema]) => {
    const value: unknown = Object(settings)[field] ?? null;
    if (value !== null && typeof value !== 'number' && typeof value !== 'string') return [];
    const at = [...path, field];
    const place = settingAt(root, at) === undefined ? undefined : placeOf(root, at);
    // The shipped file has the defaults of the others.
    const isSet = place !== undefined && place.source.order !== 1;
    const line = place?.line === undefined ? '' : `:${place.line}`;
    const name = at.filter((part) => part !== 'with').join('.');
    return [{ name, value, description: schema.description ?? '', place: isSet ? place.source.name + line : null }];
  });
}

type Fields = Readonly<Record<string, z.ZodType>>;

/** The fields of a group of settings, which may be left empty. */
function fieldsOf(schema: unknown): Fields {
  const inner = schema instanceof z.ZodPipe ? schema.out : schema;
  return inner instanceof z.ZodObject ? inner.shape : {};
}
