import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { resolve as resolvePackage } from 'import-meta-resolve';
import { satisfies, validRange } from 'semver';
import { z } from 'zod';
import type { Kind } from '../api/kind.ts';
import { authorsFrame } from '../api/logger.ts';
import { packageFile, packageFolder, runsFromSource, version } from '../api/package.ts';
import type { Plugin } from '../api/plugin.ts';
import type { Provider } from '../api/provider.ts';
import { hasCode } from '../files/durable-write.ts';

/** The folder of the sources in a checkout, or of the built files in an installed package. */
const root = resolve(import.meta.dirname, '../..');
const extension = extname(import.meta.filename);

/** A `use:` that cannot be loaded. The message says why, and how to fix it. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}

/** The kinds of the bundled providers: the folders of `providers/`. */
export const bundledKinds = (): readonly string[] => folders(join(root, 'providers'));

/** The names of the bundled providers of one kind: the folders of `providers/<kind>/` with an `index.ts`. */
export function bundledProviders(kind: string): readonly string[] {
  if (!bundledKinds().includes(kind)) return [];
  return modulesIn(join(root, 'providers', kind));
}

/** The names of the bundled plugins: the folders of `plugins/`. */
export const bundledPlugins = (): readonly string[] => modulesIn(join(root, 'plugins'));

/**
 * Loads a provider from a bundled name, `./path` or `npm:package`.
 *
 * @param base the folder that `./path` is relative to
 * @throws LoadError if there is none, or one of another kind
 */
export async function loadProvider(use: string, kind: string, base: string): Promise<Provider> {
  const bundled = bundledProviders(kind);
  const loaded = await load(use, base, {
    noun: `provider of the kind ${kind}`,
    folder: join('providers', kind),
    names: bundled,
  });
  const provider = loaded.default;
  if (!isDefinition<Provider>(provider, 'provider')) throw new LoadError(wrongExport(use, 'defineProvider', loaded));
  refuseIncomplete(use, provider, ['needs', 'provides', 'models', 'stop', 'health']);
  if (provider.kind.name !== kind) {
    throw new LoadError(
      `"${use}" is a ${provider.kind.name} ("${provider.name}"), not a ${kind}. Name it under ` +
        `providers.${provider.kind.name}.`,
    );
  }
  return provider;
}

/** Loads a plugin from a bundled name, `./path` or `npm:package`. @throws LoadError if there is none */
export async function loadPlugin(use: string, base: string): Promise<Plugin> {
  const loaded = await load(use, base, { noun: 'plugin', folder: 'plugins', names: bundledPlugins() });
  const plugin = loaded.default;
  if (!isDefinition<Plugin>(plugin, 'plugin')) throw new LoadError(wrongExport(use, 'definePlugin', loaded));
  refuseIncomplete(use, plugin, [
    ...(['needs', 'provides', 'triggers', 'start', 'workflows', 'actions', 'schedules', 'stop', 'health'] as const),
  ]);
  return plugin;
}

/** Every bundled provider and plugin. */
interface Bundled {
  readonly providers: readonly Provider[];
  readonly plugins: readonly Plugin[];
}

/** Loads every bundled provider and plugin. */
export async function loadBundled(): Promise<Bundled> {
  const providers = bundledKinds().flatMap((kind) =>
    bundledProviders(kind).map((name) => loadProvider(name, kind, '.')),
  );
  const plugins = bundledPlugins().map((name) => loadPlugin(name, '.'));
  return { providers: await Promise.all(providers), plugins: await Promise.all(plugins) };
}

type Loaded = Readonly<Record<string, unknown>>;

async function load(use: string, base: string, bundle: Parameters<typeof locate>[2]): Promise<Loaded> {
  const url = locate(use, base, bundle);
  refuseAbsent(use, fileURLToPath(url));
  try {
    if (!bundle.names.includes(use)) refuseOtherVersion(use, url);
    return (await import(url)) as Loaded;
  } catch (cause) {
    if (cause instanceof LoadError) throw cause;
    const place = cause instanceof Error ? placeOf(cause, url) : undefined;
    const said = `${reason(cause)}${place === undefined || reason(cause).includes(place) ? '' : ` [${place}]`}`;
    throw new LoadError(`"${use}" could not be loaded: ${said}${importHint(cause, url)}`, { cause });
  }
}

/** @throws LoadError if there is no such file, with the one that is probably meant */
function refuseAbsent(use: string, path: string): void {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (existsSync(path) && !isFolder) return;
  const [found] = ['.ts', '.js', '.mjs', '/index.ts', '/index.js'].filter((end) => existsSync(path + end));
  const meant = found === undefined ? '' : ` Write ${use.replace(/\/$/, '')}${found}.`;
  throw new LoadError(`"${use}" could not be loaded: ${path} is ${isFolder ? 'a folder' : 'not there'}.${meant}`);
}

