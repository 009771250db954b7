import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from '../api/plugin.ts';
import type { Provider } from '../api/provider.ts';

/** The package's own folders, as sources in a checkout and as built files where the package is installed. */
const house = resolve(import.meta.dirname, '../..');
const extension = extname(import.meta.filename);

/** A `use:` that cannot be loaded. The message says why, and how to mend it. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}

/** The kinds that bundled providers have: the folders of `providers/`. */
export function bundledKinds(): readonly string[] {
  return folders(join(house, 'providers'));
}

/** The names of the bundled providers of one kind: the folders of `providers/<kind>/` that hold one. */
export function bundledProviders(kind: string): readonly string[] {
  if (!bundledKinds().includes(kind)) return [];
  return folders(join(house, 'providers', kind)).filter((name) => holdsModule(join(house, 'providers', kind, name)));
}

/** The names of the bundled plugins: the folders of `plugins/`. */
export function bundledPlugins(): readonly string[] {
  return folders(join(house, 'plugins')).filter((name) => holdsModule(join(house, 'plugins', name)));
}

/**
 * Loads a provider from a bundled name, `./path` or `npm:package`.
 *
 * @param base the folder that `./path` is relative to.
 */
export async function loadProvider(use: string, kind: string, base: string): Promise<Provider> {
  const bundled = bundledProviders(kind);
  const loaded = await load(use, base, { noun: `provider of the kind ${kind}`, folder: join('providers', kind), names: bundled });
  if (!isMade<Provider>(loaded, 'provider')) throw new LoadError(wrongExport(use, 'defineProvider'));
  if (loaded.kind.name !== kind) {
    throw new LoadError(
      `"${use}" is a ${loaded.kind.name} ("${loaded.name}"), not a ${kind}. Name it under providers.${loaded.kind.name}.`,
    );
  }
  return loaded;
}

/** Loads a plugin from a bundled name, `./path` or `npm:package`. */
export async function loadPlugin(use: string, base: string): Promise<Plugin> {
  const loaded = await load(use, base, { noun: 'plugin', folder: 'plugins', names: bundledPlugins() });
  if (!isMade<Plugin>(loaded, 'plugin')) throw new LoadError(wrongExport(use, 'definePlugin'));
  return loaded;
}

/** Every provider and plugin that comes with this package. */
export interface Bundled {
  readonly providers: readonly Provider[];
  readonly plugins: readonly Plugin[];
}

/** Loads all that is bundled. */
export async function loadBundled(): Promise<Bundled> {
  const providers = bundledKinds().flatMap((kind) => bundledProviders(kind).map((name) => loadProvider(name, kind, '.')));
  const plugins = bundledPlugins().map((name) => loadPlugin(name, '.'));
  return { providers: await Promise.all(providers), plugins: await Promise.all(plugins) };
}

interface Bundle {
  readonly noun: string;
  readonly folder: string;
  readonly names: readonly string[];
}

async function load(use: string, base: string, bundle: Bundle): Promise<unknown> {
  const url = locate(use, base, bundle);
  try {
    const module = (await import(url)) as { default?: unknown };
    return module.default;
  } catch (cause) {
    throw new LoadError(`"${use}" could not be loaded: ${reason(cause)}`, { cause });
  }
}

function locate(use: string, base: string, { noun, folder, names }: Bundle): string {
  if (use.startsWith('npm:')) return locatePackage(use.slice('npm:'.length), base);
  if (use.startsWith('./') || use.startsWith('../') || use.startsWith('/')) return pathToFileURL(resolve(base, use)).href;
  if (names.includes(use)) return pathToFileURL(join(house, folder, use, `index${extension}`)).href;
  throw new LoadError(
    `there is no ${noun} called "${use}"; known: ${names.join(', ') || 'none'}. A file of yours is written ./path, a package npm:name.`,
  );
}

/** A package is looked for beside this one first, then from the folder of the configuration file. */
function locatePackage(name: string, base: string): string {
  for (const from of [import.meta.filename, join(base, 'package.json')]) {
    try {
      return pathToFileURL(createRequire(from).resolve(name)).href;
    } catch (cause) {
      // A package that offers itself to `import` alone is found by that.
      if (hasCode(cause, 'ERR_PACKAGE_PATH_NOT_EXPORTED')) return name;
      if (!hasCode(cause, 'MODULE_NOT_FOUND'))
        throw new LoadError(`the package "${name}" could not be resolved: ${reason(cause)}`, { cause });
    }
  }
  throw new LoadError(`the package "${name}" is not installed. Run: npm install ${name}`);
}

function hasCode(cause: unknown, code: string): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === code;
}

/** Tells what `defineProvider` and `definePlugin` made from anything else that a module may export. */
function isMade<Made extends { readonly type: string }>(loaded: unknown, type: Made['type']): loaded is Made {
  if (typeof loaded !== 'object' || loaded === null || !('type' in loaded) || loaded.type !== type) return false;
  return type === 'provider' ? 'create' in loaded : 'routes' in loaded && typeof loaded.routes === 'function';
}

function wrongExport(use: string, maker: string): string {
  return `"${use}" does not export, as default, what ${maker}(…) returns.`;
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message.split('\n', 1).join('') : String(cause);
}

function folders(path: string): readonly string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
}

function holdsModule(folder: string): boolean {
  return readdirSync(folder).includes(`index${extension}`);
}
