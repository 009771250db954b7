import { globSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '..');

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The reference has a page for each entry of `exports`: by its source, the name that is imported. */
const entries = new Map(
  Object.entries(exports).flatMap(([name, entry]) =>
    globSync(entry['chronoscribe-source'] ?? [], { cwd: root }).map((path) => [
      path.split(sep).join('/'),
      name.replace('.', 'chronoscribe').replace('*', path.split(sep)[1]),
    ]),
  ),
);

/** The names of the front door under the headings that they have there. */
const categories = new Map(
  readFileSync(join(root, 'core/index.ts'), 'utf8')
    .split(/^\/\/ /m)
    .slice(1)
    .flatMap((section) => {
      const [heading] = section.split('\n', 1);
      const lists = section.matchAll(/^export (?:type )?\{([^}]*)\}/gm);
      const names = [...lists].flatMap(([, list]) => list.split(',').map((name) => name.trim().replace(/^type /, '')));
      return names.map((name) => [name, heading]);
    }),
);

/** Names the pages by what is imported, and the names of the front door as if each ended with `@category`. */
function categorise(app) {
  app.converter.on('resolveBegin', ({ project }) => {
    for (const page of project.children) {
      const [source] = page.sources;
      page.name = entries.get(source.fileName) ?? page.name;
    }
    const front = project.children.find(({ name }) => name === 'chronoscribe');
    for (const child of front.children) {
      const text = categories.get(child.name);
      if (text === undefined) continue;
      // A kind has the docstring of its interface, which has the same name.
      if (child.signatures === undefined)
        child.comment ??= front.children.find(({ name, comment }) => name === child.name && comment)?.comment.clone();
      for (const { comment } of [child, ...(child.signatures ?? [])])
        comment?.blockTags.push({ tag: '@category', content: [{ kind: 'text', text }] });
    }
  });
}

export default {
  name: 'Chronoscribe',
  plugin: [categorise],
  entryPoints: [...entries.keys()].map((path) => join(root, path)),
  tsconfig: 'tsconfig.build.json',
  out: '../docs/reference',
  readme: '../docs/authoring.md',
  includeVersion: true,
  excludeExternals: true,
  excludePrivate: true,
  sort: ['source-order'],
  // Interfaces of the package that authors never name are described where they are used.
  validation: { notExported: false },
  // `npm run check` has the compiler of today; typedoc needs an older one, which knows fewer types.
  skipErrorChecking: true,
};