function locate(
  use: string,
  base: string,
  { noun, folder, names }: { readonly noun: string; readonly folder: string; readonly names: readonly string[] },
): string {
  if (use.startsWith('npm:')) return locatePackage(use.slice('npm:'.length), base);
  if (use.startsWith('./') || use.startsWith('../') || use.startsWith('/'))
    return pathToFileURL(resolve(base, use)).href;
  if (names.includes(use)) return pathToFileURL(join(root, folder, use, `index${extension}`)).href;
  throw new LoadError(
    `there is no ${noun} called "${use}"; known: ${names.join(', ') || 'none'}. Write ./path for a file, npm:name ` +
      'for a package.',
  );
}

/** A package is resolved from this one first, then from the folder of the configuration file. */
function locatePackage(name: string, base: string): string {
  for (const from of [import.meta.filename, join(base, 'package.json')]) {
    try {
      return resolvePackage(name, pathToFileURL(resolve(from)).href);
    } catch (cause) {
      if (!hasCode(cause, 'ERR_MODULE_NOT_FOUND'))
        throw new LoadError(`the package "${name}" could not be resolved: ${reason(cause)}`, { cause });
    }
  }
  const installed = join(base, 'node_modules', name, 'package.json');
  throw new LoadError(
    existsSync(installed)
      ? `the package "${name}" has no entry: ${installed} needs "exports" that name a file which is there (is it built?)`
      : `the package "${name}" is not installed. Run: npm install ${name}`,
  );
}

/** @throws LoadError if the package.json of the module asks for another version of chronoscribe */
function refuseOtherVersion(use: string, url: string): void {
  const path = findPackageJSON('.', url);
  // Where there is none, Node names the folder.
  if (path === undefined || basename(path) !== 'package.json') return;
  const { peerDependencies } = manifest.parse(JSON.parse(readFileSync(path, 'utf8')));
  const range = peerDependencies?.chronoscribe;
  // Version control, files and workspaces are named by no range.
  if (range === undefined || validRange(range) === null) return;
  if (satisfies(version, range, { includePrerelease: true })) return;
  throw new LoadError(
    `"${use}" is made for chronoscribe ${range} (peerDependencies in ${path}); this one is ${version}. Install a ` +
      `version of it that fits ${version}, or a chronoscribe that fits ${range}.`,
  );
}

const manifest = z.object({ peerDependencies: z.record(z.string(), z.string()).optional() }).catch({});

/** Whether a value is the result of `defineProvider` or `definePlugin`. */
function isDefinition<Definition extends { readonly type: string }>(
  loaded: unknown,
  type: Definition['type'],
): loaded is Definition {
  if (typeof loaded !== 'object' || loaded === null || !('type' in loaded) || loaded.type !== type) return false;
  return type === 'provider' ? 'create' in loaded : 'routes' in loaded && typeof loaded.routes === 'function';
}

/** @throws LoadError for what `define…` of a version with other members returned */
function refuseIncomplete<T extends { readonly config: unknown }>(
  use: string,
  definition: T,
  members: readonly (keyof T & string)[],
): void {
  const absent = members.filter((name) => definition[name] === undefined);
  if (absent.length === 0 && definition.config instanceof z.ZodObject) return;
  const lack = absent.length > 0 ? `it has no ${absent.join(', ')}` : 'its config is no z.object(…) of zod 4';
  throw new LoadError(
    `"${use}" was defined by another version of chronoscribe (${lack}); this one is ${version}. ` +
      `Run where it is: npm install chronoscribe@${version} zod@4`,
  );
}

function wrongExport(use: string, maker: string, exported: Loaded): string {
  return `"${use}" does not export, as default, what ${maker}(…) returns.${exportHint(maker, exported)}`;
}

/** What the author probably meant. */
function exportHint(maker: string, { default: given, ...named }: Loaded): string {
  if (isDefinition<Provider>(given, 'provider'))
    return ` It is a provider: name it under providers.${given.kind.name}.`;
  if (isDefinition<Plugin>(given, 'plugin')) return ' It is a plugin: name it under plugins.';
  if (typeof given === 'function') return ' Its default export is a function: export what it returns.';
  const members: Loaded = typeof given === 'object' && given !== null ? { ...given } : {};
  if ('__esModule' in members || 'default' in members) {
    return (
      ' It is compiled to CommonJS: compile it to ES modules, with "type": "module" in package.json and ' +
      '"module": "nodenext" in tsconfig.json.'
    );
  }
  if (given instanceof Promise) return ' Its default export is a promise: write export default await ….';
  const found = Object.entries({ ...named, ...members }).find(
    ([, value]) => isDefinition<Plugin>(value, 'plugin') || isDefinition<Provider>(value, 'provider'),
  );
  if (found !== undefined) return ` It exports that as "${found[0]}": write export default.`;
  return 'routes' in members || 'create' in members ? ` Write export default ${maker}({ … }).` : '';
}

