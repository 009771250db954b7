import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';

const main = resolve(import.meta.dirname, 'main.ts');
const house = resolve(import.meta.dirname, '../..');

/** A package with a front door and a back door, whose report was written. */
async function reportedPackage() {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const write = (path: string, text: string) => writeFile(join(folder.path, path), text);
  const check = (...options: readonly string[]) =>
    promisify(execFile)(process.execPath, ['--conditions=chronoscribe-source', main, folder.path, ...options]).then(
      ({ stdout }) => ({ code: 0, printed: stdout }),
      (failed: { code: number; stderr: string }) => ({ code: failed.code, printed: failed.stderr }),
    );
  await mkdir(join(folder.path, 'test/api'), { recursive: true });
  const entry = (name: string) => ({ 'chronoscribe-source': `./${name}.ts` });
  await write(
    'package.json',
    JSON.stringify({ name: 'ship', exports: { '.': entry('front'), './back': entry('back') } }),
  );
  await write('tsconfig.json', JSON.stringify({ extends: join(house, 'tsconfig.json') }));
  await write('lamp.ts', lamp);
  await write('front.ts', `/** **Stable**: for everybody. */\n\nexport { type Lamp, light } from './lamp.ts';\n`);
  await write('back.ts', '/** **Internal**: for us. */\n\nexport const oil = 1;\n');
  expect(await check('--write')).toEqual({ code: 0, printed: '2 stable names, 1 of them values; 1 internal ones\n' });
  return { write, check };
}

const lamp = `/** A lamp. */
export interface Lamp extends Fuelled {
  readonly colour: string;
}

interface Fuelled {
  readonly litres: number;
}

/** Lights a lamp. @throws Error if it has no oil */
export const light = (lamp: Lamp) => lamp.litres > 0;
`;

test.each([
  ['a comment or the inside of a function', lamp.replace('A lamp.', 'A lamp of a ship.').replace('> 0', '> 1')],
  ['the order of the file', lamp.replace(/^(.*?\n\n)(interface .*?\n\n)/s, '$2$1')],
])('%s may change', async (_what, text) => {
  const { write, check } = await reportedPackage();
  await write('lamp.ts', text);
  expect((await check()).code).toBe(0);
});

test.each([
  ['a member', lamp.replace('colour: string', 'colour: number'), '+    readonly colour: number;'],
  [
    'a parameter',
    lamp.replace('(lamp: Lamp)', '(lamp: Lamp, oil = 1)'),
    '+export declare const light: (lamp: Lamp, oil?: number)',
  ],
  ['what a public type rests on', lamp.replace('litres: number', 'litres: 1 | 2'), '+    readonly litres: 1 | 2;'],
  ['a name that is gone', lamp.replace('export const light', 'const light'), '-export declare const light'],
])('a change of %s is found', async (_what, text, shown) => {
  const { write, check } = await reportedPackage();
  await write('lamp.ts', text);
  const { code, printed } = await check();
  expect([code, printed]).toEqual([1, expect.stringContaining(shown)]);
  expect(printed).toContain('npm run api:report');
});

test('a name of a stable entry without a docstring is found, and one of an internal entry is not', async () => {
  const { write, check } = await reportedPackage();
  await write('lamp.ts', lamp.replace('/** A lamp. */\n', '// A lamp.\n'));
  const { code, printed } = await check();
  expect(code).toBe(1);
  expect(printed).toMatch(/^"Lamp" of ship has no docstring/);
  expect(printed).not.toContain('oil');
});

test('an entry that does not say whether it is stable is found', async () => {
  const { write, check } = await reportedPackage();
  await write('back.ts', '/** Anything. */\n\nexport const oil = 1;\n');
  expect(await check()).toEqual({ code: 1, printed: expect.stringMatching(/^back\.ts: begin it with/) });
});
