import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const house = resolve(import.meta.dirname, '..');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

interface Service {
  readonly npm: ChildProcess;
  readonly url: string;
  readonly output: () => string;
  /** Process ids from npm down to Node. */
  readonly chain: readonly number[];
}

/** A folder in which the command `chronoscribe` is installed, from this checkout, and one that starts it and ends. */
async function installed(): Promise<string> {
  const bin = join(folder.path, 'node_modules/.bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(folder.path, 'package.json'), '{ "name": "clinic" }');
  const command = [process.execPath, '--conditions=chronoscribe-source', join(house, 'core/cli/main.js')];
  await writeFile(join(bin, 'chronoscribe'), `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`, { mode: 0o755 });
  const leave = `
    const { stdout } = require('child_process').spawn('chronoscribe', process.argv.slice(2), { stdio: ['ignore', 'pipe', 'inherit'] });
    stdout.on('data', (text) => process.stdout.write(text, () => /^listening/m.test(text) && process.exit()));`;
  await writeFile(join(bin, 'leave'), `#!${process.execPath}\n${leave}\n`, { mode: 0o755 });
  return folder.path;
}

/** The ways in which npm starts a service: a folder and arguments. */
const ways = {
  'npm start': async (...args: readonly string[]) => [house, 'start', '--', ...args],
  'npm exec': async (...args: readonly string[]) => [await installed(), 'exec', '--', 'chronoscribe', 'start', ...args],
  'npm exec -c': async (...args: readonly string[]) => [
    await installed(),
    'exec',
    '-c',
    `chronoscribe start ${args.join(' ')}`,
  ],
  'a program of npm exec': async (...args: readonly string[]) => [
    await installed(),
    'exec',
    '--',
    'leave',
    'start',
    ...args,
  ],
} as const;

/** npm in a process group of its own, so that whatever is left of it can be found. */
async function startBy(way: keyof typeof ways): Promise<Service> {
  const [cwd, ...args] = await ways[way]('--port', '0', '--data', join(folder.path, 'data'));
  const npm = spawn('npm', args, { cwd, detached: true });
  let printed = '';
  npm.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const url = await new Promise<string>((found, reject) => {
    npm.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /^listening on (.*)$/m.exec(printed)?.[1];
      if (address !== undefined) found(address);
    });
    npm.once('close', (code) => reject(new Error(`npm ended with ${code} before the service listened:\n${printed}`)));
  });
  return { npm, url, output: () => printed, chain: descendants(idOf(npm)) };
}

/** Down to the process of the host, which starts processes of its own once it listens. */
function descendants(pid: number): readonly number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  const child = rows.map((row) => row.trim().split(/\s+/)).find(([, parent]) => Number(parent) === pid);
  if (child === undefined) return [pid];
  const isHost = child.slice(2).some((part) => part.endsWith('core/cli/main.js'));
  return isHost && /(^|\/)node$/.test(child[2] ?? '')
    ? [pid, Number(child[0])]
    : [pid, ...descendants(Number(child[0]))];
}

/** Never 0: a signal to that goes to the group of the tests themselves. */
function idOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('it was not started');
  return pid;
}

function groupExists(leader: number): boolean {
  try {
    return process.kill(-leader, 0);
  } catch {
    return false;
  }
}

async function canConnect(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

describe.runIf(process.platform === 'linux')('a service that npm has started', () => {
  test.each([
    // npm passes the signal to its shell and reports how that ended, unless the shell has become Node.
    ['npm start', 'npm', 'SIGTERM', [0, null]],
    ['npm start', 'the process that npm made', 'SIGTERM', [0, null]],
    ['npm start', 'Node', 'SIGTERM', [0]],
    ['npm start', 'Node', 'SIGINT', [0]],
    // As at a terminal, where npm then passes the signal on a second time.
    ['npm start', 'each of them', 'SIGINT', [0, null, 130]],
    ['npm start', 'each of them', 'SIGTERM', [0, null, 143]],
    ['npm start', 'npm', 'SIGKILL', [null]],
    ['npm exec', 'npm', 'SIGTERM', [0, null, 143]],
    ['npm exec', 'npm', 'SIGKILL', [null]],
    ['npm exec -c', 'npm', 'SIGKILL', [null]],
  ] as const)('by %s stops cleanly and leaves nothing running when %s gets %s', async (way, target, signal, codes) => {
    const { npm, url, output, chain } = await startBy(way);
    const leader = idOf(npm);
    // Comes once all that wrote to its output has ended.
    const closed = once(npm, 'close');
    const targets = {
      npm: leader,
      'the process that npm made': chain[1],
      Node: chain.at(-1),
      'each of them': -leader,
    };
    const receiver = targets[target];
    if (receiver === undefined) throw new Error(`${target} is not there`);
    process.kill(receiver, signal);
    expect(codes).toContain((await closed)[0]);
    await expect.poll(() => groupExists(leader)).toBe(false);
    expect(output()).toContain('"msg":"stopped"');
    expect(await canConnect(url)).toBe(false);
  });

  test('for a program that starts it and ends lives on', async () => {
    const { npm, url } = await startBy('a program of npm exec');
    if (npm.exitCode === null) await once(npm, 'exit');
    // Twice the time in which it looks for its parent.
    await wait(1_000);
    expect(await canConnect(url)).toBe(true);
    process.kill(-idOf(npm), 'SIGKILL');
  });
});
