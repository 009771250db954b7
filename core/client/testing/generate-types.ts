import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testHost } from 'chronoscribe/testing';
import { z } from 'zod';

/**
 * Writes the types of the client and those of the console from the OpenAPI document of a host: `npm run client:types`.
 * Only what these documents use is known, which are made from schemas of zod. A keyword that would change a type and is
 * not known fails.
 */
const Schema = z.looseObject({
  description: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  $ref: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  get anyOf() {
    return z.array(Schema).optional();
  },
  get items() {
    return Schema.optional();
  },
  get properties() {
    return z.record(z.string(), Schema).default({});
  },
  get additionalProperties(): z.ZodOptional<z.ZodUnion<readonly [z.ZodLiteral<false>, typeof Schema]>> {
    return z.union([z.literal(false), Schema]).optional();
  },
});
type Schema = z.output<typeof Schema>;

const Content = z.record(z.string(), z.object({ schema: Schema }));
const Operation = z.object({
  summary: z.string(),
  description: z.string().optional(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema: Schema }))
    .default([]),
  requestBody: z.object({ required: z.boolean().default(false), content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional() })),
});
type Operation = z.output<typeof Operation>;

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});

const host = await testHost();
const { paths, components } = Document.parse((await host.call('GET', '/openapi.json')).json);
await host.stop();

const house = join(import.meta.dirname, '../../..');
// Errors are of one schema, whatever the operation.
writeTypes('plugins/console/web/src/shared/openapi.ts', Object.keys(paths), /^2/);
writeTypes(
  'core/client/openapi.ts',
  Object.keys(paths).filter((path) => path.startsWith('/v1/')),
  /^(2|default)/,
);

function writeTypes(target: string, chosen: readonly string[], statuses: RegExp): void {
  const types = fields(
    chosen.map((path) => {
      const methods = Object.entries(paths[path] ?? {}).map(([method, each]) => {
        const { summary, description = '' } = each;
        return field(method, operationType(each, statuses), true, `${summary}\n\n${description}`);
      });
      return field(path, fields(methods));
    }),
  );
  const schemas = new Map<string, string>();
  const find = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/components\['schemas'\]\['(\w+)'\]/g)) {
      const schema = components.schemas[name];
      if (schema === undefined || schemas.has(name)) continue;
      const type = typeOf(schema);
      schemas.set(name, field(name, type));
      find(type);
    }
  };
  find(types);
  writeFileSync(
    join(house, target),
    `// Made from the OpenAPI document of a host: npm run client:types
export interface paths ${types}
export interface components { readonly schemas: ${fields([...schemas.values()])} }
`,
  );
}

function operationType({ parameters, requestBody, responses }: Operation, statuses: RegExp): string {
  const places = ['path', 'query'].map((place) => {
    const there = parameters.filter((each) => each.in === place);
    if (there.length === 0) return field(place, 'never', false);
    const types = there.map(({ name, required, schema }) => field(name, typeOf(schema), required, schema.description));
    return field(
      place,
      fields(types),
      there.some(({ required }) => required),
    );
  });
  const body = requestBody && fields([contentField(requestBody.content)]);
  const answers = Object.entries(responses).filter(([status]) => statuses.test(status));
  return fields([
    field('parameters', fields(places)),
    field('requestBody', body ?? 'never', requestBody?.required ?? false),
    field('responses', fields(answers.map(([status, { content }]) => field(status, fields([contentField(content)]))))),
  ]);
}

function contentField(content: z.output<typeof Content> | undefined): string {
  if (content === undefined) return field('content', 'never', false);
  return field('content', fields(Object.entries(content).map(([type, { schema }]) => field(type, typeOf(schema)))));
}

function typeOf(schema: Schema): string {
  const unknown = Object.keys(schema).find((name) => /^(allOf|oneOf|not|prefixItems|patternProperties)$/.test(name));
  if (unknown !== undefined) throw new Error(`The document uses ${unknown} in a schema: teach ${import.meta.filename}`);
  const { $ref, anyOf, items, properties, additionalProperties, required } = schema;
  if ($ref !== undefined) return `components['schemas']['${$ref.replace(/.*\//, '')}']`;
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const types = [schema.type ?? 'unknown'].flat().map((type) => {
    if (type === 'integer') return 'number';
    if (type === 'array') return `ReadonlyArray<${items === undefined ? 'unknown' : typeOf(items)}>`;
    if (type !== 'object') return type;
    const named = Object.entries(properties).map(([name, inner]) =>
      field(name, typeOf(inner), required.includes(name), inner.description),
    );
    const others = additionalProperties && `{ readonly [name: string]: ${typeOf(additionalProperties)} }`;
    if (!others) return fields(named);
    return named.length === 0 ? others : `(${fields(named)} & ${others})`;
  });
  return types.join(' | ');
}

function field(name: string, type: string, isRequired = true, text = ''): string {
  const comment = text.trim() === '' ? '' : `/** ${text.trim().replaceAll('*/', '*\\/')} */\n`;
  return `${comment}readonly '${name}'${isRequired ? '' : '?'}: ${type};`;
}

function fields(members: readonly string[]): string {
  return `{\n${members.join('\n')}\n}`;
}
