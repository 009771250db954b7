import { execFile } from 'node:child_process';
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, expect, test } from 'vitest';
import { startServiceProcess } from '../core/client/testing/service-process.ts';

const house = resolve(import.meta.dirname, '..');
const inHouse = (name: string) => join(house, 'node_modules', name);
const service = await startServiceProcess();
afterAll(() => service.stop());

const folder = await temporaryFolder();
await installPackage(folder.path);
afterAll(() => folder.remove());

interface Outcome {
  readonly code: number;
  readonly printed: string;
}

/** Runs a program in a folder, and returns its exit code and everything it printed. */
function run(at: string, command: string, ...args: readonly string[]): Promise<Outcome> {
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    CHRONOSCRIBE_URL: service.url,
    KEY: service.key,
  };
  return promisify(execFile)(command, args, { cwd: at, env: environment, maxBuffer: 1e8 }).then(
    ({ stdout, stderr }) => ({ code: 0, printed: stdout + stderr }),
    // The boundary to `execFile`, which adds these to its error.
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      printed: stdout + stderr,
    }),
  );
}

/**
 * Builds and packs the client, and installs it in an empty folder without a network: its dependencies, and fake-timers
 * with its own, come from the house.
 */
async function installPackage(into: string): Promise<void> {
  expect(await run(house, process.execPath, '.ci/client-package.mjs')).toMatchObject({ code: 0 });
  const packed = await run(join(house, 'client-package'), 'npm', 'pack', '--pack-destination', into);
  expect(packed, packed.printed).toMatchObject({ code: 0 });
  const tarball = (await readdir(into)).find((name) => name.endsWith('.tgz')) ?? '';
  const dependencies = ['openapi-fetch', 'openapi-typescript-helpers', 'eventsource-parser'].map(inHouse);
  const fakeTimers = ['@sinonjs/fake-timers', '@sinonjs/commons', 'type-detect'].map(inHouse);
  const options = ['--offline', '--ignore-scripts', '--install-links', '--no-audit', '--cache', join(into, '.npm')];
  const installed = await run(into, 'npm', 'install', ...options, `./${tarball}`, ...dependencies, ...fakeTimers);
  expect(installed, installed.printed).toMatchObject({ code: 0 });
  await cp(join(house, 'docs/examples/client'), into, { recursive: true });
}

test('the package needs two small ones and fake-timers, nothing of the server', async () => {
  const at = join(folder.path, 'node_modules/chronoscribe-client');
  const { dependencies, peerDependencies } = JSON.parse(await readFile(join(at, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['eventsource-parser', 'openapi-fetch']);
  expect(Object.keys(peerDependencies)).toEqual(['@sinonjs/fake-timers']);
  expect(await readFile(join(at, 'README.md'), 'utf8')).toContain("from 'chronoscribe-client/fake-timers'");
});

test('a program in TypeScript compiles against it', async () => {
  const code = `
    import { createClient } from 'chronoscribe-client';
    import { installServiceClock } from 'chronoscribe-client/fake-timers';
    const client = createClient({ url: 'http://127.0.0.1:8080', key: 'a-key' });
    using timers = await installServiceClock(client, { waitFor: 'network' });
    export const now: Date = await timers.advance('14d');
    // @ts-expect-error a journey needs a place
    await timers.travel(now);
  `;
  await writeFile(join(folder.path, 'program.mts'), code);
  const options = ['--noEmit', '--strict', '--target', 'es2024', '--lib', 'es2024,esnext,dom', '--module', 'nodenext'];
  const compiled = await run(folder.path, inHouse('.bin/tsc'), ...options, '--types', '', 'program.mts');
  expect(compiled).toEqual({ code: 0, printed: '' });
});

test('a suite of node:test moves its clock', async () => {
  const { code, printed } = await run(folder.path, process.execPath, '--test', 'node-test/trial.test.mjs');
  expect(code, printed).toBe(0);
  expect(printed).toContain('pass 1');
});

test('a suite of Vitest moves its clock', async () => {
  await symlink(inHouse('vitest'), join(folder.path, 'node_modules/vitest'));
  const { code, printed } = await run(folder.path, process.execPath, inHouse('vitest/vitest.mjs'), 'run', 'vitest/');
  expect(code, printed).toBe(0);
  expect(printed).toMatch(/Tests .*1 passed/);
});

// Not a dependency of the house: 190 packages, and one of them under a licence that is not in its list.
test('a suite of Jest moves its clock', async ({ skip }) => {
  const tools = join(folder.path, 'jest');
  await writeFile(join(tools, 'package.json'), '{}');
  const options = ['--ignore-scripts', '--no-audit', '--prefer-offline', '--fetch-retries', '0'];
  const installed = await run(tools, 'npm', 'install', ...options, 'jest@30');
  if (installed.code !== 0) skip('Jest cannot be installed here: the registry of npm was not reached');
  const { code, printed } = await run(
    tools,
    process.execPath,
    '--experimental-vm-modules',
    'node_modules/jest/bin/jest.js',
  );
  expect(code, printed).toBe(0);
  expect(printed).toMatch(/Tests: .*1 passed/);
}, 300_000);
