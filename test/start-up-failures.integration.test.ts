import { access, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cli, startCli } from '../core/cli/testing.ts';

const fixtures = join(import.meta.dirname, 'fixtures/broken-plugins');

/** What is said of each: the whole of standard error, seen from the fixture's own folder. */
const failures: Readonly<Record<string, string | RegExp>> = {
  'throws-on-import':
    /^config.yaml:1:37 {2}plugins.throws-on-import.use\n {4}"\.\/index\.ts" could not be loaded: the licence file is missing \[at .+\/throws-on-import\/index\.ts:\d+:\d+\]\n$/,
  'wrong-export': `config.yaml:1:33  plugins.wrong-export.use
    "./index.ts" does not export, as default, what definePlugin(…) returns.
`,
  'wrong-entry':
    /^config.yaml:1:32 {2}plugins.wrong-entry.use\n {4}"\.\/index\.ts" could not be loaded: The requested module 'chronoscribe' does not provide an export named 'createSemaphore' \[at .+\/wrong-entry\/index\.ts:2\]. Write: import \{ createSemaphore \} from 'chronoscribe\/concurrency', and \{ type createSemaphore \} if it is a type\n$/,
  'no-routes':
    /^config.yaml:1:30 {2}plugins.no-routes.use\n {4}"\.\/index\.ts" could not be loaded: plugin "no-routes": routes: expected a function; `\(\) => \[\]` if there are none \[at .+\/no-routes\/index\.ts:\d+:\d+\]\n$/,
  'missing-need': `config.yaml:1:12  plugins.missing-need
    plugin missing-need needs a weather; no bundled provider or plugin answers it: add one that does, as providers.weather or as a plugin
`,
  circle: `config.yaml:2:3  plugins.hen
    these need each other in a circle: plugin hen → plugin egg → plugin hen
`,
  'unknown-setting': `config.yaml:1:56  plugins.unknown-setting.with.color
    unknown setting "color"; known: colour
`,
  'fails-in-start':
    'plugin fails-in-start (./index.ts) could not start: The laboratory at 192.0.2.1 does not answer. Switch it on.\n',
  'colon-in-path':
    /^plugin colon-in-path \(\.\/index\.ts\) could not declare its routes, workflows or actions: GET \/mist\/:id: write the path parameter as \{id\} instead of :id\. \[at .+\/colon-in-path\/index\.ts:\d+:\d+\)\]\n$/,
  'route-clash': `GET /air/{} is declared by plugin fog (./fog.ts) as /air/{fog} and plugin mist (./mist.ts) as /air/{mist}. Disable one of them, or change its path.
`,
  'slips-in-start':
    /^plugin slips-in-start \(\.\/index\.ts\) could not start: Cannot read properties of null \(reading '0'\)\n {4}at .+\/slips-in-start\/index\.ts:8:\d+\)?\n$/,
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

test.each(Object.entries(failures))(
  'a plugin that is broken (%s) stops the start with one clear message',
  async (name, said) => {
    const args = ['start', '--port', '0', '--data', join(folder.path, 'data'), '--config', 'config.yaml'];
    const outcome = await cli(args, { workingDirectory: join(fixtures, name) });
    const stderr = typeof said === 'string' ? said : expect.stringMatching(said);
    expect(outcome).toEqual({ code: 1, stdout: '', stderr });
  },
);

test.each(Object.entries(failures))('check finds what is broken (%s), without serving', async (name, said) => {
  const outcome = await cli(['check', '--config', 'config.yaml'], { workingDirectory: join(fixtures, name) });
  const stderr = typeof said === 'string' ? said : expect.stringMatching(said);
  expect(outcome).toEqual({ code: 1, stdout: '', stderr });
  await expect(access(join(fixtures, name, 'data'))).rejects.toThrow();
});

const api = import.meta.resolve('../core/index.ts');
test.each([
  ['an enum', 'ts', 'enum Colour { Red }\nexport default Colour;', 'set erasableSyntaxOnly in tsconfig.json'],
  ['JSON without its type', 'mjs', "import data from './lab.json';\nexport default data;", "with { type: 'json' }"],
  [
    'a type as if it were a value',
    'mjs',
    `import { Plugin } from '${api}';\nexport default Plugin;`,
    '{ type Plugin }',
  ],
])('%s in a plugin, which Node refuses, is named with how to write it', async (_what, kind, text, said) => {
  await writeFile(join(folder.path, 'lab.json'), '{}');
  await writeFile(join(folder.path, `lab.${kind}`), text);
  await writeFile(join(folder.path, 'config.yaml'), `plugins: { lab: { use: ./lab.${kind} } }\n`);
  const { code, stderr } = await cli(['check', '--config', 'config.yaml'], { workingDirectory: folder.path });
  expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
  expect(stderr).toContain(`"./lab.${kind}" could not be loaded: `);
});

test('what can be told without starting is told before anything is made', async () => {
  const data = join(folder.path, 'data');
  await cli(['start', '--data', data, '--config', join(fixtures, 'circle/config.yaml')]);
  await expect(access(data)).rejects.toThrow();
});

test('a start that failed spoils nothing: without the plugin the same data opens at once, and the first key is still to come', async () => {
  const data = join(folder.path, 'data');
  await cli(['start', '--port', '0', '--data', data, '--config', join(fixtures, 'fails-in-start/config.yaml')]);
  const host = await startCli(['--data', data]);
  expect(host.key).toMatch(/^csk_/);
  expect(await host.stop()).toMatchObject({ code: 0 });
});

test('every fixture is of a failure that is tried', async () => {
  expect((await readdir(fixtures)).toSorted()).toEqual([...Object.keys(failures), 'throws-later'].toSorted());
});
