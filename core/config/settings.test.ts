import { expect, test } from 'vitest';
import { merged, placeOf, plainValue, type Setting } from './settings.ts';
import { parseYaml } from './yaml.ts';

function written(content: string, name: string): Setting {
  return parseYaml(content, { name, folder: '/', order: 0 }, {}).root;
}

const lower = written(
  'providers: { store: { use: sqlite, with: { file: a, pragma: { sync: full }, list: [1, 2] } } }',
  'lower',
);
const over = (content: string) => merged(lower, written(content, 'upper'));

test('settings of the same provider are merged at every depth, and lists are replaced', () => {
  const expected = { use: 'sqlite', with: { file: 'a', pragma: { sync: 'full', page: 4 }, list: [3] } };
  expect(plainValue(over('providers: { store: { with: { pragma: { page: 4 }, list: [3] } } }'))).toEqual({
    providers: { store: expected },
  });
  expect(plainValue(over('providers: { store: { use: sqlite, with: { pragma: { page: 4 }, list: [3] } } }'))).toEqual({
    providers: { store: expected },
  });
});

test('another provider starts without the settings of the one before', () => {
  expect(plainValue(over('providers: { store: { use: lowdb } }'))).toEqual({ providers: { store: { use: 'lowdb' } } });
});

test('every value keeps the place in its own layer', () => {
  const root = over('providers:\n  store:\n    with: { file: b }');
  expect(placeOf(root, ['providers', 'store', 'with', 'file'])).toMatchObject({
    source: { name: 'upper' },
    line: 3,
    column: 19,
  });
  expect(placeOf(root, ['providers', 'store', 'use'])).toMatchObject({
    source: { name: 'lower' },
    line: 1,
    column: 28,
  });
  expect(placeOf(root, ['providers', 'store', 'with', 'absent'])).toMatchObject({
    source: { name: 'upper' },
    line: 3,
    column: 5,
  });
});
