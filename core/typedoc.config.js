import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The reference has a page for each entry of `exports`: its source file, or every file that its pattern matches. */
const entryPoints = Object.values(exports)
  .flatMap((entry) => globSync(entry['chronoscribe-source'] ?? [], { cwd: root }))
  .map((path) => join(root, path));

export default {
  name: 'Chronoscribe',
  entryPoints,
  tsconfig: 'tsconfig.build.json',
  out: '../docs/reference',
  readme: '../docs/authoring.md',
  includeVersion: true,
  excludeExternals: true,
  excludePrivate: true,
  sort: ['source-order'],
  // Interfaces of the package that authors never name are described where they are used.
  validation: { notExported: false },
};