/** What to do about an import that Node refuses. */
function importHint(cause: unknown, url: string): string {
  const said = reason(cause);
  const [, name] = /Cannot find package '([^']+)'/.exec(said) ?? [];
  if (hasCode(cause, 'ERR_MODULE_NOT_FOUND') && name !== undefined)
    return `. Run in ${dirname(fileURLToPath(url))}: npm install ${name}`;
  const [, absent = ''] = /Cannot find module '([^']+)' imported/.exec(said) ?? [];
  const base = absent.replace(/\.[cm]?js$/, '');
  const meant = ['.ts', '.js', '/index.ts', '/index.js'].map((end) => base + end).find(existsSync);
  if (absent !== '' && meant !== undefined) return `. Write the name of the file with its ending: ${basename(meant)}`;
  if (/outside a module|Unexpected token 'export'/.test(said))
    return `. Write "type": "module" into ${findPackageJSON('.', url) ?? 'a package.json beside it'}`;
  if (hasCode(cause, 'ERR_IMPORT_ATTRIBUTE_MISSING')) return `. Write: import … from '….json' with { type: 'json' }`;
  if (hasCode(cause, 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'))
    return '. Node only removes types: set erasableSyntaxOnly in tsconfig.json, and tsc names all such places';
  const [, from = '', missing] = /module '([^']+)' does not provide an export named '(\w+)'/.exec(said) ?? [];
  if (missing === undefined) return '';
  const entry = from.split('/', 1).join('') === 'chronoscribe' ? (entryOf(missing) ?? from) : from;
  return `. Write: import { ${missing} } from '${entry}', and { type ${missing} } if it is a type`;
}

/** The entry of this package that has a name, or the library that is taken for a part of it. */
function entryOf(name: string): string | undefined {
  if (name === 'z') return 'zod';
  const exported = new RegExp(`^export (type )?\\{[^}]*\\b${name}\\b|^export [\\w ]*\\b${name}\\b`, 'm');
  const found = Object.entries(packageFile.exports).find(([path, files]) => {
    const file = typeof files === 'object' ? files[runsFromSource ? 'chronoscribe-source' : 'types'] : undefined;
    return file && !path.includes('*') && exported.test(readFileSync(join(packageFolder, file), 'utf8'));
  });
  return found?.[0].replace('.', 'chronoscribe');
}

/** Where an author's module, or one that it imports, fails. */
function placeOf(cause: Error, url: string): string | undefined {
  if (!(cause instanceof SyntaxError)) return authorsFrame(cause);
  // Only in what Node prints it says in which file, and in which line, something does not parse.
  const conditions = process.execArgv.filter((argument) => argument.startsWith('--conditions'));
  const program = ['--input-type=module', '--eval', `await import(${JSON.stringify(url)})`];
  const { stderr } = spawnSync(process.execPath, [...conditions, ...program], { encoding: 'utf8', timeout: 10_000 });
  const line = /^file:\S+:\d+$/m.exec(stderr)?.[0];
  return line && `at ${line}`;
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

/** By folder. What is bundled does not change while the host runs. */
const modules = new Map<string, readonly string[]>();

/** The folders in a folder that hold a module. */
function modulesIn(path: string): readonly string[] {
  const known = modules.get(path);
  if (known !== undefined) return known;
  const names = folders(path).filter((name) => existsSync(join(path, name, `index${extension}`)));
  modules.set(path, names);
  return names;
}

/**
 * What to change in the configuration to get a kind that nothing provides: a provider of it, a plugin that provides it,
 * or a provider of another kind that does.
 */
export function suggestProvider(kind: string, { providers, plugins }: Bundled): string {
  const own = providers.filter((provider) => provider.kind.name === kind);
  if (own.length > 0) return `configure one under providers.${kind} (${names(own)})`;

  const plugin = plugins.find(({ provides }) => holds(provides, kind));
  if (plugin !== undefined) return `enable plugin ${plugin.name}`;

  const others = Map.groupBy(
    providers.filter(({ provides }) => holds(provides, kind)),
    (provider) => provider.kind.name,
  );
  const choices = [...others].map(([other, keepers]) => `choose a ${other} that keeps one (${names(keepers)})`);
  return (
    choices.join(', or ') ||
    `no bundled provider or plugin answers it: add one that does, as providers.${kind} or as a plugin`
  );
}

const names = (providers: readonly Provider[]): string => providers.map(({ name }) => name).join(', ');

function holds(provides: Readonly<Record<string, Kind<unknown>>>, kind: string): boolean {
  return Object.values(provides).some(({ name }) => name === kind);
}

/**
 * Why several hosts cannot share the data of a provider, and how to fix it; undefined if they can.
 *
 * @param config its settings; undefined if they are wrong
 */
export async function singleHostFault(use: string, provider: Provider, config: unknown): Promise<string | undefined> {
  const { kind, singleHost } = provider;
  const own = typeof singleHost === 'boolean' || config === undefined ? undefined : singleHost(config);
  if (singleHost !== true && own === undefined) return undefined;
  const bundled = await Promise.all(bundledProviders(kind.name).map((name) => loadProvider(name, kind.name, '.')));
  // Those that hosts can share, whatever their settings.
  const shareable = bundled.filter((other) => other.singleHost === false && other.name !== provider.name);
  const others = names(shareable);
  const instead = `choose a provider for ${kind.name} that hosts can share${others === '' ? '' : ` (${others})`}`;
  return `"${use}" serves one host alone, and cluster is true; ${own === undefined ? '' : `${own}, `}${instead}, or set cluster to false`;
}
