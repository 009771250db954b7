import { access, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { testFolder } from './testing/folder.ts';
import { cli } from './testing.ts';

const in_ = testFolder();

async function check(configuration: string) {
  await writeFile(in_('clinic.yaml'), configuration);
  return cli(['check', '--config', 'clinic.yaml'], { workingDirectory: in_() });
}

test('says that the configuration is fine and what would run, and starts nothing', async () => {
  const { code, stdout, stderr } = await check(
    'http: { port: 9000 }\nproviders: { store: { use: lowdb } }\nplugins: { audio-notes: false }\n',
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^configuration is fine\n/);
  expect(stdout).toMatch(/^address +127\.0\.0\.1:9000$/m);
  expect(stdout).toMatch(/^store +lowdb$/m);
  expect(stdout).toMatch(/^plugins +accounts\n/m);
  expect(stdout).not.toContain('audio-notes');
  await expect(access(in_('data'))).rejects.toThrow();
});

test('is also content with no configuration at all', async () => {
  expect(await cli(['check'], { workingDirectory: in_() })).toMatchObject({ code: 0 });
});

test('names every mistake with its place, and how to mend it', async () => {
  expect(await check('http: { port: 99999 }\nplugins:\n  anchors: { with: { colour: red } }\n')).toEqual({
    code: 1,
    stdout: '',
    stderr: `clinic.yaml:1:15  http.port
    expected at most 65535, got 99999 (the TCP port to listen on; 0 picks a free one)
clinic.yaml:3:22  plugins.anchors.with.colour
    unknown setting "colour"; none is known here
`,
  });
});

test('says that a plugin lacks what another one provides', async () => {
  const { code, stderr } = await check('plugins:\n  time-flow: false\n');
  expect(code).toBe(1);
  expect(stderr).toContain('plugin anchors needs a clock; enable plugin time-flow');
});

test('says which parts several hosts cannot share', async () => {
  const { code, stderr } = await check('cluster: true\n');
  expect(code).toBe(1);
  expect(stderr).toContain(
    '"sqlite" serves one host alone, and cluster is true; choose a provider for store that hosts can share',
  );
  expect(stderr).toContain(
    '"embedded" serves one host alone, and cluster is true; choose a provider for workflow-engine that hosts can share',
  );
  expect(stderr).toContain(
    '"disk" serves one host alone, and cluster is true; give it the absolute path of a `folder` that all hosts reach, choose',
  );
});

test('takes a folder that all hosts reach for blobs that they share', async () => {
  const { stderr } = await check('cluster: true\nproviders: { blobs: { use: disk, with: { folder: /srv/shared } } }\n');
  expect(stderr).toContain('"sqlite" serves one host alone');
  expect(stderr).not.toContain('"disk"');
});

test.each(['js', 'ts'])(
  'names the file and the line that does not parse, also of what a plugin imports: %s',
  async (type) => {
    await writeFile(in_(`index.${type}`), `import { a } from './part.${type}';\nexport default a;\n`);
    await writeFile(in_(`part.${type}`), 'export const a = 1;\nexport const b = [ );\n');
    await writeFile(in_('package.json'), '{ "type": "module" }');
    const { code, stderr } = await check(`plugins: { mine: { use: ./index.${type} } }\n`);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      new RegExp(`"\\./index\\.${type}" could not be loaded: .+ \\[at file:.+/part\\.${type}:2\\]`),
    );
  },
);

test.each([
  ['without its ending', "import './part';", 'module', '. Write the name of the file with its ending: part.ts'],
  ['by another ending', "import './part.js';", 'module', '. Write the name of the file with its ending: part.ts'],
  ['in a package of CommonJS', "import './part.ts';", 'commonjs', '. Write "type": "module" into /'],
])('says what to write where a plugin imports a file %s', async (_what, text, type, said) => {
  await writeFile(in_('package.json'), JSON.stringify({ type }));
  await writeFile(in_('part.ts'), 'export const part = 1;\n');
  await writeFile(in_('index.ts'), `${text}\n`);
  const { code, stderr } = await check('plugins: { mine: { use: ./index.ts } }\n');
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(said) });
  await writeFile(in_('package.json'), '{ "type": "module" }');
});

test('says how to check a plugin whose need only a provider of its user answers', async () => {
  const [index, zod] = [import.meta.resolve('../index.ts'), import.meta.resolve('zod')];
  const head = `import { defineKind, definePlugin, defineProvider } from '${index}';
import { z } from '${zod}';
export const Mood = defineKind('mood');
`;
  await writeFile(
    in_('blobs.ts'),
    `${head}import { Blobs } from '${index}';
export default defineProvider({
  kind: Blobs, name: 'moody', provides: { mood: Mood }, config: z.strictObject({}),
  create: () => ({ mood: {}, write: async () => ({}), read() {}, withFile() {}, list() {}, delete: async () => false }),
});
`,
  );
  const use = "import { Mood } from './blobs.ts';\n";
  await writeFile(
    in_('mood.ts'),
    `${use}import { definePlugin } from '${index}';
export default definePlugin({ name: 'mood', auth: 'time', needs: { mood: Mood }, routes: () => [] });
`,
  );
  const { code, stdout, stderr } = await check(
    'providers: { blobs: { use: ./blobs.ts } }\nplugins: { mood: { use: ./mood.ts } }\n',
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /not checked, .*A start on an empty folder checks them:\n +chronoscribe start --data FOLDER\n/,
  );
  expect(stdout).toContain('plugin mood needs a mood');
});

