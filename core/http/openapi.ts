import { errorComponents, errorSchemas, sharedErrors } from './openapi-errors.ts';
import { type OpenApiOperation, type OpenApiPaths, openApiOperation, security } from './openapi-operation.ts';
import type { MountedRoute } from './routes.ts';

/** An OpenAPI 3.1 document, as far as this host uses it. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: OpenApiPaths;
  readonly components: object;
  /** The plugins that fill each extension point. */
  readonly 'x-extension-points': Readonly<Record<string, readonly string[]>>;
}

/** What a document says beside the routes. */
interface DocumentOptions {
  readonly version: string;
  readonly metricsNeedKey: boolean;
  readonly extensionPoints: OpenApiDocument['x-extension-points'];
  /** What plugins bring, each as `scope couriers.send: Sends couriers`. */
  readonly access: readonly string[];
}

/** The OpenAPI document of all routes, made from the schemas that validate their requests and responses. */
export function openApiDocument(
  routes: readonly MountedRoute[],
  { version, metricsNeedKey, extensionPoints, access }: DocumentOptions,
): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = hostOperations(metricsNeedKey);
  for (const mounted of routes.filter(({ route }) => route.documented)) {
    const { path, method } = mounted.route;
    paths[path] = { ...paths[path], [method.toLowerCase()]: openApiOperation(mounted) };
  }
  const hoisted = hoistDefinitions(paths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chronoscribe',
      version,
      description:
        'Clinical documentation and time navigation. Every key is accepted as "Authorization: Bearer KEY" and as ' +
        '"x-api-key: KEY". ' +
        'The parameters of a GET and a DELETE in the query string may be sent in a JSON body instead, or some of ' +
        'them in each. ' +
        'Any POST may have an Idempotency-Key: the same key and body within 24 hours give the first answer again, ' +
        'except for a 408, 429, 503 or 507, which ask for a retry. ' +
        'Fields that an endpoint does not declare are refused, and so is a request that has one of the headers ' +
        'twice of which only one can count, such as Authorization, Content-Type and Idempotency-Key (400). ' +
        'A person who is signed in calls with the cookie of the session in place of a key; what the roles of the ' +
        'person allow counts as its scopes.' +
        access.map((line) => ` The ${line}.`).join(''),
    },
    tags: [...new Set(['host', ...routes.map(({ plugin }) => plugin)])].map((name) => ({ name })),
    paths: withLinks(hoisted.paths, hoisted.schemas),
    components: { securitySchemes, schemas: { ...errorSchemas, ...hoisted.schemas }, responses: errorComponents },
    'x-extension-points': extensionPoints,
  };
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  session: {
    ...{ type: 'apiKey', in: 'cookie', name: '__Host-chronoscribe' },
    description: 'Of a person or a key, as `POST /api/v1/session` sets it; `chronoscribe` on this machine without TLS',
  },
};

export const hostPaths = ['/health', '/ready', '/openapi.json', '/docs', '/metrics'] as const;
export type HostPath = (typeof hostPaths)[number];

/** The operations of the host itself. */
function hostOperations(metricsNeedKey: boolean): Record<HostPath, Readonly<Record<string, OpenApiOperation>>> {
  const statusOf = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
  const ready = {
    'application/json': {
      schema: statusOf({
        status: { type: 'string', enum: ['ok', 'failed', 'stopping'], description: 'Of the whole' },
        checks: {
          type: 'object',
          description: 'The parts by name',
          additionalProperties: {
            type: 'object',
            required: ['status'],
            properties: { status: { type: 'string' }, detail: { type: 'string' } },
          },
        },
      }),
    },
  };
  const text = { schema: { type: 'string' } };
  return {
    '/health': hostOperation('Whether the process lives', [], {
      200: {
        description: 'It does',
        content: {
          'application/json': { schema: statusOf({ status: { const: 'ok', description: 'That it lives' } }) },
        },
      },
    }),
    '/ready': hostOperation('Whether requests can be served', [{}, ...security('operator')], {
      200: { description: 'They can. A key with the scope operator is told details of the checks', content: ready },
      503: { description: 'Failed or stopping', content: ready },
      ...sharedErrors('problem', [401, 403]),
    }),
    '/openapi.json': hostOperation('This document', [], {
      200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } },
    }),
    '/docs': hostOperation('This document for people', [], {
      200: { description: 'A self-contained page', content: { 'text/html': text } },
    }),
    '/metrics': hostOperation('Metrics for Prometheus', metricsNeedKey ? security('operator') : [], {
      200: { description: 'Text exposition format', content: { 'text/plain': text } },
      ...(metricsNeedKey && sharedErrors('problem', [401, 403])),
    }),
  };
}

