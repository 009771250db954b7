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
  create: () => ({ mood: {}, write: async () => ({}), read() {}, list() {}, delete: async () => false }),
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
