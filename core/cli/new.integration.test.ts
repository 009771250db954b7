import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { packageFolder } from '../api/package.ts';
import { temporaryFolder } from '../testing/provider.ts';
import { templates, validateName } from './new.ts';
import { cli } from './testing.ts';

const folder = await temporaryFolder();
afterAll(() => folder.remove());

const begin = (...args: readonly string[]) => cli(['new', ...args], { workingDirectory: folder.path });

/** Stands for `npm install`: what package.json asks for is taken from this checkout. */
async function install(made: string): Promise<void> {
  const wanted = JSON.parse(await readFile(join(made, 'package.json'), 'utf8')) as Readonly<Record<string, object>>;
  const names = Object.keys({ ...wanted.dependencies, ...wanted.devDependencies });
  for (const name of names) {
    await mkdir(dirname(join(made, 'node_modules', name)), { recursive: true });
    await symlink(join(packageFolder, 'node_modules', name), join(made, 'node_modules', name));
  }
}

/** Runs a program that is installed in `made`. */
async function program(
  made: string,
  path: string,
  ...args: readonly string[]
): Promise<{ code: number | null; printed: string }> {
  const environment = { PATH: process.env.PATH, HOME: process.env.HOME };
  const child = spawn(process.execPath, [join(made, 'node_modules', path), ...args], { cwd: made, env: environment });
  const ended = once(child, 'close');
  const printed = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code: child.exitCode, printed: printed.slice(0, 2).join('') };
}

/** How the templates are asked for that are no provider's. */
const commands: Readonly<Record<string, (name: string) => readonly string[]>> = {
  plugin: (name) => ['plugin', name],
  workflow: (name) => ['plugin', name, '--workflow'],
};

describe.each(templates())('a new %s', (template) => {
  const name = `my-${template}`;
  const what = commands[template] ?? ((made: string) => ['provider', template, made]);

  test('is made, and a plugin passes its own tests and its own check of types', async () => {
    const { code, stdout, stderr } = await begin(...what(name));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`created ./${name}\n`);
    expect(await readFile(join(folder.path, name, 'README.md'), 'utf8')).toMatch(new RegExp(`^# ${name}\n`));
    await install(join(folder.path, name));
    // The other templates are tested as the packed package makes them.
    if (template !== 'plugin') return;
    const [tests, types] = await Promise.all([
      program(join(folder.path, name), 'vitest/vitest.mjs', 'run'),
      program(join(folder.path, name), 'typescript/bin/tsc'),
    ]);
    expect(types).toEqual({ code: 0, printed: '' });
    expect(tests).toEqual({ code: 0, printed: expect.stringMatching(/Test Files .*1 passed/) });
  });

  test('is switched on by the lines in its README', async () => {
    const readme = await readFile(join(folder.path, name, 'README.md'), 'utf8');
    const yaml = /```yaml\n(.*?)```/s.exec(readme)?.[1] ?? '';
    expect(parseYaml(yaml)).toBeInstanceOf(Object);
    await writeFile(join(folder.path, `${name}.yaml`), yaml);
    const { code, stdout, stderr } = await cli(['check', '--config', `${name}.yaml`], {
      workingDirectory: folder.path,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`./${name}/index.ts`);
  });
});

test('an existing folder is never written to', async () => {
  const taken = join(folder.path, 'taken');
  await mkdir(taken);
  const { code, stderr } = await begin('plugin', 'taken');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `${taken} exists already. Choose another name, or move it away.\n`,
  });
  expect(await readdir(taken)).toEqual([]);
});

test.each([
  [['plugin', '../hello'], '"../hello" cannot be the name'],
  [['plugin', 'anchors'], '"anchors" is bundled already'],
  [['provider', 'writer', 'extractive'], '"extractive" is bundled already'],
  [['provider', 'wirter', 'mine'], 'unknown kind "wirter"; known: blobs, diarizer, grounding, ocr, punctuator, store'],
  [['provider', 'store', 'mine'], 'test yours with the suite chronoscribe/contracts/store'],
  [['provider', 'writer', 'mine', '--workflow'], '--workflow is for a plugin'],
  [['plugn', 'mine'], 'expected "plugin" or "provider", not "plugn"'],
])('%j is refused', async (args, message) => {
  const { code, stderr } = await begin(...args);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});

test.each(['hello', 'lab-import', 'v2', 'x'.repeat(50)])('%j is accepted as a name', (name) => {
  expect(validateName(name, ['anchors'])).toBe(name);
});

test.each([
  '',
  'Hello',
  '../hello',
  'hello world',
  '-hello',
  'hello-',
  'a--b',
  '1st',
  '__proto__',
  'é',
  'x\n',
  'x'.repeat(51),
])('%j is refused as a name', (name) => {
  expect(() => validateName(name, [])).toThrow('cannot be the name');
});

test('a bundled name is refused', () => {
  expect(() => validateName('anchors', ['anchors'])).toThrow('bundled already');
});
