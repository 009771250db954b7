import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

const dist = resolve(import.meta.dirname, '../../plugins/console/web/dist');
const files = (pattern: string) =>
  globSync(`assets/${pattern}`, { cwd: dist }).map((file) => file.replace('assets/', ''));
const read = (file: string) => readFileSync(`${dist}/assets/${file}`, 'utf8');

/** A script with all that it loads before it can run. */
function needed(script: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(script)) return found;
  found.add(script);
  for (const [, name = ''] of read(script).matchAll(/(?:from|import)\s?["'`]\.\/([\w-]+\.js)["'`]/g))
    needed(name, found);
  return found;
}

const texts = resolve(import.meta.dirname, '../../plugins/console/web/src');
/** The texts of an area, which are a script in the build. */
const textsOf = (area: string) => readFileSync(`${texts}/${area}/texts/en.json`, 'utf8');
const size = (text: string) => gzipSync(text).length / 1000;

/** In kB (gzip), the scripts and texts of a first screen: of the page itself, and of the parts that it loads. */
function sizeOf(parts: readonly string[], areas: readonly string[]): number {
  const [, entry = ''] =
    readFileSync(`${dist}/index.html`, 'utf8').match(/src="\/console\/assets\/([\w-]+\.js)"/) ?? [];
  const scripts = [entry, ...parts.flatMap((part) => files(`${part}-*.js`))];
  expect(scripts.length, String(scripts)).toBeGreaterThan(parts.length);
  const all = new Set(scripts.flatMap((script) => [...needed(script)]));
  const loaded = [...[...all].map(read), ...['shared', ...areas].map(textsOf)];
  return loaded.reduce((sum, text) => sum + size(text), 0);
}

describe.skipIf(!existsSync(dist))('the built console', () => {
  test('has the styles of every class of its own', () => {
    const styles = new Set(files('*.css').flatMap((file) => read(file).match(/\b_[A-Za-z]\w*_[\w-]{5}_\d+/g) ?? []));
    const used = files('*.js').flatMap((file) => [...read(file).matchAll(/:[`"'](_[A-Za-z]\w*_[\w-]{5}_\d+)[`"']/g)]);
    expect(used.length).toBeGreaterThan(20);
    expect(used.map(([, name = '']) => name).filter((name) => !styles.has(name))).toEqual([]);
  });

  test.each([
    { to: 'sign in', parts: ['sign-in-page'], areas: ['session'], most: 195 },
    { to: 'see the visits of today', parts: ['shell', 'today-page'], areas: ['clinical'], most: 200 },
  ])('loads at most $most kB of scripts to $to, gzipped', ({ parts, areas, most }) => {
    expect(sizeOf(parts, areas)).toBeLessThan(most);
  });
});
