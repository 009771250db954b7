import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { interpreterVersion } from './messages.ts';

/** All that Temporal replays. */
const files = [
  ...['../runs/together.ts', '../runs/graph-execution.ts', '../runs/messages.ts'],
  './messages.ts',
  './graph-work.ts',
];

/** The code without its comments and spaces. */
const codeOf = async (file: string): Promise<string> =>
  (await readFile(new URL(file, import.meta.url), 'utf8'))
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/export const interpreterVersion = \d+;/, '')
    .replace(/\s+/g, '');

it('has another version whenever its code is another one', async () => {
  const code = (await Promise.all(files.map(codeOf))).join('');
  expect(
    { version: interpreterVersion, code: hash('sha256', code).slice(0, 16) },
    'raise `interpreterVersion` if a run may now order something else or in another order, then put the hash here',
  ).toEqual({ version: 4, code: 'c8a08c386db70af6' });
});
