import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import { operations } from './operations.ts';
import { documentedOperations } from './testing.ts';

const house = resolve(import.meta.dirname, '../..');

const host = await testHost();
const documented = documentedOperations((await host.call('GET', '/openapi.json')).json);
await host.stop();

const offered = Object.entries(operations).map(([name, { method, path }]) => {
  const endpoint = `${method} ${path}`;
  return { name, endpoint, description: documented.find((each) => each.endpoint === endpoint) };
});

interface Claim {
  readonly operation: string;
  readonly part: 'request' | 'answer';
  /** The type that the document describes. */
  readonly type: string;
}

const claims = offered.flatMap(({ name, description }): readonly Claim[] =>
  description === undefined
    ? []
    : [
        { operation: name, part: 'request', type: description.request },
        { operation: name, part: 'answer', type: description.answer },
      ],
);

const differences = await differencesFrom(claims);

/** Has the compiler compare what is claimed with the client's types, field by field. */
async function differencesFrom(claims: readonly Claim[]): Promise<readonly (Claim & { readonly difference: string })[]> {
  const preamble = `
    import type { Operations } from '${house}/core/client/operations.ts';
    import type { JsonValue } from '${house}/core/client/resources.ts';
    export type Json = JsonValue;
    type Types<Name extends keyof Operations> = NonNullable<Operations[Name]['types']>;
    type Fields<T> = string extends keyof T ? {} : Omit<T, 'content'>; // what a file contains is not described
    type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
    type Field<T, K> = K extends keyof T ? Pick<T, K> : 'absent';
    type Differing<A, B> = { [K in keyof A | keyof B as Same<Field<A, K>, Field<B, K>> extends true ? never : K]: true };
  `.split('\n');
  const checks = claims.map(
    ({ operation, part, type }, number) =>
      `export const _${number}: Differing<${type}, Fields<Types<'${operation}'>['${part}']>> = {};`,
  );
  const folder = await temporaryFolder();
  await writeFile(join(folder.path, 'check.ts'), [...preamble, ...checks].join('\n'));
  await writeFile(join(folder.path, 'package.json'), '{ "type": "module" }');
  const compilerOptions = { typeRoots: [join(house, 'node_modules/@types')], rewriteRelativeImportExtensions: false };
  await writeFile(
    join(folder.path, 'tsconfig.json'),
    JSON.stringify({ extends: join(house, 'tsconfig.json'), compilerOptions, include: ['check.ts'] }),
  );
  const tsc = join(house, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '--project', folder.path, '--pretty', 'false'], { encoding: 'utf8' });
  await folder.remove();
  return stdout
    .split('\n')
    .filter((line) => /error TS/.test(line))
    .map((line) => {
      const claim = claims[Number(/check\.ts\((\d+),/.exec(line)?.[1]) - preamble.length - 1];
      if (claim === undefined) throw new Error(`The comparison itself does not compile: ${line}`);
      return { ...claim, difference: line };
    });
}

const differencesOf = (name: string) =>
  differences
    .filter(({ operation }) => operation === name)
    .map(({ part, type, difference }) => `${part}: ${difference}\nThe document says ${type}`);

test('the client offers every operation that the service describes, and no other', () => {
  const endpoints = (operations: readonly { readonly endpoint: string }[]) =>
    operations.map(({ endpoint }) => endpoint).toSorted();
  expect(endpoints(offered)).toEqual(endpoints(documented));
});

test.for(offered)('$name takes and answers what the service describes: $endpoint', ({ name, description }) => {
  expect(description).toBeDefined();
  expect(differencesOf(name)).toEqual([]);
});

test('every operation is named by its path', () => {
  const words = offered.map(({ name }) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  expect(words).toEqual(offered.map(({ endpoint }) => endpoint.split('/v1/')[1]));
});

test('a difference would be seen', async () => {
  const wrong = [
    { operation: 'travel', part: 'request', type: '{ readonly destination_time: string; readonly location?: string }' },
    { operation: 'rewind', part: 'request', type: '{}' },
    { operation: 'pauseTime', part: 'request', type: '{ readonly duration: string }' },
    { operation: 'fastForward', part: 'answer', type: '{ readonly status: string; readonly new_time: number }' },
    { operation: 'listAnchors', part: 'answer', type: '{ readonly anchors: readonly { readonly anchor_id: string }[] }' },
  ] as const;
  expect((await differencesFrom(wrong)).map(({ operation }) => operation)).toEqual(wrong.map(({ operation }) => operation));
});
