import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { consolePages, definePlugin } from 'chronoscribe';
import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { joined } from './testing/people.ts';

const Offered = z.object({ pages: z.array(z.object({ module: z.string() })) });

async function moduleOf(source: string) {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const path = join(folder.path, 'my page.js');
  await writeFile(path, source);
  return { path, url: pathToFileURL(path) };
}

const page = (module: URL, path = 'plants') =>
  consolePages.add({ path, label: { en: 'Plants' }, icon: 'heart', module });
const plugin = (name: string, ...pages: readonly ReturnType<typeof page>[]) =>
  definePlugin({ name, auth: 'clinical', extends: pages, routes: () => [] });

test('the module of a page is served as it is now, under the policy of the console, and no other file of its folder', async () => {
  const { path, url } = await moduleOf('export default 1;');
  const host = await testHost({ plugins: [plugin('my garden', page(url))] });
  onTestFinished(host.stop);
  const { browser } = await joined(host, ['clinician']);
  const { json } = await browser.call('GET', '/api/v1/console/extensions');
  const [offered] = Offered.parse(json).pages;
  const address = offered?.module ?? '';
  const served = await host.call('GET', address, { key: null });
  expect([served.status, served.text]).toEqual([200, 'export default 1;']);
  expect(served.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(served.headers.get('content-security-policy')).toContain("script-src 'self';");
  await writeFile(path, 'export default 2;');
  expect((await host.call('GET', address, { key: null })).text).toBe('export default 2;');
  await writeFile(join(path, '..', 'index.ts'), 'secret');
  const folder = address.slice(0, address.lastIndexOf('/'));
  for (const other of ['/index.ts', '/../my%20page.js/', '/%2e%2e/my%20page.js', '', '/my%20page.js%00', `/${path}`]) {
    expect((await host.call('GET', folder + other, { key: null })).text).not.toMatch(/secret|export default/);
  }
});

test.each<readonly [what: string, make: (url: URL) => readonly ReturnType<typeof plugin>[], said: string]>([
  [
    'a module that does not exist',
    (url) => [plugin('p', page(new URL('gone.js', url)))],
    'module: expected the URL of a .js or .mjs file of the plugin that exists, got file:',
  ],
  ['a module that no browser runs', () => [plugin('p', page(new URL(import.meta.url)))], 'expected the URL of a .js'],
  ['a module of elsewhere', () => [plugin('p', page(new URL('https://example.org/page.js')))], 'got https:'],
  ['a path of several parts', (url) => [plugin('p', page(url, 'a/b'))], 'path: expected lower-case letters and digits'],
  [
    'the path of the page of another plugin',
    (url) => [plugin('first', page(url)), plugin('second', page(url))],
    'the page "plants" of the console is added by first and second: change the path of one',
  ],
])('a page with %s stops the start', async (_what, make, said) => {
  const { url } = await moduleOf('export default 1;');
  await expect((async () => testHost({ plugins: make(url) }))()).rejects.toThrow(said);
});
