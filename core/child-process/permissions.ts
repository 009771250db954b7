import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { packageFolder } from '../api/package.ts';
import type { Allowance } from './confinement.ts';

/** What a script may do in Node, beside what a process may do. Everything else is refused. */
export interface ScriptAllowance extends Allowance {
  /** Files and folders that it reads beside its code, as absolute paths. Default: none. */
  readonly reads?: readonly string[];
  /** Folders that it writes to, as absolute paths. Default: none. */
  readonly writes?: readonly string[];
  /** Whether it loads native code, which may then do what its user may do. Default false. */
  readonly addons?: boolean;
  /** Whether it starts threads, which have the same limits. Default false. */
  readonly workers?: boolean;
}

/**
 * The options of Node's permission model for a script: it reads its own code and the paths that it is allowed, and starts
 * no process.
 *
 * @param script an absolute path
 */
export function permissions(
  script: string,
  { reads = [], writes = [], addons = false, workers = false }: ScriptAllowance,
): readonly string[] {
  return [
    '--permission',
    // Node warns of addons and threads on standard error, which belongs to the script.
    '--disable-warning=SecurityWarning',
    ...(addons ? ['--allow-addons'] : []),
    ...(workers ? ['--allow-worker'] : []),
    ...[...new Set([...codeOf(script), ...reads, ...writes])].map((path) => `--allow-fs-read=${path}`),
    ...writes.map((path) => `--allow-fs-write=${path}`),
  ];
}

/** What the process of a script may do: what it opens follows from its paths, unless native code opens more. */
export function processAllowance({ reads = [], writes = [], ...given }: ScriptAllowance): Allowance {
  const opens = writes.length > 0 ? 'to-write' : reads.length > 0 ? 'to-read' : 'nothing';
  return { opens, ...given };
}

const known = new Map<string, readonly string[]>();

/**
 * Where the code of a script is: the top folder of its package that it is in, this package, and what npm has installed
 * for both. Not whole packages: data may lie in the folder of one.
 */
function codeOf(script: string): readonly string[] {
  const folder = dirname(script);
  const kept = known.get(folder);
  if (kept !== undefined) return kept;
  const own = ['core', 'dist', 'plugins', 'providers', 'package.json'].map((name) => join(packageFolder, name));
  const file = findPackageJSON('.', script);
  const home = file === undefined ? folder : dirname(file);
  const [top = ''] = relative(home, folder).split(sep);
  const code = [
    ...own,
    ...(file === undefined ? [] : [file]),
    // A script beside its package.json may import the files beside it.
    ...(top === '' ? filesIn(home) : [join(home, top)]),
    ...[...new Set([packageFolder, home].flatMap(foldersAbove))].flatMap(installedIn),
  ];
  known.set(folder, code);
  return code;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]s(on)?$/.test(entry.name))
    .map(({ name }) => join(folder, name));
}

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}

/** `node_modules` of a folder, and where its links lead, as npm makes them for the packages of a workspace. */
function installedIn(folder: string): readonly string[] {
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) return [];
  const scopes = readdirSync(modules).filter((name) => name.startsWith('@'));
  return [modules, ...['.', ...scopes].flatMap((scope) => linksIn(join(modules, scope)))];
}

function linksIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => join(folder, name))
    .filter((link) => existsSync(link))
    .map((link) => realpathSync(link));
}
