import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { page, pdfOf } from '../plugins/pdfs/testing/pdf-writer.ts';

const house = resolve(import.meta.dirname, '..');
const run = promisify(execFile);
const key = 'a-key-for-the-packed-package-that-is-long';

/** What an author installs beside the package. */
const tools = ['vitest', 'typescript', '@types/node', '@types/react', 'fast-check', '@sinonjs/fake-timers'];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await install(folder.path);
}, 300_000);
afterAll(() => folder.remove());

/**
 * Packs this package and installs the tarball in an empty folder, with its production dependencies and the author's
 * tools.
 */
async function install(into: string): Promise<void> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', into], { cwd: house, maxBuffer: 1e8 });
  const tarball = /"filename": "(.+\.tgz)"/.exec(stdout)?.[1] ?? '';
  const modules = join(into, 'node_modules');
  await mkdir(join(modules, 'chronoscribe'), { recursive: true });
  await run('tar', ['-xzf', join(into, tarball), '-C', join(modules, 'chronoscribe'), '--strip-components=1']);
  const { packages } = JSON.parse(await readFile(join(house, 'package-lock.json'), 'utf8')) as Lockfile;
  const production = Object.entries(packages)
    .filter(([path, { dev }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && dev !== true)
    .map(([path]) => path.slice('node_modules/'.length));
  for (const name of new Set([...production, ...tools])) {
    const installed = join(house, 'node_modules', name);
    // A package for another platform is in the lockfile only.
    if (!(await exists(installed))) continue;
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(installed, join(modules, name));
  }
  await symlink(join(house, 'node_modules/.bin'), join(modules, '.bin'));
}

interface PackageManifest {
  readonly exports: Readonly<Record<string, { readonly types?: string }>>;
}

/** What an author may switch on: all of it, for the declarations of packages too. */
const strict = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
  ...{ target: 'es2024', module: 'nodenext', noEmit: true, allowJs: true, checkJs: true },
  ...{ allowImportingTsExtensions: true, verbatimModuleSyntax: true, erasableSyntaxOnly: true },
};

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Runs a program of the installed packages in `at`, and returns its exit code and everything it printed. */
async function program(at: string, path: string, ...args: readonly string[]) {
  const environment = { PATH: process.env.PATH, HOME: process.env.HOME };
  const modules = join(folder.path, 'node_modules');
  const child = run(process.execPath, [join(modules, path), ...args], { cwd: at, env: environment, maxBuffer: 1e8 });
  return child.then(
    ({ stdout, stderr }) => ({ code: 0, printed: stdout + stderr }),
    (failed: { code: number; stdout: string; stderr: string }) => ({
      code: failed.code,
      printed: failed.stdout + failed.stderr,
    }),
  );
}

const chronoscribe = (...args: readonly string[]) =>
  program(folder.path, 'chronoscribe/dist/core/cli/main.js', ...args);

