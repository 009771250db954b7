import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { unknownName } from '../api/text.ts';
import { parseSettings } from './parse.ts';
import type { SettingPath } from './place.ts';
import type { ConfigurationProblems } from './problems.ts';
import { plainValue, type Setting, settingAt } from './setting.ts';

/** Which implementation of a kind was chosen. Its settings are read with `settings(path, schema)`. */
export interface ProviderEntry {
  readonly kind: string;
  /** A bundled name, `./path` or `npm:package`. */
  readonly use: string;
  /** Where it is configured: `['providers', kind]`. */
  readonly path: SettingPath;
  /** Absolute; what a `./path` is relative to. */
  readonly base: string;
}

/** A plugin that is to run. */
export interface PluginEntry {
  readonly name: string;
  /** A bundled name, `./path` or `npm:package`. */
  readonly use: string;
  /** Where it is configured, or would be: `['plugins', name]`. */
  readonly path: SettingPath;
  /** Absolute; what a `./path` is relative to. */
  readonly base: string;
}

type UseForm = 'bundled' | 'path' | 'package';

/** Which of its three forms a `use` has; undefined where it has none. */
function formOf(use: string): UseForm | undefined {
  if (/^npm:(@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*(\/[\w./~-]+)?$/.test(use)) return 'package';
  if (/^\.\.?[\\/]/.test(use) || isAbsolute(use)) return 'path';
  return /^[a-z0-9][a-z0-9._-]*$/.test(use) ? 'bundled' : undefined;
}

const useForms = 'a bundled name, ./path or npm:package';

const entry = z.strictObject(
  {
    use: z.string().optional().describe(useForms),
    with: z.record(z.string(), z.unknown()).nullish(),
  },
  { error: ({ code }) => (code === 'invalid_type' ? 'expected an entry such as { use: name, with: { … } }' : undefined) },
);

/** One entry for each kind under `providers`. `kinds` are those that the bundled providers have. */
export function providerEntries(
  root: Setting,
  kinds: readonly string[],
  problems: ConfigurationProblems,
): readonly ProviderEntry[] {
  return names(root, 'providers', problems).flatMap((kind): readonly ProviderEntry[] => {
    const path = ['providers', kind];
    const parsed = parseSettings(root, path, entry, problems);
    const known = kinds.includes(kind);
    const use = parsed?.use;
    if (parsed && use === undefined && known) problems.add([...path, 'use'], `missing: expected ${useForms}`);
    if (parsed && !known && (use === undefined || formOf(use) === 'bundled')) {
      problems.addName(path, `${unknownName('kind', kind, kinds)} (a kind of your own is given with use: ./path or npm:package)`);
      return [];
    }
    if (use === undefined || !isUse(root, path, use, problems)) return [];
    return [{ kind, use, path, base: baseOf(root, path) }];
  });
}

/** The plugins that run: all of `bundled` but those set to `false`, then those that the configuration adds, in its order. */
export function pluginEntries(
  root: Setting,
  bundled: readonly string[],
  problems: ConfigurationProblems,
): readonly PluginEntry[] {
  const added = names(root, 'plugins', problems).filter((name) => !bundled.includes(name));
  return [...bundled, ...added].flatMap((name): readonly PluginEntry[] => {
    const path = ['plugins', name];
    const written = settingAt(root, path);
    if (written && plainValue(written) === false) return bundled.includes(name) ? [] : unknownPlugin(name, path);
    const enabled = written === undefined || plainValue(written) === true;
    const parsed = enabled ? {} : parseSettings(root, path, entry, problems);
    if (parsed === undefined) return [];
    const use = parsed.use ?? name;
    if (parsed.use === undefined && !bundled.includes(name)) return unknownPlugin(name, path);
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
    problems.addName(path, `${unknownName('plugin', name, bundled)} (one that is not bundled needs use: ./path or npm:package)`);
    return [];
  }
}

function isUse(root: Setting, path: SettingPath, use: string, problems: ConfigurationProblems): boolean {
  if (formOf(use) !== undefined) return true;
  const setting = settingAt(root, [...path, 'use']);
  const unresolved = setting?.form === 'scalar' && setting.unresolved;
  if (!unresolved) problems.add([...path, 'use'], `expected ${useForms}, got ${JSON.stringify(use)}`);
  return false;
}

/** The folder of the file in which `use` was written. */
function baseOf(root: Setting, path: SettingPath): string {
  const written = settingAt(root, [...path, 'use']) ?? settingAt(root, path) ?? root;
  return written.place.source.folder;
}

function names(root: Setting, section: 'providers' | 'plugins', problems: ConfigurationProblems): readonly string[] {
  const setting = settingAt(root, [section]);
  if (setting === undefined || (setting.form === 'scalar' && setting.value === null)) return [];
  if (setting.form === 'group') return [...setting.members.keys()];
  problems.add([section], 'expected settings, each with a name');
  return [];
}
