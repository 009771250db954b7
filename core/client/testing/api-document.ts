import { createHash } from 'node:crypto';
import { z } from 'zod';

const Document = z.object({
  openapi: z.string(),
  info: z.record(z.string(), z.unknown()),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) }))),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

/** The parts of an OpenAPI document that the client's types are made from. */
export type ApiDocument = z.output<typeof Document>;

/** A service's OpenAPI document, as far as types are made from it. */
export function parseDocument(document: unknown): ApiDocument {
  return Document.parse(document);
}

/** The part of a service's OpenAPI document that describes time navigation. */
export function timeNavigation(document: ApiDocument): ApiDocument {
  return withOperations(document, (_, path) => path.startsWith('/v1/'), /^(2\d\d|default)$/);
}

/**
 * The operations that sources of the console call, as `api.GET('/api/v1/records')`. Without prose, and without errors,
 * since it reads them by one schema, whatever the operation.
 */
export function calledOperations(document: ApiDocument, sources: readonly string[]): ApiDocument {
  const calls = sources.flatMap((source) => [...source.matchAll(/\bapi\.([A-Z]+)\(\s*'([^']+)'/g)]);
  const called = new Set(calls.map(([, method, path]) => `${method?.toLowerCase()} ${path}`));
  const { paths, components } = withOperations(document, (method, path) => called.has(`${method} ${path}`), /^2\d\d$/);
  return Document.parse({ ...document, ...Object(structure({ paths, components })) });
}

/** Some operations of a document with responses of some statuses, and the schemas that these refer to. */
function withOperations(
  document: ApiDocument,
  keep: (method: string, path: string) => boolean,
  statuses: RegExp,
): ApiDocument {
  const paths = Object.entries(document.paths).flatMap(([path, methods]) => {
    const kept = Object.entries(methods)
      .filter(([method]) => keep(method, path))
      .map(([method, { responses, ...operation }]) => {
        const shown = Object.entries(responses).filter(([status]) => statuses.test(status));
        return [method, { ...operation, responses: Object.fromEntries(shown) }] as const;
      });
    return kept.length === 0 ? [] : [[path, Object.fromEntries(kept)] as const];
  });
  const names = new Set<string>();
  const find = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      find(document.components.schemas[name]);
    }
  };
  find(paths);
  const schemas = Object.entries(document.components.schemas).filter(([name]) => names.has(name));
  return { ...document, paths: Object.fromEntries(paths), components: { schemas: Object.fromEntries(schemas) } };
}

/** SHA-256 of what a document says of operations and their types. Prose and the order of members make no difference. */
export function digestOf({ paths, components }: ApiDocument): string {
  return createHash('sha256')
    .update(JSON.stringify(structure({ paths, components })))
    .digest('hex');
}

const prose: readonly string[] = ['summary', 'description', 'examples', 'tags'];

function structure(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structure);
  if (!isObject(value)) return value;
  // A field of a schema may be called `description`; its value is then an object.
  const members = Object.entries(value).filter(([name, inner]) => !prose.includes(name) || isObject(inner));
  return Object.fromEntries(
    members.map(([name, inner]) => [name, structure(inner)]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
