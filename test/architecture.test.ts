import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';

/** Who may import whom; `docs/architecture.md` says why. */
const house = resolve(import.meta.dirname, '..');

interface Import {
  /** Path from the top of the house, with `/`. */
  readonly file: string;
  /** A package's name, or the path of a file from the top of the house. */
  readonly target: string;
}

/** The rule that an import breaks, in words; undefined where it is allowed. */
function brokenRule({ file, target }: Import): string | undefined {
  const [room = '', name = '', ...rest] = file.split('/');
  const isOwn = /^(core|providers|plugins|test|config)\//.test(target);
  const packageName = isOwn ? undefined : target;

  switch (room) {
    case 'core':
      if (isOwn && !target.startsWith('core/')) return 'core imports only core: it knows no provider and no plugin';
      if (isOwn && floorOf(file) < floorOf(target)) {
        return 'inside core, imports run down: api ← kinds ← concurrency ← services ← host ← cli';
      }
      break;
    case 'providers': {
      const own = rest.length > 1 ? `providers/${name}/${rest[0]}/` : `providers/${name}/`;
      const shared = new RegExp(`^providers/${name}/([^/]+\\.ts|(?!${siblings(name).join('|') || '-'})[^/]+/.*)$`);
      if (isOwn && !target.startsWith(own) && !shared.test(target) && !opensStore(file, target)) {
        return 'a provider imports chronoscribe, kinds, its own folder and what its kind shares; nothing else of the house';
      }
      break;
    }
    case 'plugins':
      if (isOwn && !target.startsWith(`plugins/${name}/`)) {
        return 'a plugin imports chronoscribe, kinds and its own folder; nothing else of the house';
      }
      break;
    default:
      return `there is no room "${room}" in the house`;
  }
  if (packageName !== undefined && room !== 'core' && packageName.startsWith('chronoscribe/testing')) {
    return 'chronoscribe/testing is for tests';
  }
  return packageName === undefined ? undefined : brokenLibraryRule(file, packageName);
}

/** The workflow engines keep their runs in stores of their own, with the code of those for the same database. */
function opensStore(file: string, target: string): boolean {
  const [, database] = /^providers\/workflow-engine\/(embedded|postgres)\/engine\.ts$/.exec(file) ?? [];
  const folder = database === 'embedded' ? 'sqlite' : database;
  return database !== undefined && new RegExp(`^providers/store/${folder}/(open|store)\\.ts$`).test(target);
}

const floors = ['api', 'kinds', 'concurrency', 'services', 'host', 'cli'];

/**
 * The floor of a file of core. What is in no folder named here is a service; the files of the public API see everything
 * below the command line.
 */
function floorOf(path: string): number {
  const [, folder = '', ...rest] = path.split('/');
  if (rest.length === 0) return floors.indexOf('host');
  const floor = floors.indexOf(folder);
  return floor === -1 ? floors.indexOf('services') : floor;
}

