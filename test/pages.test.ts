import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const house = resolve(import.meta.dirname, '..');
const pages = [
  ...readdirSync(house),
  ...readdirSync(join(house, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) => `docs/${path}`),
].filter((path) => path.endsWith('.md') && !path.startsWith('docs/reference'));

/** A page without its fenced blocks. */
const proseOf = (page: string): string => readFileSync(join(house, page), 'utf8').replace(/^```.*?^```/gms, '');

/** The anchors that GitHub makes of the headings of a page. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((each) =>
      each
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test.each(pages)('every link of %s leads somewhere', (page) => {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : relative(house, resolve(house, dirname(page), path));
    return !existsSync(join(house, target)) || (anchor !== undefined && !anchorsOf(target).has(anchor));
  });
  expect(broken).toEqual([]);
});

test('each function in a walk of the architecture is in the folder that the walk names', () => {
  const rows = [...proseOf('docs/architecture.md').matchAll(/^\| `(\w+\/[\w/-]+)` \| (.*) \|$/gm)];
  const named = rows.flatMap(([, folder = '', text = '']) =>
    [...text.matchAll(/`(\w+)\(\)`/g)].map(([, name = '']) => ({ folder, name })),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter(({ folder, name }) => !new RegExp(`(function|const) ${name}\\b`).test(sourceOf(folder)))).toEqual(
    [],
  );
});

function sourceOf(folder: string): string {
  return readdirSync(join(house, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(house, folder, path), 'utf8'))
    .join('\n');
}