function hostOperation(
  summary: string,
  security: readonly object[],
  responses: OpenApiOperation['responses'],
): Readonly<Record<string, OpenApiOperation>> {
  const operationId = `host_${summary.toLowerCase().replace(/[^a-z]+/g, '_')}`;
  return {
    get: {
      tags: ['host'],
      operationId,
      summary,
      security,
      responses: { ...responses, ...sharedErrors('problem', [400]) },
    },
  };
}

/**
 * Moves the definitions inside of schemas (`$defs`, of recursive schemas) to the components of an OpenAPI document,
 * where a reference is resolved from the root of the document. Their names are unique: they are the `id` in a schema's
 * `meta`.
 *
 * @param paths of the document
 * @returns the same paths, and the definitions by name
 */
function hoistDefinitions<Paths>(paths: Paths): {
  readonly paths: Paths;
  readonly schemas: Readonly<Record<string, object>>;
} {
  const schemas: Record<string, object> = {};
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

type Schemas = Readonly<Record<string, object>>;

/**
 * Adds the links of OpenAPI to the paths of a document: from the answer of a POST to each operation that takes an id which
 * is in it. A field `…_id` is for parameters of that name. `id`, or else the first one, is for the operations below the
 * path, or below the path that reads the same object.
 *
 * @param schemas the components that responses refer to
 */
function withLinks(paths: OpenApiPaths, schemas: Schemas): OpenApiPaths {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const linked = (path: string, operation: OpenApiOperation): OpenApiOperation => {
    const responses = Object.entries(operation.responses).map(([status, response]) => {
      const schema = answerSchema(response);
      if (schema === undefined || !/^20[012]$/.test(status)) return [status, response];
      const home = operations.find(({ path, method, operation: { responses } }) => {
        const [, other] = Object.entries(responses).find(([status]) => status === '200') ?? [];
        return (
          method === 'get' &&
          /\/\{\w+\}$/.test(path) &&
          schema.$ref !== undefined &&
          answerSchema(other)?.$ref === schema.$ref
        );
      });
      const below = `${home?.path.replace(/\/\{\w+\}$/, '') ?? path}/{`;
      const ids = Object.keys(propertiesOf(schema, schemas)).filter((field) => /(^|_)id$/.test(field));
      const own = ids.includes('id') ? 'id' : ids[0];
      const links = ids.flatMap((field) =>
        operations.flatMap((target) => {
          const ofItsName = field === 'id' ? undefined : field;
          const parameter = (field === own ? idBelow(target.path, below) : undefined) ?? ofItsName;
          if (parameter === undefined || !takes(target.operation, parameter)) return [];
          const { operationId } = target.operation;
          return [[operationId, { operationId, parameters: { [parameter]: `$response.body#/${field}` } }] as const];
        }),
      );
      return [status, links.length === 0 ? response : { ...response, links: Object.fromEntries(links) }];
    });
    return { ...operation, responses: Object.fromEntries(responses) };
  };
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      methods.post === undefined ? methods : { ...methods, post: linked(path, methods.post) },
    ]),
  );
}

interface Answer {
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } };
}
interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, object>>;
}

function answerSchema(response: Answer | undefined): Schema | undefined {
  return response?.content?.['application/json']?.schema;
}

function propertiesOf({ $ref, properties = {} }: Schema, schemas: Schemas): Readonly<Record<string, object>> {
  if ($ref === undefined) return properties;
  const named: Schema | undefined = schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
  return named?.properties ?? {};
}

/** The parameter of a path for the id of what lies at its beginning: `id` for `/clocks/{id}` below `/clocks/{`. */
function idBelow(path: string, below: string): string | undefined {
  return path.startsWith(below) ? /^\w+/.exec(path.slice(below.length))?.[0] : undefined;
}

function takes({ parameters = [] }: OpenApiOperation, name: string): boolean {
  return parameters.some((parameter) => 'name' in parameter && parameter.name === name);
}
