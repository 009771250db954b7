import { hoistDefinitions } from './openapi-definitions.ts';
import { type OpenApiOperation, openApiOperation } from './openapi-operation.ts';
import type { MountedRoute } from './routes.ts';

/** An OpenAPI 3.1 document, as far as this host uses it. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: object;
}

/** The OpenAPI document of all routes, made from the schemas that validate their requests and responses. */
export function openApiDocument(routes: readonly MountedRoute[], version: string): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = { ...hostOperations };
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
        'Clinical documentation and time navigation. Every key is accepted as "Authorization: Bearer KEY" and as "x-api-key: KEY". ' +
        'A GET takes its parameters from a JSON body, from the query string, or both. ' +
        'Any POST may have an Idempotency-Key: the same key and body within 24 hours give the first answer again, except for a 408, 429, 503 or 507, which ask for a retry. ' +
        'Fields that an endpoint does not declare are refused.',
    },
    tags: [...new Set(['host', ...routes.map(({ plugin }) => plugin)])].map((name) => ({ name })),
    paths: hoisted.paths,
    components: { securitySchemes, schemas: { ...errorSchemas, ...hoisted.schemas } },
  };
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
};

const errorSchemas = {
  Problem: {
    type: 'object',
    description: 'RFC 9457',
    required: ['type', 'title', 'status', 'detail'],
    properties: {
      type: { type: 'string', examples: ['urn:chronoscribe:problem:invalid-request'] },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          required: ['detail'],
          properties: {
            pointer: { type: 'string', description: 'Of a field (RFC 6901)' },
            line: { type: 'integer', description: 'Of a file, from 1' },
            detail: { type: 'string' },
          },
        },
      },
    },
  },
  ErrorDetail: {
    type: 'object',
    required: ['detail'],
    properties: {
      detail: {
        type: 'array',
        items: {
          type: 'object',
          required: ['loc', 'msg', 'type'],
          properties: {
            loc: { type: 'array', items: { type: ['string', 'integer'] } },
            msg: { type: 'string' },
            type: { type: 'string' },
          },
        },
      },
    },
  },
};

function hostOperation(
  summary: string,
  responses: Readonly<Record<string, string>>,
): Readonly<Record<string, OpenApiOperation>> {
  return {
    get: {
      tags: ['host'],
      operationId: `host_${summary.toLowerCase().replace(/[^a-z]+/g, '_')}`,
      summary,
      security: [],
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, description]) => [status, { description }]),
      ),
    },
  };
}

/** The operations of the host itself. */
export const hostOperations = {
  '/health': hostOperation('Whether the process lives', { 200: '{"status":"ok"}' }),
  '/ready': hostOperation('Whether requests can be served', {
    200: 'Status and checks, with their details for a key with the scope admin',
    503: 'Failed or stopping; status and checks',
  }),
  '/openapi.json': hostOperation('This document', { 200: 'OpenAPI 3.1' }),
  '/docs': hostOperation('This document for people', { 200: 'A self-contained page' }),
  '/metrics': hostOperation('Metrics for Prometheus', { 200: 'Text exposition format' }),
} satisfies OpenApiDocument['paths'];
