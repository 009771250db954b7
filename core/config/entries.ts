import { isAbsolute } from 'node:path';
import { isMap, isScalar } from 'yaml';
import { z } from 'zod';
import { unknownName } from '../api/text.ts';
import type { ConfigurationProblems } from './problems.ts';
import { originOf, plainValue, type Setting, type SettingPath, settingAt } from './settings.ts';
import { parseSettings } from './validate.ts';

/** Where an implementation comes from. Its settings are read with `settings(path, schema)`. */
interface Entry {
  /** A bundled name, `./path` or `npm:package`. */
  readonly use: string;
  /** Where it is configured, or would be: `['plugins', name]`. */
  readonly path: SettingPath;
  /** Absolute; the folder that a `./path` is relative to. */
  readonly base: string;
}

/** The provider of a kind. */
export interface ProviderEntry extends Entry {
  readonly kind: string;
}

/** A plugin that is enabled. */
export interface PluginEntry extends Entry {
  readonly name: string;
}

/** The form of a `use`; undefined if it has none of the three. */
function formOf(use: string): 'bundled' | 'path' | 'package' | undefined {
  if (/^npm:(@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*(\/[\w./~-]+)?$/.test(use)) return 'package';
  if (/^\.\.?[\\/]/.test(use) || isAbsolute(use)) return 'path';
  return /^[a-z0-9][a-z0-9._-]*$/.test(use) ? 'bundled' : undefined;
}

const useForms = 'a bundled name, ./path or npm:package';

const entry = z.strictObject(
  { use: z.string().optional().describe(useForms), with: z.record(z.string(), z.unknown()).nullish() },
  {
    error: ({ code }) => (code === 'invalid_type' ? 'expected an entry such as { use: name, with: { … } }' : undefined),
  },
);

/** The entries under `providers`, one per kind. @param kinds the kinds of the bundled providers */
export function providerEntries(
  root: Setting,
  kinds: readonly string[],
  problems: ConfigurationProblems,
): readonly ProviderEntry[] {
  return namesIn(root, 'providers', problems).flatMap((kind): readonly ProviderEntry[] => {
    const path = ['providers', kind];
    const parsed = parseSettings(root, path, entry, problems);
    const isKnown = kinds.includes(kind);
    const use = parsed?.use;
    if (parsed && use === undefined && isKnown) problems.add([...path, 'use'], `missing: expected ${useForms}`);
    if (parsed && !isKnown && (use === undefined || formOf(use) === 'bundled')) {
      problems.addName(
        path,
        `${unknownName('kind', kind, kinds)} (a kind of your own is given with use: ./path or npm:package)`,
      );
      return [];
    }
    if (use === undefined || !isUse(root, path, use, problems)) return [];
    return [{ kind, use, path, base: baseOf(root, path) }];
  });
}

/**
 * The enabled plugins: all of `bundled` except those set to `false`, then the added ones, in the order of the
 * configuration.
 */
export function pluginEntries(
  root: Setting,
  bundled: readonly string[],
  problems: ConfigurationProblems,
): readonly PluginEntry[] {
  const added = namesIn(root, 'plugins', problems).filter((name) => !bundled.includes(name));
  return [...bundled, ...added].flatMap((name): readonly PluginEntry[] => {
    const path = ['plugins', name];
    const isBundled = bundled.includes(name);
    const setting = settingAt(root, path);
    const written = setting && plainValue(setting);
    if (written === false) return isBundled ? [] : unknownPlugin(name, path);
    const parsed = written === undefined || written === true ? {} : parseSettings(root, path, entry, problems);
    if (parsed === undefined) return [];
    const use = parsed.use ?? name;
    if (parsed.use === undefined && !isBundled) return unknownPlugin(name, path);
    if (!isUse(root, path, use, problems)) return [];
    if (formOf(use) === 'bundled' && use !== name) {
      const message = bundled.includes(use)
        ? `the bundled plugin ${use} is configured under its own name, plugins.${use}`
        : `${unknownName('plugin', use, bundled)} (use a ./path or npm:package to add one)`;
      problems.add([...path, 'use'], message);
      return [];
    }
    return [{ name, use, path, base: baseOf(root, path) }];
  });

  function unknownPlugin(name: string, path: SettingPath): readonly PluginEntry[] {
    problems.addName(
      path,
      `${unknownName('plugin', name, bundled)} (one that is not bundled needs use: ./path or npm:package)`,
    );
    return [];
  }
}

function isUse(root: Setting, path: SettingPath, use: string, problems: ConfigurationProblems): boolean {
  if (formOf(use) !== undefined) return true;
  const setting = settingAt(root, [...path, 'use']);
  if (setting === undefined || !originOf(setting).isUnresolved) {
    problems.add([...path, 'use'], `expected ${useForms}, got ${JSON.stringify(use)}`);
  }
  return false;
}

/** The folder of the file in which `use` was written. */
function baseOf(root: Setting, path: SettingPath): string {
  const written = settingAt(root, [...path, 'use']) ?? settingAt(root, path) ?? root;
  return originOf(written).source.folder;
}

function namesIn(root: Setting, section: 'providers' | 'plugins', problems: ConfigurationProblems): readonly string[] {
  const setting = settingAt(root, [section]);
  if (setting === undefined || (isScalar(setting) && setting.value === null)) return [];
  if (isMap(setting)) return setting.items.map(({ key }) => key.value);
  problems.add([section], 'expected settings, each with a name');
  return [];
}
