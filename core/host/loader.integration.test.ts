import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { version } from '../api/package.ts';
import { temporaryFolder } from '../testing/provider.ts';
import { bundledKinds, bundledPlugins, bundledProviders, loadBundled, loadPlugin, loadProvider } from './loader.ts';

const folder = await temporaryFolder();
afterAll(() => folder.remove());

const api = join(import.meta.dirname, '../index.ts');

async function module_(path: string, text: string): Promise<void> {
  await mkdir(join(folder.path, path, '..'), { recursive: true });
  await writeFile(join(folder.path, path), text);
}
const plugin = (name: string) =>
  `import { definePlugin } from '${api}';
   export default definePlugin({ name: '${name}', auth: 'time', routes: () => [] });`;

describe('what is bundled', () => {
  test('is what the folders hold, each under the name of its folder', async () => {
    expect(bundledKinds()).toEqual([
      ...['blobs', 'diarizer', 'grounding', 'ocr', 'punctuator', 'store', 'transcriber', 'workflow-engine', 'writer'],
    ]);
    for (const kind of bundledKinds()) {
      expect(bundledProviders(kind)).not.toEqual([]);
      for (const name of bundledProviders(kind)) {
        expect(await loadProvider(name, kind, folder.path)).toMatchObject({ name, kind: { name: kind } });
      }
    }
    for (const name of bundledPlugins()) expect((await loadPlugin(name, folder.path)).name).toBe(name);
    const { providers, plugins } = await loadBundled();
    expect(providers.map(({ name }) => name)).toEqual(bundledKinds().flatMap(bundledProviders));
    expect(plugins.map(({ name }) => name)).toEqual(bundledPlugins());
  });
});

describe('what is somebody’s own', () => {
  test('is loaded from a path, relative to the file that names it', async () => {
    await module_('mine/index.mjs', plugin('mine'));
    expect((await loadPlugin('./mine/index.mjs', folder.path)).name).toBe('mine');
    expect((await loadPlugin('../mine/index.mjs', join(folder.path, 'mine'))).name).toBe('mine');
  });

  test.each([
    ['lab-plugin', '{ "name": "lab-plugin", "type": "module", "exports": "./index.js" }'],
    ['@lab/plugin', '{ "name": "@lab/plugin", "type": "module", "main": "index.js" }'],
    ['import-only', '{ "name": "import-only", "type": "module", "exports": { ".": { "import": "./index.js" } } }'],
    ['typed', '{ "name": "typed", "type": "module", "exports": { "types": "./i.d.ts", "import": "./index.js" } }'],
  ])('is loaded from the package %s, installed beside the configuration', async (name, manifest) => {
    await module_(`node_modules/${name}/package.json`, manifest);
    await module_(`node_modules/${name}/index.js`, plugin('lab'));
    expect((await loadPlugin(`npm:${name}`, folder.path)).name).toBe('lab');
  });
});

