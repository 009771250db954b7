import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { delimiter, dirname, join, relative, sep } from 'node:path';
import { packageFolder } from '../api/package.ts';

/** What a process that reads untrusted files may do beside computing. It gets its input as messages, or on its stdin. */
export interface Allowance {
  /** Whether it may use the network. Default false. */
  readonly network?: boolean;
  /** What it does with files that it opens by itself. Default `nothing`. */
  readonly opens?: 'nothing' | 'to-read' | 'to-write';
}

/** A command as `spawn` takes it. */
export interface Command {
  readonly command: string;
  readonly arguments: readonly string[];
}

/**
 * A command as a confined process runs it, as far as this machine can: without network, without a way to new privileges
 * (such as by a program that is setuid), and, where the host is root, as `nobody`. One that has files to open to read may
 * then read all files, but write none; one that has files to write stays root.
 *
 * @param code what the process runs, which `nobody` must be able to read
 * @returns what to give to `spawn`, also if the program does not exist, so that the error names it
 */
export function confined(
  { command, arguments: args }: Command,
  allowance: Allowance,
  code?: readonly string[],
): Command {
  if (executable(command) === undefined) return { command, arguments: args };
  const network = allowance.network === true ? [] : (withoutNetwork() ?? []);
  const [program = command, ...rest] = [...network, ...(privileges(allowance, code) ?? []), command, ...args];
  return { command: program, arguments: rest };
}

const isRoot = process.getuid?.() === 0;

/** For root the network is enough; others need a namespace of users, in which their user stays the same. */
const unshare = ['unshare', ...(isRoot ? [] : ['--user', '--map-current-user']), '--net', '--'] as const;

const noNewPrivileges = ['setpriv', '--no-new-privs'] as const;
/** The user and the group that own nothing. They have these numbers on every Linux. */
const asNobody = ['--reuid=65534', '--regid=65534', '--clear-groups'] as const;
const capabilities = (kept: string) => [
  `--inh-caps=-all${kept}`,
  `--ambient-caps=-all${kept}`,
  `--bounding-set=-all${kept}`,
];

/**
 * The prefix of a process in a network of its own, without any connection. Undefined unless this is Linux with `unshare`
 * of util-linux 2.36 or later, where this user may create namespaces. Many containers forbid that.
 */
const withoutNetwork = (): readonly string[] | undefined => possible(unshare);

function privileges({ opens = 'nothing' }: Allowance, code?: readonly string[]): readonly string[] | undefined {
  const nobody = isRoot && opens !== 'to-write' ? nobodyThat(opens, code) : undefined;
  return nobody ?? possible([...noNewPrivileges, '--']);
}

function nobodyThat(opens: 'nothing' | 'to-read', code: readonly string[] = []): readonly string[] | undefined {
  const readsAll = opens === 'to-read' || ![process.execPath, ...code].every(isOpenToAll);
  const kept = capabilities(readsAll ? ',+dac_read_search' : '');
  return possible([...noNewPrivileges, ...asNobody, ...kept, '--']);
}

const tried = new Map<string, readonly string[] | undefined>();

/**
 * The prefix of a command, with the path of its program, if this machine can start processes with it. It is tried once.
 */
function possible(prefix: readonly string[]): readonly string[] | undefined {
  const key = prefix.join(' ');
  if (!tried.has(key)) tried.set(key, tryOut(prefix));
  return tried.get(key);
}

function tryOut([program = '', ...args]: readonly string[]): readonly string[] | undefined {
  const path = executable(program);
  if (path === undefined) return undefined;
  const { status } = spawnSync(path, [...args, 'true'], { stdio: 'ignore', timeout: 10_000 });
  return status === 0 ? [path, ...args] : undefined;
}

/** Whether every user may read a file, by the modes of the file and of the folders above it. */
function isOpenToAll(file: string): boolean {
  if (!existsSync(file)) return true;
  const real = realpathSync(file);
  if ((statSync(real).mode & constants.S_IROTH) === 0) return false;
  for (let folder = dirname(real); folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & constants.S_IXOTH) === 0) return false;
  }
  return true;
}

/** The path of a program that this process may run; undefined if there is none. */
function executable(command: string): string | undefined {
  const folders = command.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  return folders
    .map((folder) => join(folder, command))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** One way in which this machine confines processes, or does not. */
interface Confinement {
  /** What processes are like: `have no network`. */
  readonly is: string;
  /** What it takes; undefined where this machine has it. */
  readonly lacks?: string;
}

/** How this machine confines processes, in one line each. */
export function confinements(): readonly Confinement[] {
  return [
    withoutNetwork()
      ? { is: 'have no network' }
      : {
          is: 'have a network',
          lacks:
            'Keeping it from them needs Linux with `unshare` (util-linux 2.36 or later) and namespaces, which many containers forbid.',
        },
    process.allowedNodeEnvironmentFlags.has('--permission')
      ? { is: 'open only files of their own, and start no process, as far as they are JavaScript' }
      : { is: 'open what their user may open', lacks: 'Restricting it needs a Node.js with the permission model.' },
    privileges({ opens: 'to-write' })
      ? { is: 'cannot gain privileges' }
      : {
          is: 'can gain privileges by programs that are setuid',
          lacks: 'Preventing it needs Linux with `setpriv` (util-linux 2.33 or later).',
        },
    ownUser(),
  ];
}

function ownUser(): Confinement {
  if (!isRoot) return { is: 'run as the user of the host, which is not root' };
  if (nobodyThat('to-read')) return { is: 'run as nobody, except for those that write files' };
  const lacks = 'Start the host as another user than root. Here `setpriv` (util-linux) cannot change to nobody';
  if (nobodyThat('nothing'))
    return { is: 'run as root if they open files, else as nobody', lacks: `${lacks} with files to read.` };
  return { is: 'run as root', lacks: `${lacks}.` };
}

/** What a script may do in Node, beside what a process may do. Everything else is refused. */
export interface ScriptAllowance extends Allowance {
  /** Files and folders that it reads beside its code, as absolute paths. Default: none. */
  readonly reads?: readonly string[];
  /** Further modules that it imports, as absolute paths: each with its own code. Default: none. */
  readonly loads?: readonly string[];
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
  { reads = [], loads = [], writes = [], addons = false, workers = false }: ScriptAllowance,
): readonly string[] {
  return [
    '--permission',
    // Node warns of addons and threads on standard error, which belongs to the script.
    '--disable-warning=SecurityWarning',
    ...(addons ? ['--allow-addons'] : []),
    ...(workers ? ['--allow-worker'] : []),
    ...[...new Set([...[script, ...loads].flatMap(codeOf), ...reads, ...writes])].map(
      (path) => `--allow-fs-read=${path}`,
    ),
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
    ...(top !== ''
      ? [join(home, top)]
      : readdirSync(home, { withFileTypes: true })
          .filter((entry) => entry.isFile() && /\.[cm]?[jt]s(on)?$/.test(entry.name))
          .map(({ name }) => join(home, name))),
    ...[...new Set([packageFolder, home].flatMap(foldersAbove))].flatMap(installedIn),
  ];
  known.set(folder, code);
  return code;
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
  const entries = ['.', ...scopes].flatMap((scope) => readdirSync(join(modules, scope), { withFileTypes: true }));
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ parentPath, name }) => join(parentPath, name));
  return [modules, ...links.filter((link) => existsSync(link)).map((link) => realpathSync(link))];
}
