/**
 * Builds the package `chronoscribe-client` from `core/client` into the folder `client-package`, ready for `npm pack`. It
 * has the client's own dependencies only. Its README is `docs/client.md`, with the name of that package, and it has the
 * examples that the page links.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const house = resolve(import.meta.dirname, '..');
const folder = join(house, 'client-package');
const { version, license, engines, dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(house, 'package.json'), 'utf8'),
);
const entry = (name) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` });

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
execFileSync(process.execPath, [join(house, 'node_modules/typescript/bin/tsc'), '-p', 'core/tsconfig.client.json'], {
  cwd: house,
  stdio: 'inherit',
});
const manifest = {
  name: 'chronoscribe-client',
  version,
  description: 'The client of a Chronoscribe time service, and its clock for test suites',
  license,
  type: 'module',
  engines,
  files: ['dist', 'examples'],
  exports: { '.': entry('index'), './fake-timers': entry('fake-timers'), './package.json': './package.json' },
  dependencies: {
    'eventsource-parser': dependencies['eventsource-parser'],
    'openapi-fetch': dependencies['openapi-fetch'],
  },
  peerDependencies: { '@sinonjs/fake-timers': peerDependencies['@sinonjs/fake-timers'] },
  peerDependenciesMeta: { '@sinonjs/fake-timers': { optional: true } },
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
const guide = readFileSync(join(house, 'docs/client.md'), 'utf8');
writeFileSync(join(folder, 'README.md'), guide.replaceAll('chronoscribe/client', 'chronoscribe-client'));
cpSync(join(house, 'docs/examples/client'), join(folder, 'examples/client'), { recursive: true });
copyFileSync(join(house, 'LICENSE'), join(folder, 'LICENSE'));
