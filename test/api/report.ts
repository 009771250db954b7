import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Declared, declarationReader } from './declarations.ts';

/** What is public of a package: the declarations of its stable entries, and what is wrong with them. */
export interface ApiReport {
  /** Each name of each stable entry, then what these rest on; in an order that depends on the names alone. */
  readonly text: string;
  readonly faults: readonly string[];
  readonly counts: { readonly stable: number; readonly values: number; readonly internal: number };
}

/** An entry of `exports`: the name that is imported, and its source. */
interface Entry {
  readonly specifier: string;
  readonly source: string;
}

const Manifest = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.union([z.string(), z.object({ 'chronoscribe-source': z.string() })])),
});

const modules = join(import.meta.dirname, '../../node_modules');

/** Generated from the routes; the conversation in `test/recorded` guards them. */
const isGenerated = (path: string): boolean => path.endsWith('/client/openapi.d.ts');

/** Reads the public API of the package in a folder, as the compiler declares it. */
export async function apiReport(folder: string): Promise<ApiReport> {
  const entries = await entriesOf(folder);
  const faults: string[] = [];
  const promises = new Map<string, string>();
  for (const { specifier, source } of entries) {
    const text = await readFile(join(folder, source), 'utf8');
    const [, promise] = /^\/\*\*[\s*]*\*\*(Stable|Internal)\*\*/.exec(text) ?? [];
    if (promise === undefined) faults.push(`${source}: begin it with "/** **Stable**: …" or "/** **Internal**: …".`);
    promises.set(specifier, promise ?? 'Internal');
  }
  const out = await mkdtemp(join(tmpdir(), 'api-'));
  try {
    await declare(folder, entries, out);
    const declarationOf = ({ source }: Entry) => join(out, source.replace(/\.ts$/, '.d.ts'));
    const files = new Map(entries.map((entry) => [entry.specifier, declarationOf(entry)]));
    const reader = declarationReader((specifier) => files.get(specifier));
    const isStable = ({ specifier }: Entry) => promises.get(specifier) === 'Stable';
    const stable = entries.filter(isStable);
    const known = new Set(stable.flatMap((entry) => reader.keysOf(declarationOf(entry))));
    const apis = stable.map((entry) => ({
      ...entry,
      ...reader.apiOf(declarationOf(entry), known, (path) => !isGenerated(path)),
    }));
    for (const { specifier, exported } of apis)
      for (const [name, { isDocumented }] of exported)
        if (!isDocumented)
          faults.push(`"${name}" of ${specifier} has no docstring: say what it is, in which units, what it throws.`);
    const reached = new Map(apis.flatMap((api) => [...api.reached]));
    const names = apis.flatMap(({ exported }) => [...exported.values()]);
    const internal = entries
      .filter((entry) => !isStable(entry))
      .flatMap((entry) => reader.keysOf(declarationOf(entry)));
    const sections = [
      ...apis.map(({ specifier, exported }) => section(specifier, exported)),
      section('named by these, and not exported', reached),
    ];
    const counts = { stable: names.length, values: names.filter(({ isValue }) => isValue).length };
    return { text: sections.join('\n'), faults, counts: { ...counts, internal: internal.length } };
  } finally {
    await rm(out, { recursive: true });
  }
}

async function entriesOf(folder: string): Promise<readonly Entry[]> {
  const { name, exports } = Manifest.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  return Object.entries(exports)
    .flatMap(([path, entry]): readonly Entry[] => {
      if (typeof entry === 'string') return [];
      const [pattern, specifier] = [entry['chronoscribe-source'].slice(2), name + path.slice(1)];
      const [before = ''] = pattern.split('*', 1);
      return globSync(pattern, { cwd: folder }).map((source) => {
        const [own = ''] = source.slice(before.length).split('/', 1);
        return { source, specifier: specifier.replace('*', own) };
      });
    })
    .toSorted((one, other) => (one.specifier < other.specifier ? -1 : 1));
}

/** Lets the compiler write the declarations of the entries and of all that they import. */
async function declare(folder: string, entries: readonly Entry[], out: string): Promise<void> {
  const config = join(out, 'tsconfig.json');
  const compilerOptions = {
    rootDir: folder,
    outDir: out,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    // `npm run check:types` says what is wrong with them.
    noCheck: true,
    typeRoots: [join(modules, '@types')],
  };
  const files = entries.map(({ source }) => join(folder, source));
  await writeFile(
    config,
    JSON.stringify({
      extends: join(folder, 'tsconfig.json'),
      compilerOptions,
      files,
      include: [join(folder, 'providers/**/*.d.ts')],
    }),
  );
  const tsc = join(modules, 'typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [tsc, '-p', config, '--pretty', 'false'], { maxBuffer: 1e8 });
}

function section(title: string, declared: ReadonlyMap<string, Declared>): string {
  const texts = [...declared].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, { text }]) => text);
  return `// ${title}\n\n${texts.join('\n\n')}\n`;
}
