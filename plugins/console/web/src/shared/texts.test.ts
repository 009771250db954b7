import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '..');

/** Paths of all texts of a catalogue, and the names of what is filled in, such as `new.speed {{size}} {{speed}}`. */
function textsOf(catalogue: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof catalogue === 'string')
    return [[path.join('.'), ...(catalogue.match(/\{\{\w+\}\}/g) ?? []).toSorted()].join(' ')];
  return Object.entries(catalogue ?? {}).flatMap(([name, inner]) => textsOf(inner, [...path, name]));
}

test.each(globSync('*/texts/en.json', { cwd: sources }))('every text of %s is in German too', (file) => {
  const read = (language: string) =>
    textsOf(JSON.parse(readFileSync(join(sources, file.replace('en.json', `${language}.json`)), 'utf8'))).toSorted();
  expect(read('de')).toEqual(read('en'));
});
