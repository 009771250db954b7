/**
 * Moves the definitions inside of schemas (`$defs`, of recursive schemas) to the components of an OpenAPI document,
 * where a reference is resolved from the root of the document. Their names are unique: they are the `id` in a schema's
 * `meta`.
 *
 * @param paths of the document
 * @returns the same paths, and the definitions by name
 */
export function hoistDefinitions<Paths>(paths: Paths): { readonly paths: Paths; readonly schemas: object } {
  const schemas: Record<string, unknown> = {};
  const hoist = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(hoist);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).flatMap(([name, inner]): readonly [string, unknown][] => {
      if (name === '$defs') {
        Object.assign(schemas, hoist(inner));
        return [];
      }
      if (name === '$ref' && typeof inner === 'string') return [[name, inner.replace(/^#\/\$defs\//, schemaPrefix)]];
      return [[name, hoist(inner)]];
    });
    return Object.fromEntries(members);
  };
  // The same shape: only schemas, which have no type of their own, are changed.
  return { paths: hoist(paths) as Paths, schemas };
}

const schemaPrefix = '#/components/schemas/';
