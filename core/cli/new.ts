import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { packageFile, packageFolder, runsFromSource, shipped } from '../api/package.ts';
import { hasCode } from '../files/durable-write.ts';
import { bundledKinds, bundledPlugins, bundledProviders } from '../host/loader.ts';
import { type Command, flag, parse, UsageError } from './command.ts';

/** The templates of plugins. The others are named for the kind of their provider. */
const pluginTemplates: readonly string[] = ['plugin', 'workflow'];
const kindsWithTemplate = templates().filter((template) => !pluginTemplates.includes(template));

/** Creates the folder of a plugin or provider that works and passes its tests, as a starting point. */
export const command: Command = {
  usage: `Usage: chronoscribe new plugin NAME [--workflow] [--javascript]
       chronoscribe new provider KIND NAME [--javascript]

Creates the folder ./NAME with a plugin, or a provider of the kind KIND (${kindsWithTemplate.join(', ')}), that works and
passes its tests. Change it into what you need.

  NAME         lower-case letters and digits, in words joined by "-"
  --workflow   a plugin whose work is a workflow with branches, a sleep and a signal
  --javascript files of JavaScript instead of TypeScript
`,
  async run(args) {
    const names = args[0] === 'provider' ? ['provider', 'KIND', 'NAME'] : ['plugin', 'NAME'];
    const { positionals, values } = parse(args, names, {
      workflow: flag('a plugin whose work is a workflow'),
      javascript: flag('JavaScript instead of TypeScript'),
    });
    const chosen = parseScaffold(positionals, values.workflow);
    await scaffold({ ...chosen, isJavaScript: values.javascript }, process.cwd());
    process.stdout.write(
      `created ./${chosen.name}\n\n  cd ${chosen.name}\n  npm install\n  npm test\n\nIts README says how to enable it.\n`,
    );
    return 0;
  },
};

/** @throws UsageError for an invalid name or kind; Error for a kind without a template */
function parseScaffold([what, ...rest]: readonly string[], withWorkflow: boolean) {
  switch (what) {
    case 'plugin': {
      const [name = ''] = rest;
      return { template: withWorkflow ? 'workflow' : 'plugin', name: validateName(name, bundledPlugins()) };
    }
    case 'provider': {
      if (withWorkflow) throw new UsageError('--workflow is for a plugin: a provider has no workflows');
      const [kind = '', name = ''] = rest;
      if (!bundledKinds().includes(kind))
        throw new UsageError(`unknown kind "${kind}"; known: ${bundledKinds().join(', ')}`);
      if (!kindsWithTemplate.includes(kind)) throw new Error(withoutTemplate(kind));
      return { template: kind, name: validateName(name, bundledProviders(kind)) };
    }
    default:
      throw new UsageError(`expected "plugin" or "provider", not "${what}"`);
  }
}

/** Where to start with a kind that is too large for a template. Every path is one of this package. */
function withoutTemplate(kind: string): string {
  const path = (...names: readonly string[]) => relative(process.cwd(), join(packageFolder, ...names)) || '.';
  const built = runsFromSource ? [] : ['dist'];
  return `There is no template for a ${kind}: it promises too much for one page. To write one:

  1. read ${path('docs', 'authoring.md')}, "A provider"
  2. take a bundled one as an example: ${path(...built, 'providers', kind, bundledProviders(kind)[0] ?? '')}
  3. test yours with the suite chronoscribe/contracts/${kind}, which says what every ${kind} promises`;
}

/**
 * The name of a new plugin or provider, which is also the name of its folder.
 *
 * @param taken names of bundled ones
 * @throws UsageError if the name has other characters than allowed, or is taken
 */
export function validateName(name: string, taken: readonly string[]): string {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 50) {
    throw new UsageError(
      `"${name}" cannot be the name: use lower-case letters and digits, in words joined by "-", 50 at most`,
    );
  }
  if (taken.includes(name)) throw new UsageError(`"${name}" is bundled already; choose another name`);
  return name;
}

/** The names of the templates: the folders of `config/templates/`. */
export function templates(): readonly string[] {
  return readdirSync(shipped('templates'));
}

/**
 * Creates the folder in `parent`, named as the plugin or provider, ready to be installed, tested and type-checked.
 *
 * @param template `plugin`, `workflow` for a plugin with one, or the kind of a provider: a folder of `config/templates/`
 *
 * @throws Error if the folder exists; it is not changed
 */
