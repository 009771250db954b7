import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const dist = resolve(import.meta.dirname, '../../plugins/console/web/dist');
const read = (pattern: string) =>
  globSync(`assets/${pattern}`, { cwd: dist }).map((file) => readFileSync(`${dist}/${file}`, 'utf8'));

describe.skipIf(!existsSync(dist))('the built console', () => {
  test('has the styles of every class of its own', () => {
    const styles = new Set(read('*.css').flatMap((text) => text.match(/\b_[A-Za-z]\w*_[\w-]{5}_\d+/g) ?? []));
    const used = read('*.js').flatMap((text) => [...text.matchAll(/:[`"'](_[A-Za-z]\w*_[\w-]{5}_\d+)[`"']/g)]);
    expect(used.length).toBeGreaterThan(20);
    expect(used.map(([, name = '']) => name).filter((name) => !styles.has(name))).toEqual([]);
  });
});
