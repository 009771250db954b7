import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A PostgreSQL server of the campaign's own, which can be killed. */
export interface PostgresServer {
  readonly url: string;
  /** Kills every process of it, and starts it again on what it left. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** The folder of PostgreSQL's programs; undefined where it is not installed. Debian keeps them out of the path. */
export async function postgresPrograms(): Promise<string | undefined> {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? await readdir(debian) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  const needed = ['initdb', 'postgres', 'pg_isready'];
  return folders.find((folder) => needed.every((program) => existsSync(join(folder, program))));
}

const patienceMs = 30_000;

/** PostgreSQL refuses to run as root, so it runs as its own user then, whom a package of it makes. */
function owner(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (what: string) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Makes a server in a folder of its own, and starts it on a free port of 127.0.0.1, without passwords. */
export async function startPostgresServer(programs: string): Promise<PostgresServer> {
  const user = owner();
  const folder = await mkdtemp(join(tmpdir(), 'chronoscribe-postgres-'));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const files = join(folder, 'pg');
  execFileSync(join(programs, 'initdb'), ['-D', files, '-U', 'postgres', '-A', 'trust', '--no-locale', '-E', 'UTF8'], {
    ...user,
    stdio: 'ignore',
    cwd: folder,
  });
  const port = await freePort();

  const start = async (until = Date.now() + patienceMs): Promise<ChildProcess> => {
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', files, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`],
      {
        ...user,
        stdio: 'ignore',
        cwd: folder,
      },
    );
    const end = () => killAll(server);
    process.once('exit', end);
    server.once('exit', () => process.off('exit', end));
    while (!isReady()) {
      // It does not start while one of those that were killed is not gone yet.
      if (server.exitCode !== null && Date.now() < until) return start(until);
      if (server.exitCode !== null) throw new Error(`PostgreSQL in ${folder} ended with ${server.exitCode}.`);
      await wait(50);
    }
    return server;
  };
  const isReady = (): boolean => {
    try {
      execFileSync(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  const kill = async () => {
    const gone = once(server, 'exit');
    killAll(server);
    await gone;
  };

  let server = await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async crash() {
      await kill();
      // What it left names processes that are gone, of which it finds out by itself.
      server = await start();
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Each of its processes has a group of its own, so they are killed one by one, the one that would start others first.
 */
function killAll({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  for (const each of [pid, ...children]) {
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system names no free port.');
  return address.port;
}
