import { readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFile, packageFolder, runsFromSource, shipped } from '../api/package.ts';

/** A folder to create. */
export interface Scaffold {
  /** `plugin`, `workflow` for a plugin with one, or the kind of a provider: a folder of `config/templates/`. */
  readonly template: string;
  /** The name of the plugin or provider, and of its folder. */
  readonly name: string;
}

/** The names of the templates: the folders of `config/templates/`. */
export function templates(): readonly string[] {
  return readdirSync(shipped('templates'));
}

/** The templates of plugins. The others are named for the kind of their provider. */
export const pluginTemplates: readonly string[] = ['plugin', 'workflow'];

/**
 * Creates the folder in `parent`, ready to be installed, tested and type-checked.
 *
 * @throws Error if the folder exists; it is not changed
 */
export async function scaffold({ template, name }: Scaffold, parent: string): Promise<void> {
  const folder = join(parent, name);
  await mkdir(folder).catch((cause: unknown) => {
    const exists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw exists ? new Error(`${folder} exists already. Choose another name, or move it away.`, { cause }) : cause;
  });
  for (const file of await readdir(shipped('templates', template))) {
    const text = await readFile(shipped('templates', template, file), 'utf8');
    await writeFile(
      join(folder, file),
      text.replaceAll('__NAME__', name).replaceAll('__SNAKE_NAME__', name.replaceAll('-', '_')),
    );
  }
  await writeFile(join(folder, 'package.json'), json(packageJson(template, name)));
  await writeFile(join(folder, 'tsconfig.json'), json(tsconfig));
  await writeFile(join(folder, 'vitest.config.ts'), vitestConfig);
  await writeFile(join(folder, '.gitignore'), 'node_modules/\ndist/\n');
}

function packageJson(template: string, name: string): object {
  const { version, dependencies, devDependencies, optionalDependencies } = packageFile;
  return {
    name: `chronoscribe-${pluginTemplates.includes(template) ? 'plugin' : template}-${name}`,
    version: '0.1.0',
    type: 'module',
    exports: './dist/index.js',
    files: ['dist'],
    scripts: { test: 'vitest run', check: 'tsc', build: 'tsc --noEmit false --outDir dist' },
    dependencies: { zod: dependencies.zod },
    peerDependencies: { chronoscribe: `>=${version}` },
    devDependencies: {
      '@types/node': devDependencies['@types/node'],
      // The package that made this folder, so that it need not be in a registry.
      chronoscribe: `file:${packageFolder}`,
      typescript: devDependencies.typescript,
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
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['*.ts'],
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
    include: ['*.test.ts'],
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
