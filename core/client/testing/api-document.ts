import { createHash } from 'node:crypto';
import { z } from 'zod';

const Document = z.object({
  openapi: z.string(),
  info: z.record(z.string(), z.unknown()),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.record(z.string(), z.unknown()),
});

/** The parts of an OpenAPI document that the client's types are made from. */
export type ApiDocument = z.output<typeof Document>;

/** A service's OpenAPI document, as far as types are made from it. */
export function parseDocument(document: unknown): ApiDocument {
  return Document.parse(document);
}

/** The part of a service's OpenAPI document that describes time navigation. */
export function timeNavigation({ paths, ...rest }: ApiDocument): ApiDocument {
  return { ...rest, paths: Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith('/v1/'))) };
}

/** SHA-256 of what a document says of operations and their types. Prose and the order of members make no difference. */
export function digestOf({ paths }: ApiDocument): string {
  return createHash('sha256')
    .update(JSON.stringify(structure(paths)))
    .digest('hex');
}

const prose: readonly string[] = ['summary', 'description', 'examples', 'tags'];

function structure(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structure);
  if (typeof value !== 'object' || value === null) return value;
  // A field of a schema may be called `description`; its value is then an object.
  const members = Object.entries(value).filter(([name, inner]) => !prose.includes(name) || isSchema(inner));
  return Object.fromEntries(
    members.map(([name, inner]) => [name, structure(inner)]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
