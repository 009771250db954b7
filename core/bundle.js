import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'rolldown';

/**
 * Bundles what is shipped into `dist`: half of a start from the sources is finding and linking 1,700 modules. Each file
 * that others name by its path stays a file at that path: the command line, the entries of `exports`, plugins, providers,
 * and the modules of processes and threads. What they share goes to `dist/chunks`.
 */
const root = resolve(import.meta.dirname, '..');

/**
 * The libraries that each start loads from many files. Schemas of zod come from plugins of others too: it knows those of
 * another copy of it by their traits, and keeps what they have in common at one place for all copies. Not among them is
 * @opentelemetry/api, whose contexts are of one copy.
 */
const bundled = [
  '@hono/node-server',
  '@tus/server',
  'croner',
  'file-type',
  'hono',
  'inversify',
  'ipaddr.js',
  'kysely',
  'openworkflow',
  'pino',
  'prom-client',
  'rate-limiter-flexible',
  'reflect-metadata',
  'standardwebhooks',
  'temporal-polyfill',
  'xstate',
  'yaml',
  'zod',
];

const { dependencies, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const entries = globSync(
  [
    'core/cli/main.js',
    ...Object.values(exports).flatMap((entry) => entry['chronoscribe-source'] ?? []),
    'plugins/*/index.ts',
    'providers/*/*/index.ts',
    '{core,plugins,providers}/**/{child,*-child,*-work,*-worker,*-snapshot}.ts',
  ],
  { cwd: root, exclude: ['**/testing/**', 'plugins/console/web/**'] },
);

/** The folder of the package that has this file; undefined for ours. */
function packageOf(id) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0];
}

/** Code that names another module by its path, with or without its extension. Comments do so too. */
const script = /^(?!\s*\*).*new URL\(['`](\.[^'`$]+)(?:\.ts'|\$\{.*\}`), import\.meta\.url\)/gm;

/**
 * Keeps what a module finds beside itself: in a bundle `import.meta` is that of the chunk, which is in another folder.
 */
const places = {
  name: 'places',
  transform: {
    filter: { id: { exclude: /\/node_modules\// }, code: /import\.meta\.(url|filename|dirname)/ },
    handler(code, id) {
      for (const [, path] of code.matchAll(script)) {
        const named = `${join(relative(root, dirname(id)), path)}.ts`;
        if (entries.includes(named)) continue;
        this.error(
          `${named} is named by its path: call it -child.ts, -work.ts, -worker.ts or -snapshot.ts, so that it stays a file`,
        );
      }
      const built = relative(root, id).replace(/\.ts$/, '.js');
      const url = (path) => `new URL('@dist/${path}', import.meta.url)`;
      const pathOf = (path) => `process.getBuiltinModule('node:url').fileURLToPath(${url(path)})`;
      return code
        .replaceAll('import.meta.url', `${url(built)}.href`)
        .replaceAll('import.meta.filename', pathOf(built))
        .replaceAll('import.meta.dirname', pathOf(dirname(built)));
    },
  },
  renderChunk(code, { fileName }) {
    return code.replaceAll('@dist/', `${relative(dirname(fileName), '.') || '.'}/`);
  },
};

/** Whether an import is of one of these packages, or of a part of one. */
function isOneOf(packages, id) {
  return packages.some((name) => id === name || id.startsWith(`${name}/`));
}

/** The licences of the libraries whose code is in the bundle, which ask to be shipped with it. */
const licences = {
  name: 'licences',
  generateBundle() {
    const folders = new Set([...this.getModuleIds()].map(packageOf).filter(Boolean));
    const source = [...folders].toSorted().map(licenceOf).join('\n\n');
    this.emitFile({ type: 'asset', fileName: 'LICENCES.txt', source });
  },
};

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  return [`# ${name} ${version}, ${license}`, ...texts.map((file) => readFileSync(join(folder, file), 'utf8'))].join(
    '\n\n',
  );
}

await build({
  input: Object.fromEntries(entries.map((path) => [path.replace(/\.[jt]s$/, ''), join(root, path)])),
  platform: 'node',
  resolve: { conditionNames: ['chronoscribe-source', 'node', 'import'] },
  external(id, importer = '') {
    if (/^([./]|chronoscribe(\/|$))/.test(id) || isOneOf(bundled, id)) return false;
    // What a bundled library imports is bundled with it.
    return packageOf(importer) === undefined || isOneOf(Object.keys(dependencies), id);
  },
  plugins: [places, licences],
  output: {
    dir: join(root, 'dist'),
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
});
