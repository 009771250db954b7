import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const house = resolve(import.meta.dirname, '../..');

/** Where the docstrings are that authors read. */
const documented = ['core/**/*.ts', 'providers/*/kind.ts', 'plugins/*/kind.ts'];

/** Names that every example may use without declaring them, as in a handler or in `create`. */
const given = `
declare const store: Store, blobs: Blobs, cluster: Cluster, runs: Runs, log: Logger;
declare const accounts: Accounts, audit: Audit, models: Models, engine: WorkflowEngine;
declare const timers: Timers, schedules: Schedules, uploads: Uploads;
declare const signal: AbortSignal, account: string, id: string, file: string, folder: string;
declare const source: AsyncIterable<Uint8Array>, progress: (fraction: number) => void;
`;

interface Example {
  /** The file of the docstring, from the top of the house. */
  readonly source: string;
  readonly line: number;
  readonly code: string;
}

/** The code of each `@example`, with or without a fence around it. */
function examplesIn(source: string, text: string): readonly Example[] {
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap((comment) => {
    const prose = comment[0].replace(/\s*\*\/$/, '').replace(/^\s*\*? ?/gm, '');
    return prose
      .split(/^@example\b.*$/m)
      .slice(1)
      .map((example) => {
        const body = example.split(/^@\w+/m, 1).join('');
        const code = /```(?:ts)?\n([\s\S]*?)```/.exec(body)?.[1] ?? body;
        return { source, line: text.slice(0, comment.index).split('\n').length, code };
      });
  });
}

function exportsOf(text: string): readonly string[] {
  const declared = text.matchAll(/^export (?:declare )?(?:async )?(?:const|function|class|interface|type) (\w+)/gm);
  const listed = text.matchAll(/^export (?:type )?\{([^}]*)\}/gm);
  const all = [
    ...[...declared].map(([, name = '']) => name),
    ...[...listed].flatMap(([, names = '']) => names.split(',').map((name) => name.trim().replace(/^type /, ''))),
  ];
  return [...new Set(all.filter((name) => name !== ''))];
}

/**
 * Imports of the names that an example uses and does not declare: from the public API, `zod`, and the file that it
 * documents.
 */
async function imports({ source, code }: Example, at: string): Promise<string> {
  const own = `${relative(at, join(house, source))}`;
  const modules = [
    ['chronoscribe', exportsOf(await readFile(join(house, 'core/index.ts'), 'utf8'))],
    ['chronoscribe/concurrency', exportsOf(await readFile(join(house, 'core/concurrency/index.ts'), 'utf8'))],
    ['chronoscribe/types', exportsOf(await readFile(join(house, 'core/types.ts'), 'utf8'))],
    ['chronoscribe/host', exportsOf(await readFile(join(house, 'core/host.ts'), 'utf8'))],
    ['chronoscribe/testing', exportsOf(await readFile(join(house, 'core/testing.ts'), 'utf8'))],
    ['zod', ['z']],
    [own.startsWith('.') ? own : `./${own}`, exportsOf(await readFile(join(house, source), 'utf8'))],
  ] as const;
  const declares = (name: string) =>
    new RegExp(`\\b(?:const|let|function|class|interface|type) ${name}\\b|import [^;]*\\b${name}\\b`).test(code);
  const seen = new Set<string>();
  return modules
    .map(([module, names]) => {
      const used = names.filter(
        (name) => !seen.has(name) && !declares(name) && new RegExp(`\\b${name}\\b`).test(code + given),
      );
      for (const name of used) seen.add(name);
      return used.length === 0 ? '' : `import { ${used.join(', ')} } from '${module}';\n`;
    })
    .join('');
}

/** Compiles each example as a file of its own, and returns what the compiler says. */
async function compile(examples: readonly Example[]): Promise<string> {
  const folder = await mkdtemp(join(import.meta.dirname, '.examples-'));
  try {
    for (const [index, example] of examples.entries()) {
      const free = given.replace(/\b(\w+)(?=: [A-Za-z]+[,;])/g, (name) =>
        new RegExp(`(const|let) ${name}\\b`).test(example.code) ? `_${name}` : name,
      );
      const text = `${await imports(example, folder)}${free}\n// ${example.source}:${example.line}\n${example.code}\nexport {};\n`;
      await writeFile(
        join(folder, `${example.source.replaceAll('/', '.').replace(/\.ts$/, '')}.${example.line}.${index}.ts`),
        text,
      );
    }
    const options = { noUnusedLocals: false, noUnusedParameters: false, verbatimModuleSyntax: false, rootDir: house };
    const config = { extends: join(house, 'tsconfig.json'), compilerOptions: options, include: ['*.ts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(house, 'node_modules/typescript/bin/tsc');
    return await promisify(execFile)(process.execPath, [tsc, '-p', folder, '--pretty', 'false']).then(
      ({ stdout }) => stdout,
      (failed: { stdout: string }) => failed.stdout.replaceAll(`${relative(process.cwd(), folder)}/`, ''),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('every @example in a docstring compiles', async () => {
  const files = documented
    .flatMap((pattern) => globSync(pattern, { cwd: house }))
    .filter((file) => !/\.(test|type-test)\.ts$|^core\/client\/openapi\.ts$/.test(file));
  const examples = await Promise.all(
    files.map(async (file) => examplesIn(file, await readFile(join(house, file), 'utf8'))),
  );
  expect(examples.flat().length).toBeGreaterThan(10);
  expect(await compile(examples.flat())).toBe('');
});

test('an @example that does not compile is found', async () => {
  const [example] = examplesIn(
    'core/index.ts',
    '/**\n * Anything.\n *\n * @example\n * ```ts\n * definePlugin({ name: 7 });\n * ```\n */',
  );
  expect(example).toBeDefined();
  expect(await compile(example === undefined ? [] : [example])).toContain('error TS2322');
});
