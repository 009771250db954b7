import { expect, test } from 'vitest';
import { z } from 'zod';
import { read, reportOn } from './testing.ts';

test('aliases that multiply are refused', () => {
  const names = Array.from({ length: 20 }, (_, level) => `a${level}`);
  const lines = names.map((name, level) => {
    const of = level === 0 ? 'x' : `*${names[level - 1]}`;
    return `  ${name}: &${name} { use: ./x.ts, with: { list: [${Array(10).fill(of).join(', ')}] } }`;
  });
  const report = reportOn(`plugins:\n${lines.join('\n')}\n`);
  expect(report).toContain('the aliases up to *a3 stand for more than 10000 values');
});

test('an alias of a group that contains it is refused', () => {
  expect(reportOn('plugins: &p { x: *p }')).toContain('config/clinic.yaml:1:18  plugins.x\n    *p refers to itself');
});

test.each([
  ['lists', '['.repeat(50_000)],
  ['closed lists', '['.repeat(50_000) + ']'.repeat(50_000)],
  ['groups', '{a: '.repeat(50_000)],
  ['groups by indentation', Array.from({ length: 1000 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
  ['lists in lists', '- '.repeat(50_000)],
  ['names', '? '.repeat(50_000)],
])('deep nesting is refused: %s', (_, content) => {
  expect(reportOn(content)).toMatch(/^config\/clinic\.yaml:\d+:\d+\n {4}settings are nested more than 32 deep$/);
});

test('a list of 5,000 settings is read', () => {
  const list = Array.from({ length: 5000 }, (_, count) => `      - ${count}`).join('\n');
  const { problems, settings } = read(`plugins:\n  anchors:\n    with:\n     list:\n${list}\n`);
  expect(settings(['plugins', 'anchors'], z.object({ list: z.array(z.number()) }))?.list).toHaveLength(5000);
  expect(problems.count).toBe(0);
});

test('control characters in a name are escaped for the terminal', () => {
  expect(reportOn('"\\e[2J\\n": 1')).toContain('["\\u001b[2J\\n"]\n    unknown setting "\\u001b[2J\\n"; known');
});
