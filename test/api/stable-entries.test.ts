import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const house = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(house, path), 'utf8');

/** The entries of the package that a text imports, with the names where it says them. */
const importsIn = (text: string) =>
  [...text.matchAll(/(?:\{([^{}]*)\} )?from '(chronoscribe(?:\/[^']*)?)'/g)].map(([, names = '', entry = '']) => ({
    entry,
    names: names.split(',').flatMap((name) => name.trim() || []),
  }));

/** What the page on compatibility says of internal entries: the names that stay all the same. */
const staying = [
  ...(/but what an extension point names: (.+) \|/.exec(read('docs/compatibility.md'))?.[1] ?? '').matchAll(/\w+/g),
]
  .flat()
  .map(String);

/** What strangers copy, or write from. */
const models = globSync(
  ['config/templates/**/*.ts', 'docs/*.md', 'docs/examples/**/*.{ts,md}', 'test/author-store/*.ts'],
  {
    cwd: house,
  },
);

test('templates, guides and the store of somebody else import stable entries alone', () => {
  const { exports } = JSON.parse(read('package.json')) as {
    exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  const isStable = (entry: string): boolean => {
    const path = entry.replace('chronoscribe', '.');
    const [, , kind = ''] = path.split('/');
    const source = exports[path] ?? exports[path.replace(/[^/]+$/, '*')];
    return /^\/\*\*[\s*]*\*\*Stable\*\*/.test(read((source?.['chronoscribe-source'] ?? '').replace('*', kind)));
  };
  const imported = models.flatMap((path) => importsIn(read(path)).map((imported) => ({ path, ...imported })));
  expect(imported.length).toBeGreaterThan(30);
  const stays = (names: readonly string[]) => names.length > 0 && names.every((name) => staying.includes(name));
  expect(imported.filter(({ entry, names }) => !isStable(entry) && !stays(names))).toEqual([]);
  expect(staying).toEqual(['exportFormats', 'ReadEventFile', 'ReadTranscriptFile']);
  expect(isStable('chronoscribe/host')).toBe(false);
});

test('the page on compatibility names every entry, as stable or internal', () => {
  const page = read('docs/compatibility.md');
  const { exports } = JSON.parse(read('package.json')) as { exports: object };
  const names = Object.keys(exports).filter((path) => !/package\.json|\*/.test(path));
  const last = (path: string) => (path === '.' ? 'chronoscribe' : (path.split('/').at(-1) ?? ''));
  expect(names.filter((path) => !new RegExp(`[\`/]${last(path)}\``).test(page))).toEqual([]);
});