/** Libraries that are imported in one place, so that they can be replaced there. */
const libraryHomes: readonly (readonly [library: RegExp, home: RegExp])[] = [
  [/^(inversify|reflect-metadata)$/, /^core\/host\/container\.ts$/],
  [/^(hono(\/.*)?|@hono\/node-server|@fastify\/busboy|file-type|prom-client)$/, /^core\/http\//],
  [/^rate-limiter-flexible$/, /^core\/concurrency\//],
  [/^pg$/, /^core\/postgres\//],
  [/^@marcbachmann\/cel-js$/, /^core\/automations\/expression\.ts$/],
  [/^yaml$/, /^core\/config\//],
  [/^pino$/, /^core\/api\/logger\.ts$/],
  [/^kysely(\/.*)?$/, /^providers\/store\/(sql|sqlite|postgres|journal)\//],
  [/^lowdb(\/.*)?$/, /^providers\/store\/lowdb\//],
  [/^@temporalio\//, /^providers\/workflow-engine\/temporal\/(library|graph-[a-z]+|testing\/server)\.ts$/],
  [/^@aws-sdk\/(client-s3|lib-storage)$/, /^providers\/blobs\/s3\//],
  [/^assemblyai$/, /^providers\/transcriber\/assemblyai\//],
  [/^ollama$/, /^providers\/writer\/ollama\//],
  [/^(ai|@ai-sdk\/.*)$/, /^providers\/writer\/hosted\//],
  [/^sherpa-onnx-node$/, /^providers\/(diarizer|transcriber|punctuator)\/sherpa\//],
  [/^tar-stream$/, /^core\/archive\/tar\.ts$/],
  [/^unbzip2-stream$/, /^core\/models\/unpack-child\.ts$/],
  [/^tesseract\.js$/, /^providers\/ocr\/tesseract\//],
  [/^sharp$/, /^(plugins\/images\/decode-child|providers\/ocr\/tesseract\/child)\.ts$/],
  [
    /^(unpdf|pdfjs-dist(\/.*)?|@napi-rs\/canvas)$/,
    /^plugins\/(pdfs\/reading\/|images\/bmp\.ts$|console\/web\/src\/clinical\/documents\/pdf-file\.ts$)/,
  ],
  [/^standardwebhooks$/, /^plugins\/webhooks\/delivery\.ts$/],
  [/^ipaddr\.js$/, /^plugins\/(webhooks\/address|console\/sessions\/sign-in-limit)\.ts$/],
  [
    /^(openapi-fetch|eventsource-parser(\/.*)?)$/,
    /^(core\/client\/transport|plugins\/console\/web\/src\/shared\/api)\.ts$/,
  ],
  [/^@sinonjs\/fake-timers$/, /^core\/client\/(fake-timers|timer-flow)\.ts$/],
  [/^@tus\/server$/, /^plugins\/uploads\//],
  [/^@modelcontextprotocol\/server$/, /^plugins\/mcp\/protocol\.ts$/],
  [/^@opentelemetry\//, /^core\/telemetry\/(otlp|api)\.ts$/],
  [/^xstate$/, /^plugins\/time-flow\//],
  [/^(mediabunny|opus-decoder|node-web-audio-api|@audio\/.*)$/, /^plugins\/transcripts\/sound\/decoded-audio\.ts$/],
  [/^croner$/, /^core\/schedules\/cron\.ts$/],
  [/^eld(\/.*)?$/, /^providers\/grounding\/language\/detect-language\.ts$/],
  [/^@simplewebauthn\/server$/, /^plugins\/console\/passkeys\/passkeys\.ts$/],
  [/^openid-client$/, /^plugins\/console\/oidc\/client\.ts$/],
  [/^otpauth$/, /^plugins\/console\/people\/totp\.ts$/],
  [/^@zxcvbn-ts\//, /^plugins\/console\/people\/strength-worker\.ts$/],
  [/^csv-parse$/, /^plugins\/events\/import\/csv-records\.ts$/],
  [/^(ical\.js|rrule-temporal)$/, /^plugins\/events\/import\/calendar\//],
  [/^temporal-polyfill$/, /^plugins\/(events\/import\/calendar\/|time-flow\/calendar-duration)/],
];

function brokenLibraryRule(file: string, library: string): string | undefined {
  const home = libraryHomes.find(([pattern]) => pattern.test(library))?.[1];
  return home === undefined || home.test(file)
    ? undefined
    : `${library} is imported only in ${home.source.replaceAll('\\', '')}`;
}

/** The folders of a kind that hold a provider; the others hold what its providers share. */
function siblings(kind: string): readonly string[] {
  return readdirSync(join(house, 'providers', kind), { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && readdirSync(join(house, 'providers', kind, entry.name)).includes('index.ts'),
    )
    .map((entry) => entry.name);
}

function sources(folder: string): readonly string[] {
  return readdirSync(join(house, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !isForTests(path))
    .map((path) => join(folder, path).split(sep).join('/'));
}

/** Tests, and what only tests use: `testing.ts`, folders `testing/`, and the contract suites. */
function isForTests(path: string): boolean {
  return /\.(test|type-test)\.ts$|(^|\/)(testing|contract)(\.ts$|\/)/.test(path);
}

function importsOf(file: string, text = readFileSync(join(house, file), 'utf8')): readonly Import[] {
  const statements = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'|(?:^|\n)import\s*'([^']+)'/g,
  );
  return [...statements].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? '';
    const target = specifier.startsWith('.')
      ? relative(house, resolve(house, dirname(file), specifier))
          .split(sep)
          .join('/')
      : specifier;
    return { file, target };
  });
}

const violations = (imports: readonly Import[]) =>
  imports.flatMap((each) => {
    const rule = brokenRule(each);
    return rule === undefined ? [] : [`${each.file} imports ${each.target}: ${rule}`];
  });

test('every import keeps the rules of the house', () => {
  const imports = rooms.flatMap(sources).flatMap((file) => importsOf(file));
  expect(imports.length).toBeGreaterThan(300);
  expect(violations(imports)).toEqual([]);
});

/** The circles of a graph, each named from the node where it was entered. */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) circles.push([...path.slice(path.indexOf(node)), node].join(' → '));
    if (done.has(node) || path.includes(node)) return;
    for (const target of graph.get(node) ?? []) visit(target, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return circles;
}

/** What each folder imports of others. A `kind.ts` is the interface of its folder: the folders below may import it. */
function folderGraph(imports: readonly Import[]): ReadonlyMap<string, readonly string[]> {
  const own = imports.filter(({ target }) => target.endsWith('.ts') && basename(target) !== 'kind.ts');
  const between = own
    .map(({ file, target }) => ({ from: dirname(file), to: dirname(target) }))
    .filter(({ from, to }) => from !== to);
  return new Map(
    [...Map.groupBy(between, ({ from }) => from)].map(([from, edges]) => [from, edges.map(({ to }) => to)]),
  );
}

const rooms = ['core', 'providers', 'plugins'];

test('no file imports itself in a circle', () => {
  const targets = rooms.flatMap(sources).map((file) => [file, importsOf(file).map(({ target }) => target)] as const);
  expect(circlesOf(new Map(targets))).toEqual([]);
});

test('no folder imports itself in a circle', () => {
  const imports = rooms.flatMap(sources).flatMap((file) => importsOf(file));
  expect(circlesOf(folderGraph(imports))).toEqual([]);
});

test('a circle between folders is found', () => {
  const there = importsOf('plugins/a/index.ts', "import { x } from './b/x.ts';");
  const back = importsOf('plugins/a/b/x.ts', "import { y } from '../y.ts';");
  expect(circlesOf(folderGraph([...there, ...back]))).toEqual(['plugins/a → plugins/a/b → plugins/a']);
});

test('no folder holds more than 25 files of production code', () => {
  const folders = Map.groupBy(rooms.flatMap(sources), (file) => dirname(file));
  expect([...folders].filter(([, files]) => files.length > 25).map(([folder]) => folder)).toEqual([]);
});

test.each([
  ['core/host/host.ts', "import { x } from '../../plugins/anchors/index.ts';", 'core imports only core'],
  ['core/api/route.ts', "import { x } from '../http/app.ts';", 'imports run down'],
  ['core/runs/views.ts', "import { x } from '../host/plan.ts';", 'imports run down'],
  ['core/host/host.ts', "import { Container } from 'inversify';", 'imported only in'],
  ['plugins/anchors/index.ts', "import { x } from '../time-flow/clock.ts';", 'a plugin imports'],
  ['plugins/anchors/index.ts', "import { x } from '../../core/host/host.ts';", 'a plugin imports'],
  ['plugins/anchors/index.ts', "export { testHost } from 'chronoscribe/testing';", 'for tests'],
  ['providers/store/lowdb/index.ts', "import { x } from '../sqlite/index.ts';", 'a provider imports'],
  ['providers/writer/ollama/index.ts', "const y = await import('../../store/query.ts');", 'a provider imports'],
])('a forbidden import is found: %s %s', (file, text, rule) => {
  expect(violations(importsOf(file, text))).toEqual([expect.stringContaining(rule)]);
});