async function providing(kind: string, create: string) {
  await writeFile(
    in_('mine.ts'),
    `import { Blobs, defineProvider } from '${import.meta.resolve('../index.ts')}';
import { Transcriber } from '${import.meta.resolve('../../providers/transcriber/kind.ts')}';
export default defineProvider({ kind: ${kind}, name: 'mine', ${create} });
`,
  );
  return check(`providers: { ${kind.toLowerCase()}: { use: ./mine.ts } }\n`);
}

test.each([
  [
    'a method by another name',
    'create: () => ({ async transcibe() {} })',
    'it provides a transcriber, and returned an object without the function "transcribe" (rename "transcibe").',
  ],
  ['nothing', 'create() {}', 'it provides a transcriber, and returned nothing. Return the instance.'],
  ['a promise that rejects', "create: async () => { throw new Error('set KEY') }", 'set KEY'],
])('names the provider whose create returns %s, and its file', async (_what, create, said) => {
  const { code, stderr } = await providing('Transcriber', create);
  expect({ code, stderr }).toEqual({ code: 1, stderr: `transcriber mine (./mine.ts) could not start: ${said}\n` });
});

test('asks nothing of a provider that keeps data, and says so if it does not open', async () => {
  const open = 'create({ readOnly }) { if (readOnly) throw new Error("no bucket here"); return {}; }';
  const { code, stdout } = await providing('Blobs', open);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining(
      'warning: blobs mine (./mine.ts) could not start: no bucket here. This was tried without',
    ),
  });
});

test('says which metric is made and shown nowhere, and the line that makes it', async () => {
  await writeFile(
    in_('index.ts'),
    `import { definePlugin, metric } from '${import.meta.resolve('../index.ts')}';
export default definePlugin({
  name: 'garden',
  auth: 'time',
  start: () => ({ wet: metric({ type: 'gauge', name: 'wet', help: 'Litres' }) }),
  routes: () => [],
});
`,
  );
  const { stdout } = await check('plugins: { garden: { use: ./index.ts } }\n');
  expect(stdout).toMatch(/^warning: the metric wet \[at .+index\.ts:5:.+\] is not shown: .+ extends: \(\{ parts \}\)/m);
});

test.each([
  ['does not parse', 'export default () => {\n  const a = ;\n};\n', /page\.js:2: Unexpected token ';'\. The browser/],
  [
    'has types',
    'export default (a: string) => () => a;\n',
    /page\.js:1: Unexpected token ':'.*JavaScript, without types/,
  ],
  ['imports', "import R from 'react';\nexport default () => R;\n", /page\.js: it imports "react".*is given React/],
  [
    'exports no page',
    'export const page = () => null;\n',
    /page\.js: it has no default export\. Write: export default/,
  ],
])('names the plugin and the file of a page of the console that %s', async (_what, source, said) => {
  await writeFile(in_('page.js'), source);
  await extending("consolePages.add({ path: 'plants', label: { en: 'Plants' }, icon: 'heart', module })");
  const { code, stderr } = await check('plugins: { garden: { use: ./index.ts } }\n');
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(said) });
  expect(stderr).toContain('plugin garden: /');
});

test.each([
  ['does not parse', 'export default function* () {\n  yield {;\n}\n', /reader\.js:2: Unexpected token ';'\n/],
  [
    'exports no function',
    'export const read = 1;\n',
    /reader\.js: its default export is no function that reads a file/,
  ],
  ['lacks a package', "import 'nowhere';\n", /reader\.js:?.*: Cannot find package 'nowhere'/],
])('names the plugin and the file of a reader that %s', async (_what, source, said) => {
  await writeFile(in_('reader.js'), source);
  const module = "new URL('./reader.js', import.meta.url)";
  await extending(`eventImporters.add({ name: 'tides', mediaTypes: ['text/x-tides'], module: ${module} })`);
  const { code, stderr } = await check('plugins: { garden: { use: ./index.ts } }\n');
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(said) });
  expect(stderr).toContain('plugin garden: /');
});

test('says which card is on the runs of no workflow', async () => {
  await writeFile(in_('page.js'), 'export default () => () => null;\n');
  await extending("runCards.add({ workflows: ['garden-rain'], label: { en: 'Rain' }, icon: 'clock', module })");
  const { stdout } = await check('plugins: { garden: { use: ./index.ts } }\n');
  expect(stdout).toContain('warning: plugin garden: a card on runs: unknown workflow "garden-rain"; known: ');
});

test('is content with a page that throws where it runs, and says that nobody reads what a plugin extends', async () => {
  await writeFile(in_('page.js'), "throw new Error('closed');\nexport default () => () => null;\n");
  const late = "defineExtensionPoint({ name: 'plants.care', schema: z.string() }).add('water')";
  await extending(`consolePages.add({ path: 'plants', label: { en: 'Plants' }, icon: 'heart', module }), ${late}`);
  const { code, stdout } = await check('plugins: { garden: { use: ./index.ts } }\n');
  expect(code).toBe(0);
  const warnings = stdout.split('\n').filter((line) => line.startsWith('warning'));
  expect(warnings).toEqual([
    expect.stringContaining('plugin garden extends plants.care, which no enabled plugin reads'),
  ]);

  const doctor = await cli(['doctor', '--config', 'clinic.yaml'], { workingDirectory: in_() });
  expect(doctor.stdout).toMatch(
    /^extension points +degraded .+(\n .+)+→ plugin garden extends plants\.care, which no/m,
  );
});

async function extending(extensions: string) {
  await writeFile(
    in_('index.ts'),
    `import { consolePages, defineExtensionPoint, definePlugin, eventImporters, runCards } from '${import.meta.resolve('../index.ts')}';
import { z } from '${import.meta.resolve('zod')}';
const module = new URL('./page.js', import.meta.url);
export default definePlugin({ name: 'garden', auth: 'time', extends: [${extensions}], routes: () => [] });
`,
  );
}