async function scaffold(
  { template, name, isJavaScript }: ReturnType<typeof parseScaffold> & { readonly isJavaScript: boolean },
  parent: string,
): Promise<void> {
  const folder = join(parent, name);
  await mkdir(folder).catch((cause: unknown) => {
    throw hasCode(cause, 'EEXIST')
      ? new Error(`${folder} exists already. Choose another name, or move it away.`, { cause })
      : cause;
  });
  for (const file of await readdir(shipped('templates', template))) {
    const text = await readFile(shipped('templates', template, file), 'utf8');
    const named = text.replaceAll('__NAME__', name).replaceAll('__SNAKE_NAME__', name.replaceAll('-', '_'));
    if (isJavaScript) await writeFile(join(folder, file.replace(/\.ts$/, '.js')), asJavaScript(file, named));
    else await writeFile(join(folder, file), named);
  }
  await writeFile(join(folder, 'package.json'), json(packageJson(template, name, isJavaScript)));
  if (!isJavaScript) await writeFile(join(folder, 'tsconfig.json'), json(tsconfig));
  await writeFile(join(folder, `vitest.config.${isJavaScript ? 'js' : 'ts'}`), vitestConfig);
  await writeFile(join(folder, '.gitignore'), 'node_modules/\ndist/\n');
  // The package that made this folder, so that it need not be in a registry. What is published does not name the place.
  await mkdir(join(folder, 'node_modules'));
  await symlink(packageFolder, join(folder, 'node_modules/chronoscribe'), 'junction');
  await writeFile(join(folder, '.npmrc'), 'package-lock=false\n');
}

/** A file of a template without its types, and without what is done about them. */
function asJavaScript(file: string, text: string): string {
  const renamed = text.replaceAll('index.ts', 'index.js');
  if (!file.endsWith('.ts')) return renamed.replace(/^npm run check .*\n/m, '').replace('`npm run build`, ', '');
  // Spaces are left where the types were.
  return withoutTypes(renamed).replace(/(\S) {2,}(\S)/g, (_, before: string, after: string) =>
    /[;,()]/.test(after) ? before + after : `${before} ${after}`,
  );
}

/** In a process of its own: Node calls this experimental, which is of no interest to who runs the command. */
function withoutTypes(text: string): string {
  const script = `
    import { readFileSync } from 'node:fs';
    import { stripTypeScriptTypes } from 'node:module';
    process.stdout.write(stripTypeScriptTypes(readFileSync(0, 'utf8')));`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script];
  return execFileSync(process.execPath, args, { input: text, encoding: 'utf8' });
}

/** JavaScript needs no build. */
function packageJson(template: string, name: string, isJavaScript: boolean): object {
  const { version, dependencies, devDependencies, optionalDependencies } = packageFile;
  return {
    name: `chronoscribe-${pluginTemplates.includes(template) ? 'plugin' : template}-${name}`,
    version: '0.1.0',
    type: 'module',
    exports: isJavaScript ? './index.js' : { types: './dist/index.d.ts', default: './dist/index.js' },
    files: isJavaScript ? ['*.js', '!*.test.js', '!vitest.config.js'] : ['dist', '!dist/*.test.*'],
    scripts: {
      test: 'vitest run',
      ...(!isJavaScript && {
        check: 'tsc',
        build: 'tsc --noEmit false --declaration --outDir dist',
        prepack: 'npm run build',
      }),
    },
    dependencies: { zod: dependencies.zod },
    // Until 1.0 a minor version may change what is public.
    peerDependencies: { chronoscribe: `^${version}` },
    devDependencies: {
      ...(!isJavaScript && { '@types/node': devDependencies['@types/node'], typescript: devDependencies.typescript }),
      vitest: devDependencies.vitest,
    },
    // Brings the Node.js that Chronoscribe needs, in case the machine's own is too old.
    optionalDependencies,
  };
}

/** A checkout is used from its sources, without a build. */
const conditions = runsFromSource ? ['chronoscribe-source'] : [];

const tsconfig = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'esnext.array', 'esnext.disposable', 'esnext.iterator'],
    module: 'nodenext',
    types: ['node'],
    ...(conditions.length > 0 && { customConditions: conditions }),
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: true,
    // Pages of the console, which the build copies.
    allowJs: true,
    checkJs: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['*.ts', '*.js'],
  exclude: ['vitest.config.ts'],
};

const vitestConfig = `import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The contract suites of chronoscribe run in this folder's own vitest.
  resolve: { dedupe: ['vitest'] },
${
  conditions.length === 0
    ? ''
    : `  ssr: { resolve: { conditions: ['chronoscribe-source', 'module', 'node'] } },
`
}  test: {
    include: ['*.test.{ts,js}'],
    hookTimeout: 60_000, // Where the machine is busy, a host starts slowly.
    testTimeout: 30_000,
    server: { deps: { inline: ['chronoscribe'] } },
${
  conditions.length === 0
    ? ''
    : `    execArgv: ['--conditions=chronoscribe-source'],
`
}  },
});
`;

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
