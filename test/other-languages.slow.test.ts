import { execFile, spawnSync } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const docs = resolve(import.meta.dirname, '../docs');
const folder = await temporaryFolder();
const has = (command: string, ...args: readonly string[]) => {
  const isThere = spawnSync(command, args).status === 0;
  if (!isThere) console.warn(`SKIPPED: ${[command, ...args].join(' ')} does not work here`);
  return isThere;
};
const python = `${folder.path}/bin/python`;
const hasPytest =
  has('python3', '-m', 'venv', folder.path) && has(python, '-m', 'pip', 'install', '--quiet', 'pytest==8.3.4');
// Where it is found, or where it is installed by default.
const go = ['go', '/usr/local/go/bin/go'].find((command) => spawnSync(command, ['version']).status === 0) ?? 'go';
// Compiles the standard library before a test counts the time.
const hasGo = has(go, 'build', '-o', `${folder.path}/warm`, 'net/http');

let host: TestHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(async () => {
  await host.stop();
  await folder.remove();
});

const example = (path: string): Promise<string> => readFile(`${docs}/examples/client/${path}`, 'utf8');

async function run(command: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, CHRONOSCRIBE_URL: host.url, KEY: host.key };
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder.path, env });
  return stdout;
}

/** An example that cannot fail would show nothing. */
const later = (code: string) => code.replaceAll('2030-02-01', '2030-02-02');

test.skipIf(!hasPytest)('the example for pytest passes, and fails where the clock shows something else', async () => {
  await copyFile(`${docs}/examples/client/python/chronoscribe.py`, `${folder.path}/chronoscribe.py`);
  const file = `${folder.path}/test_trial.py`;
  await writeFile(file, await example('python/test_trial.py'));
  expect(await run(python, ['-m', 'pytest', '-q', file])).toContain('1 passed');
  await writeFile(file, later(await example('python/test_trial.py')));
  await expect(run(python, ['-m', 'pytest', '-q', file])).rejects.toThrow();
});

test.skipIf(!hasGo)('the example for Go passes, and fails where the clock shows something else', async () => {
  const file = `${folder.path}/trial_test.go`;
  await writeFile(file, await example('go/trial_test.go'));
  expect(await run(go, ['test', file])).toMatch(/^ok/);
  await writeFile(file, later(await example('go/trial_test.go')));
  await expect(run(go, ['test', file])).rejects.toThrow();
});
