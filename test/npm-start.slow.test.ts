import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { resolve } from 'node:path';
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

/** `npm start` in a process group of its own, so that whatever is left of it can be found. */
async function npmStart(): Promise<Service> {
  const npm = spawn('npm', ['start', '--', '--port', '0', '--data', folder.path], { cwd: house, detached: true });
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
    npm.once('exit', (code) => reject(new Error(`npm ended with ${code} before the service listened:\n${printed}`)));
  });
  return { npm, url, output: () => printed, chain: descendants(npm.pid ?? 0) };
}

function descendants(pid: number): readonly number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const child = rows.map((row) => row.trim().split(/\s+/).map(Number)).find(([, parent]) => parent === pid)?.[0];
  return child === undefined ? [pid] : [pid, ...descendants(child)];
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

describe.runIf(process.platform === 'linux')('a service that npm start has started', () => {
  test.each([
    // npm passes the signal to its shell and reports how that ended, unless the shell has become Node.
    ['npm', 'SIGTERM', [0, null]],
    ['the process that npm made', 'SIGTERM', [0, null]],
    ['Node', 'SIGTERM', [0]],
    ['Node', 'SIGINT', [0]],
    ['npm', 'SIGKILL', [null]],
  ] as const)('stops cleanly and leaves nothing running when %s gets %s', async (target, signal, codes) => {
    const { npm, url, output, chain } = await npmStart();
    const leader = npm.pid ?? 0;
    // Comes once all that wrote to its output has ended.
    const closed = once(npm, 'close');
    process.kill((target === 'npm' ? leader : target === 'Node' ? chain.at(-1) : chain[1]) ?? 0, signal);
    expect(codes).toContain((await closed)[0]);
    await expect.poll(() => groupExists(leader)).toBe(false);
    expect(output()).toContain('"msg":"stopped"');
    expect(await canConnect(url)).toBe(false);
  });
});