describe('the packed package', () => {
  test('runs its command line', async () => {
    expect(await chronoscribe('check')).toMatchObject({
      code: 0,
      printed: expect.stringContaining('configuration is fine'),
    });
  });

  test('reads a transcript, a PDF, a calendar and a plan in the processes and threads that it brings', async () => {
    const host = spawn(
      process.execPath,
      [join(folder.path, 'node_modules/chronoscribe/dist/core/cli/main.js'), 'start', '--port', '0', '--data', 'data'],
      {
        cwd: folder.path,
        env: { PATH: process.env.PATH, CHRONOSCRIBE_API_KEY: key },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    onTestFinished(() => void host.kill('SIGKILL'));
    const [printed] = (await once(host.stdout, 'data')) as [Buffer];
    const url = /^listening on (.*)$/m.exec(String(printed))?.[1] ?? '';
    const send = async (path: string, body: FormData | string, type?: string) => {
      const headers = { authorization: `Bearer ${key}`, ...(type !== undefined && { 'content-type': type }) };
      const answer = await fetch(url + path, { method: 'POST', headers, body });
      return { status: answer.status, text: await answer.text() };
    };
    const form = (
      field: string,
      bytes: Uint8Array<ArrayBuffer>,
      name: string,
      more: Readonly<Record<string, string>> = {},
    ) => {
      const made = new FormData();
      made.append(field, new File([bytes], name));
      for (const [each, value] of Object.entries(more)) made.append(each, value);
      return made;
    };
    const visit = new Uint8Array(await readFile(join(house, 'config/tour/consultation.vtt')));
    const letter = pdfOf([page('The patient has pain in the left knee.')]);
    const calendar = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:visit',
      'SUMMARY:Visit',
      'LOCATION:Berlin',
      'DTSTART:20250301T090000Z',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    const json = 'application/json';
    const answers = [
      await send('/api/v1/transcripts/upload_audio_file', form('file', visit, 'visit.vtt', { text: 'a SOAP note' })),
      await send('/api/v1/transcripts/upload_pdf_files', form('files', letter, 'letter.pdf')),
      await send('/v1/import-events', calendar, 'text/calendar'),
      await send('/v1/reschedule', JSON.stringify({ event_id: 'visit', time: '2025-03-02T09:00:00Z' }), json),
    ];
    expect(answers).toEqual(
      ['Okafor', 'left knee', '"imported":1', '2025-03-02T09:00:00'].map((text) => ({
        status: 200,
        text: expect.stringContaining(text),
      })),
    );
  });

  test('offers a contract suite for every kind of provider', async () => {
    const kinds = await readdir(join(house, 'providers'));
    const lines = kinds.map((kind, n) => `import * as suite${n} from 'chronoscribe/contracts/${kind}';`);
    const suites = kinds.map((_, n) => `suite${n}`).join(', ');
    const checks = `import { expect, test } from 'vitest';
test('suites', () => {
  for (const suite of [${suites}]) expect(Object.keys(suite).join()).toMatch(/Contract/);
});`;
    await mkdir(join(folder.path, 'suites'));
    await writeFile(join(folder.path, 'suites/suites.test.js'), `${lines.join('\n')}\n${checks}\n`);
    await writeFile(join(folder.path, 'suites/package.json'), '{ "type": "module" }\n');
    await writeFile(join(folder.path, 'suites/vitest.config.js'), vitestConfig);
    expect(await program(join(folder.path, 'suites'), 'vitest/vitest.mjs', 'run')).toMatchObject({ code: 0 });
  });

  test('can be published', async () => {
    const at = join(folder.path, 'node_modules/chronoscribe');
    const { stdout, stderr } = await run('npm', ['publish', '--dry-run', '--json', '--ignore-scripts'], { cwd: at });
    const warnings = stderr.split('\n').filter((line) => /npm (warn|error)/.test(line) && !line.includes('logged in'));
    expect(warnings).toEqual([]);
    expect(publishedIn(stdout)).toContain('dist/core/index.d.ts');
  });

  test('names only its own files where a kind has no template', async () => {
    const { code, printed } = await chronoscribe('new', 'provider', 'store', 'mine');
    expect(code).toBe(1);
    const paths = [...printed.matchAll(/\S*node_modules\/chronoscribe\/[^\s,:]+/g)].map(([path]) => path);
    expect(paths).toHaveLength(2);
    for (const path of paths) expect(await exists(join(folder.path, path)), path).toBe(true);
  });
});

const vitestConfig = `export default {
  resolve: { dedupe: ['vitest'] },
  test: { server: { deps: { inline: ['chronoscribe'] } } },
};
`;

const templates = ['plugin', 'workflow', 'blobs', 'transcriber', 'writer'] as const;
describe.each(templates)('a new %s, created by the packed package,', (template) => {
  test('passes its own tests and its type check, and can be published with its types', async () => {
    const name = `my-${template}`;
    const { code } = await chronoscribe('new', ...argumentsFor(template, name));
    expect(code).toBe(0);
    const at = join(folder.path, name);
    expect(await program(at, 'vitest/vitest.mjs', 'run')).toMatchObject({ code: 0 });
    // What is published is built before, which checks the types, too.
    const { stdout } = await run('npm', ['publish', '--dry-run', '--json'], { cwd: at });
    expect(publishedIn(stdout)).toEqual(['README.md', 'dist/index.d.ts', 'dist/index.js', 'package.json']);
    expect(await readFile(join(at, 'dist/index.d.ts'), 'utf8')).toMatch(
      /: import\("chronoscribe"\)\.(Plugin|Provider);/,
    );
    expect(await readFile(join(at, 'package.json'), 'utf8')).not.toContain('file:');
    await writeFile(join(folder.path, `${name}.yaml`), configurationOf(template, `./${name}/dist/index.js`));
    expect(await chronoscribe('check', '--config', `${name}.yaml`)).toMatchObject({ code: 0 });
  });
});

describe.each(templates)('a new %s of JavaScript, created by the packed package,', (template) => {
  test('passes its own tests, and is used as it is', async () => {
    const name = `plain-${template}`;
    expect(await chronoscribe('new', ...argumentsFor(template, name), '--javascript')).toMatchObject({ code: 0 });
    const at = join(folder.path, name);
    expect((await readdir(at)).filter((file) => /\.ts$|tsconfig/.test(file))).toEqual([]);
    expect(await program(at, 'vitest/vitest.mjs', 'run')).toMatchObject({ code: 0 });
    await writeFile(join(folder.path, `${name}.yaml`), configurationOf(template, `./${name}/index.js`));
    expect(await chronoscribe('check', '--config', `${name}.yaml`)).toMatchObject({ code: 0 });
  });
});

/** The files of a package that npm would publish. */
const publishedIn = (printed: string): readonly string[] =>
  [...printed.matchAll(/"path": "(.+)"/g)].map(([, path = '']) => path).toSorted();

/** How `new` is asked for a template. */
function argumentsFor(template: string, name: string): readonly string[] {
  if (template === 'plugin') return ['plugin', name];
  return template === 'workflow' ? ['plugin', name, '--workflow'] : ['provider', template, name];
}

/** A configuration that uses a built plugin or provider. */
function configurationOf(template: string, use: string): string {
  if (template === 'plugin' || template === 'workflow') return `plugins: { my-${template}: { use: ${use} } }\n`;
  const settings = template === 'transcriber' ? ', with: { url: "http://127.0.0.1:9/" }' : '';
  return `providers: { ${template}: { use: ${use}${settings} } }\n`;
}

test('the example of a whole plugin passes its tests and its type check, and is served as it is built', async () => {
  const at = join(folder.path, 'appointments');
  await cp(join(folder.path, 'node_modules/chronoscribe/docs/examples/appointments'), at, { recursive: true });
  const tests = await program(at, 'vitest/vitest.mjs', 'run');
  expect(tests.code, tests.printed).toBe(0);
  expect(await program(at, 'typescript/bin/tsc')).toEqual({ code: 0, printed: '' });
  const build = await program(at, 'typescript/bin/tsc', '--noEmit', 'false', '--outDir', 'dist');
  expect(build).toEqual({ code: 0, printed: '' });
  await writeFile(
    join(folder.path, 'appointments.yaml'),
    'plugins: { appointments: { use: ./appointments/dist/index.js } }\n',
  );
  expect(await chronoscribe('check', '--config', 'appointments.yaml')).toMatchObject({ code: 0 });
});

/** The newest TypeScript that is written in JavaScript, which many authors have. */
const older = 'typescript@5.9.3';
test(`${older}, strict and with the declarations of packages, finds no fault in templates, example and stable entries`, async () => {
  const at = join(folder.path, 'older');
  await mkdir(at);
  await writeFile(join(at, 'package.json'), '{ "type": "module" }');
  await run('npm', ['install', older], { cwd: at });
  for (const template of templates) await chronoscribe('new', ...argumentsFor(template, `older-${template}`));
  await cp(join(folder.path, 'node_modules/chronoscribe/docs/examples/appointments'), join(at, 'example'), {
    recursive: true,
  });
  const { exports } = JSON.parse(await readFile(join(house, 'package.json'), 'utf8')) as PackageManifest;
  const kinds = await readdir(join(house, 'providers'));
  const entries = Object.entries(exports).flatMap(([path, to]) =>
    path === './contracts/*'
      ? kinds.map((kind) => ({ entry: path.replace('*', kind), types: to.types?.replace('*', kind) ?? '' }))
      : [{ entry: path, types: to.types ?? '' }],
  );
  const stable: string[] = [];
  for (const { entry, types } of entries) {
    if (types === '') continue;
    const text = await readFile(join(folder.path, 'node_modules/chronoscribe', types), 'utf8');
    if (text.includes('**Stable**')) stable.push(entry.replace('.', 'chronoscribe'));
  }
  expect(stable.length).toBeGreaterThan(20);
  const names = stable.map((entry, n) => `export type * as entry${n} from '${entry}';`);
  await writeFile(join(at, 'entries.ts'), names.join('\n'));
  const options = { ...strict, lib: ['es2024', 'esnext.disposable'], types: ['node'] };
  const include = ['entries.ts', '../older-*/*.ts', 'example/*.ts', 'example/*.js'];
  await writeFile(
    join(at, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: options,
      include,
      exclude: ['../*/vitest.config.ts', 'example/vitest.config.ts'],
    }),
  );
  expect(await program(at, '../older/node_modules/typescript/bin/tsc', '--version')).toMatchObject({
    printed: 'Version 5.9.3\n',
  });
  expect(await program(at, '../older/node_modules/typescript/bin/tsc')).toEqual({ code: 0, printed: '' });
});

test('a store made of what the packed package exports, and of another copy of kysely, holds the ledger', async () => {
  await chronoscribe('new', 'plugin', 'shoebox');
  const at = join(folder.path, 'shoebox');
  const from = (name: string) => readFile(join(house, 'test/author-store', name), 'utf8');
  await writeFile(join(at, 'index.ts'), await from('store.ts'));
  await writeFile(
    join(at, 'index.test.ts'),
    (await from('ledger.integration.test.ts')).replace('./store.ts', './index.ts'),
  );
  expect(await program(at, 'typescript/bin/tsc')).toEqual({ code: 0, printed: '' });
  expect(await program(at, 'vitest/vitest.mjs', 'run')).toMatchObject({
    code: 0,
    printed: expect.stringContaining('1 passed'),
  });
});

describe('the guide for authors', () => {
  const blocks = async (language: string) => {
    const guide = await readFile(join(house, 'docs/authoring.md'), 'utf8');
    return [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) => code);
  };

  test('shows a plugin and a provider that compile and pass their tests', async () => {
    for (const code of await blocks('ts')) {
      const path = /^\/\/ (\S+)\n/.exec(code)?.[1] ?? '';
      if (!(await exists(join(folder.path, dirname(path))))) await chronoscribe('new', 'plugin', dirname(path));
      await writeFile(join(folder.path, path), code);
    }
    // What it links to.
    for (const name of ['recalls', 'weather']) {
      await chronoscribe('new', 'plugin', name);
      const example = join(folder.path, 'node_modules/chronoscribe/docs/examples', name);
      await cp(example, join(folder.path, name), { recursive: true });
    }
    // In JavaScript, whose types are comments.
    for (const code of await blocks('js')) {
      await writeFile(join(folder.path, /^\/\/ (\S+)\n/.exec(code)?.[1] ?? ''), code);
    }
    const javaScript = { allowJs: true, checkJs: true };
    const checked = { extends: './tsconfig.json', compilerOptions: javaScript, include: ['*.js'] };
    await writeFile(join(folder.path, 'visits/tsconfig.js.json'), JSON.stringify(checked));
    expect(await program(join(folder.path, 'visits'), 'typescript/bin/tsc', '-p', 'tsconfig.js.json')).toEqual({
      code: 0,
      printed: '',
    });
    for (const name of ['visits', 'recalls', 'weather']) {
      expect(await program(join(folder.path, name), 'typescript/bin/tsc')).toEqual({ code: 0, printed: '' });
      const { code, printed } = await program(join(folder.path, name), 'vitest/vitest.mjs', 'run');
      expect(code, printed).toBe(0);
    }
  });

  test('shows configurations that the host accepts', async () => {
    for (const yaml of await blocks('yaml')) {
      await writeFile(join(folder.path, 'my.yaml'), yaml);
      expect(await chronoscribe('check', '--config', 'my.yaml')).toMatchObject({ code: 0 });
    }
  });
});
