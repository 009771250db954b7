import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { packageFolder } from '../api/package.ts';
import { temporaryFolder } from '../testing/provider.ts';
import { type Allowance, confined, confinements, type ScriptAllowance } from './confinement.ts';
import { awaitAnswer, startScript } from './script-process.ts';
import type { AboutItself, Attempt, Order } from './testing/child.ts';

const url = new URL('./testing/child.ts', import.meta.url);
const signal = new AbortController().signal;
const isRoot = process.getuid?.() === 0;
const works = (is: string) => confinements().some((each) => each.is.startsWith(is));

const folder = await temporaryFolder();
await mkdir(join(folder.path, 'data'), { mode: 0o700 });
/** The file of a patient, in a folder that is the host's alone. */
const secret = join(folder.path, 'data/secret');
await writeFile(secret, 'of a patient', { mode: 0o600 });
afterAll(() => folder.remove());

async function answerOf(order: Order, allowance: ScriptAllowance = {}): Promise<unknown> {
  await using child = startScript({ url, heapMegabytes: 64, ...allowance });
  const outcome = await awaitAnswer(child, { request: order, limits: {}, signal, onMessage: (answer) => answer });
  if (outcome.status !== 'answered') throw new Error(JSON.stringify(outcome));
  return outcome.answer;
}

const attempt = (what: Attempt, path: string, allowance?: ScriptAllowance) =>
  answerOf({ does: 'try', what, path }, allowance);

describe('a script', () => {
  test.each<[Attempt, string, () => string]>([
    ['read', 'a file of the system', () => '/etc/passwd'],
    ['read', 'a file of a patient', () => secret],
    ['read', 'its environment', () => '/proc/self/environ'],
    ['read', 'what lies beside the code', () => join(packageFolder, 'README.md')],
    ['read', 'what lies beside the code, by a detour', () => `${packageFolder}/core/../README.md`],
    ['list', 'the data folder', () => dirname(secret)],
    ['list', 'the folder of the package', () => packageFolder],
    ['write', 'code of the host', () => join(packageFolder, 'core/made-by-a-child.ts')],
    ['write', 'a temporary file', () => '/tmp/made-by-a-child'],
    ['spawn', 'a program', () => '/bin/true'],
    ['thread', 'from its own code', () => new URL('./testing/pool-child.ts', import.meta.url).pathname],
  ])('that was allowed nothing may not %s %s', async (what, _, path) => {
    expect(await attempt(what, path())).toBe('ERR_ACCESS_DENIED');
  });

  test('loads no native code unless it is allowed to', async () => {
    const [path = ''] = globSync(join(packageFolder, 'node_modules/@napi-rs/canvas-*/*.node'));
    expect(await attempt('addon', path)).toBe('ERR_DLOPEN_DISABLED');
    expect(await attempt('addon', path, { addons: true })).toBe('done');
  });

  test('reads the file that it is allowed, though its folder is the host’s alone, and no other', async () => {
    const other = join(dirname(secret), 'other');
    await writeFile(other, 'of another patient', { mode: 0o600 });
    expect(await attempt('read', secret, { reads: [secret] })).toBe('done');
    expect(await attempt('read', other, { reads: [secret] })).toBe('ERR_ACCESS_DENIED');
    expect(await attempt('write', secret, { reads: [secret] })).toBe('ERR_ACCESS_DENIED');
  });

  test('writes where it is allowed, and not beside that', async () => {
    const made = join(folder.path, 'made');
    await mkdir(made, { mode: 0o700 });
    expect(await attempt('write', join(made, 'file'), { writes: [made] })).toBe('done');
    expect(await attempt('write', join(made, '../outside'), { writes: [made] })).toBe('ERR_ACCESS_DENIED');
  });

  test('of a package beside data reads its own code alone', async () => {
    const home = join(folder.path, 'plugin');
    await mkdir(join(home, 'data'), { recursive: true });
    await Promise.all([home, folder.path].map((each) => chmod(each, 0o755)));
    await writeFile(join(home, 'package.json'), '{ "type": "module" }');
    await writeFile(join(home, 'data/notes'), 'of a patient');
    await writeFile(join(home, 'part.js'), 'export const part = 1;');
    await mkdir(join(home, 'node_modules'));
    await mkdir(join(folder.path, 'linked'));
    await writeFile(join(folder.path, 'linked/package.json'), '{ "type": "module", "exports": "./index.js" }');
    await writeFile(join(folder.path, 'linked/index.js'), 'export const linked = 2;');
    await symlink('../../linked', join(home, 'node_modules/linked'));
    await writeFile(
      join(home, 'child.js'),
      `import { readFileSync } from 'node:fs';
       import { linked } from 'linked';
       import { part } from './part.js';
       let notes = 'read';
       try { readFileSync(new URL('./data/notes', import.meta.url)); } catch (thrown) { notes = thrown.code; }
       process.send({ part, linked, notes });`,
    );
    const file = new URL(`file://${join(home, 'child.js')}`);
    await using child = startScript({ url: file, heapMegabytes: 64 });
    expect(await awaitAnswer(child, { limits: {}, signal, onMessage: (answer) => answer })).toEqual({
      status: 'answered',
      answer: { part: 1, linked: 2, notes: 'ERR_ACCESS_DENIED' },
    });
  });
});

