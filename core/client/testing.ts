import { z } from 'zod';

/** A schema as zod writes it into an OpenAPI 3.1 document; the words that TypeScript has none for are left out. */
interface Schema {
  readonly type?: string | readonly string[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly items?: Schema | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | Schema | undefined;
}

const Schema: z.ZodType<Schema> = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  get anyOf() {
    return z.array(Schema).optional();
  },
  get items() {
    return Schema.optional();
  },
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  required: z.array(z.string()).optional(),
  get additionalProperties() {
    return z.union([z.boolean(), Schema]).optional();
  },
});

const Content = z.record(z.string(), z.object({ schema: Schema.optional() }));

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ name: z.string(), required: z.boolean(), schema: Schema })).default([]),
        requestBody: z.object({ content: Content }).optional(),
        responses: z.record(z.string(), z.object({ content: Content.optional() })),
      }),
    ),
  ),
});

type Described = z.output<typeof Document>['paths'][string][string];

/** An operation as a document describes it, in TypeScript. */
export interface DocumentedOperation {
  /** `POST /v1/travel` */
  readonly endpoint: string;
  readonly request: string;
  readonly answer: string;
}

/** Reads the operations of time navigation from an OpenAPI document. */
export function documentedOperations(document: unknown): readonly DocumentedOperation[] {
  return Object.entries(Document.parse(document).paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({
        endpoint: `${method.toUpperCase()} ${path}`,
        request: requestType(described),
        answer: answerType(described),
      })),
    );
}

/** A JSON body names every field, also those that may come in the query string. A file is its media type, beside the parameters. */
function requestType({ parameters, requestBody }: Described): string {
  if (requestBody === undefined) return '{}';
  const json = requestBody.content['application/json']?.schema;
  if (json !== undefined) return typeOf(json);
  return objectType({
    properties: {
      ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
      type: { enum: Object.keys(requestBody.content) },
    },
    required: ['type', ...parameters.filter(({ required }) => required).map(({ name }) => name)],
  });
}

function answerType({ responses }: Described): string {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  return typeOf(success?.content?.['application/json']?.schema ?? {});
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
      return 'number';
    case 'array':
      return `readonly (${typeOf(schema.items ?? {})})[]`;
    case 'object':
      return objectType(schema);
    default:
      // A schema that says nothing allows whatever JSON can hold.
      return 'JsonValue';
  }
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (properties === undefined && typeof additionalProperties === 'object') {
    return `{ readonly [name: string]: ${typeOf(additionalProperties)} }`;
  }
  const fields = Object.entries(properties ?? {}).map(
    ([name, schema]) => `readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`;
}