describe('what cannot be loaded', () => {
  test.each([
    ['./absent.ts', /absent\.ts is not there\.$/],
    ['./without/index', /index is not there\. Write \.\/without\/index\.mjs\.$/],
    ['./folder', /folder is a folder\. Write \.\/folder\/index\.js\.$/],
  ])('is named with the file that is meant: %s', async (use, said) => {
    await module_('without/index.mjs', plugin('without'));
    await module_('folder/index.js', plugin('folder'));
    await expect(loadPlugin(use, folder.path)).rejects.toThrow(said);
  });

  test('is named with what is known', async () => {
    await expect(loadProvider('mongodb', 'store', folder.path)).rejects.toThrow(
      'there is no provider of the kind store called "mongodb"; known: lowdb, postgres, sqlite',
    );
    await expect(loadPlugin('__proto__', folder.path)).rejects.toThrow('there is no plugin called "__proto__"');
  });

  test('is named with what to install', async () => {
    await expect(loadPlugin('npm:no-such-package', folder.path)).rejects.toThrow('Run: npm install no-such-package');
    await module_('node_modules/not-built/package.json', '{ "name": "not-built", "exports": {} }');
    await expect(loadPlugin('npm:not-built', folder.path)).rejects.toThrow('not-built');
    await module_('node_modules/no-entry/package.json', '{ "name": "no-entry", "version": "1.0.0" }');
    await expect(loadPlugin('npm:no-entry', folder.path)).rejects.toThrow('no-entry" has no entry: ');
  });

  test('is named with where to install what it imports', async () => {
    await module_('unmet.mjs', "import 'no-such-package';");
    await expect(loadPlugin('./unmet.mjs', folder.path)).rejects.toThrow(`. Run in ${folder.path}: npm install`);
  });

  test('is refused where it is of another kind, and where it belongs is said', async () => {
    await expect(loadProvider('./sqlite.mjs', 'blobs', folder.path)).rejects.toThrow('could not be loaded');
    const sqlite = join(import.meta.dirname, '../../providers/store/sqlite/index.ts');
    await expect(loadProvider(sqlite, 'blobs', folder.path)).rejects.toThrow(
      'is a store ("sqlite"), not a blobs. Name it under providers.store.',
    );
  });

  test.each([
    ['>=9.0.0', true],
    ['^0.0.9', true],
    ['<0.1', true],
    [`^${version}`, false],
    [`>=${version}`, false],
    ['*', false],
    ['file:../chronoscribe', false],
    ['workspace:*', false],
  ])('is made for chronoscribe %s, another version: %s', async (range, isOther) => {
    const name = `made-for-${encodeURIComponent(range)
      .replaceAll(/[^a-z0-9]/gi, '-')
      .toLowerCase()}`;
    const manifest = { name, type: 'module', exports: './index.js', peerDependencies: { chronoscribe: range } };
    await module_(`node_modules/${name}/package.json`, JSON.stringify(manifest));
    await module_(`node_modules/${name}/index.js`, plugin('lab'));
    const loaded = loadPlugin(`npm:${name}`, folder.path);
    if (isOther) await expect(loaded).rejects.toThrow(`"npm:${name}" is made for chronoscribe ${range} (peerDepend`);
    else expect((await loaded).name).toBe('lab');
  });

  test('is named with the package.json that cannot be read', async () => {
    await module_('broken/package.json', '{ "name": ');
    await module_('broken/index.js', plugin('lab'));
    await expect(loadPlugin('./broken/index.js', folder.path)).rejects.toThrow(
      `"./broken/index.js" could not be loaded: Invalid package config ${join(folder.path, 'broken/package.json')}`,
    );
  });

  const define = "definePlugin({ name: 'lab', auth: 'time', routes: () => [] })";
  test.each([
    [
      'something else',
      'mjs',
      'export default { hello: 1 };',
      'does not export, as default, what definePlugin(…) returns',
    ],
    ['nothing', 'mjs', '', 'does not export, as default'],
    ['its plugin by a name', 'mjs', `export const lab = ${define};`, 'It exports that as "lab": write export default.'],
    ['a function', 'mjs', `export default () => ${define};`, 'Its default export is a function'],
    ['a promise', 'mjs', `export default Promise.resolve(${define});`, 'write export default await'],
    [
      'what it would define',
      'mjs',
      'export default { routes: () => [] };',
      'Write export default definePlugin({ … }).',
    ],
    [
      'a provider',
      'mjs',
      'export default { type: "provider", create() {}, kind: { name: "blobs" } };',
      'providers.blobs',
    ],
    ['CommonJS', 'cjs', 'exports.default = {}; exports.__esModule = true;', 'It is compiled to CommonJS'],
    [
      'what another version defined',
      'mjs',
      'export default { type: "plugin", needs: {}, provides: {}, routes: () => [] };',
      'another version of chronoscribe (it has no triggers, start, workflows, actions, schedules, stop, health)',
    ],
    [
      'what another version defined with another zod',
      'mjs',
      `export default { ...${define}, config: { parse() {} } };`,
      'its config is no z.object(…) of zod 4',
    ],
  ])('is refused where it exports %s', async (what, kind, text, said) => {
    const file = `./wrong-${what.replaceAll(' ', '-')}.${kind}`;
    const imports = text.includes('definePlugin(') ? `import { definePlugin } from '${api}';\n` : '';
    await module_(file, `${imports}${text}`);
    await expect(loadPlugin(file, folder.path)).rejects.toThrow(said);
  });
});