/** What Linux says of a process: `NoNewPrivs`, `Uid`, `CapEff`. */
const facts = (status: string) =>
  Object.fromEntries(
    [...status.matchAll(/^(NoNewPrivs|Uid|Gid|CapEff):\s*(\S*)/gm)].map(([, name, value]) => [name, value]),
  );

describe.runIf(process.platform === 'linux')('a process', () => {
  async function scriptFacts(allowance: ScriptAllowance): Promise<Readonly<Record<string, string | undefined>>> {
    await using child = startScript({ url, heapMegabytes: 64, ...allowance });
    const request: Order = { does: 'tell-about-itself' };
    const outcome = await awaitAnswer(child, {
      request,
      limits: {},
      signal,
      onMessage: (about) => about as AboutItself,
    });
    if (outcome.status !== 'answered') throw new Error(outcome.status);
    return facts(await readFile(`/proc/${outcome.answer.pid}/status`, 'utf8'));
  }

  async function programFacts(allowance: Allowance): Promise<Readonly<Record<string, string | undefined>>> {
    const { command, arguments: args } = confined({ command: 'cat', arguments: ['/proc/self/status'] }, allowance);
    return facts((await promisify(execFile)(command, args)).stdout);
  }

  test.runIf(works('cannot gain privileges'))('cannot gain privileges, whatever it is allowed', async () => {
    for (const allowance of [{}, { reads: ['/tmp'] }, { writes: ['/tmp'] }, { network: true }])
      expect(await scriptFacts(allowance)).toMatchObject({ NoNewPrivs: '1' });
    for (const opens of ['nothing', 'to-read', 'to-write'] as const)
      expect(await programFacts({ opens })).toMatchObject({ NoNewPrivs: '1' });
  });

  test.runIf(isRoot && works('run as nobody'))('is nobody where the host is root', async () => {
    const nobody = { Uid: '65534', Gid: '65534' };
    const none = '0000000000000000';
    const readsFiles = '0000000000000004';
    expect(await scriptFacts({})).toMatchObject({ ...nobody, CapEff: none });
    expect(await scriptFacts({ reads: ['/tmp'] })).toMatchObject({ ...nobody, CapEff: readsFiles });
    expect(await programFacts({})).toMatchObject({ ...nobody, CapEff: none });
    expect(await programFacts({ opens: 'to-read' })).toMatchObject({ ...nobody, CapEff: readsFiles });
  });

  test('that does not exist is named by the error of its start', async () => {
    const { command, arguments: args } = confined({ command: '/nowhere/ffmpeg', arguments: ['-version'] }, {});
    await expect(promisify(execFile)(command, args)).rejects.toThrow('spawn /nowhere/ffmpeg ENOENT');
  });
});
