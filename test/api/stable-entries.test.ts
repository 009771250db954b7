import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const house = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(house, path), 'utf8');

/** The entries of the package that a text imports. */
const entriesIn = (text: string): readonly string[] =>
  [...text.matchAll(/from '(chronoscribe(?:\/[^']*)?)'/g)].map(([, entry = '']) => entry);

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
  const imported = models.flatMap((path) => entriesIn(read(path)).map((entry) => ({ path, entry })));
  expect(imported.length).toBeGreaterThan(30);
  expect(imported.filter(({ entry }) => !isStable(entry))).toEqual([]);
  expect(isStable('chronoscribe/host')).toBe(false);
});

test('the page on compatibility names every entry, as stable or internal', () => {
  const page = read('docs/compatibility.md');
  const { exports } = JSON.parse(read('package.json')) as { exports: object };
  const names = Object.keys(exports).filter((path) => !/package\.json|\*/.test(path));
  const last = (path: string) => (path === '.' ? 'chronoscribe' : (path.split('/').at(-1) ?? ''));
  expect(names.filter((path) => !new RegExp(`[\`/]${last(path)}\``).test(page))).toEqual([]);
});
