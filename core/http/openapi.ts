import { z } from 'zod';
import { commonProblems } from '../api/problem.ts';
import { downloadTypes } from '../api/response.ts';
import type { Route } from '../api/route.ts';
import { anyType, type RawBody } from '../api/upload.ts';
import type { MountedRoute } from './mounted-route.ts';
import { type ErrorStyle, errorStyle } from './problem-response.ts';

/** The parts of an OpenAPI 3.1 document that this host writes. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: object;
}

export interface OpenApiOperation {
  readonly tags: readonly string[];
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly object[];
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

/** Describes every route from its own schemas, so that the document cannot drift from what is served. */
export function openApiDocument(routes: readonly MountedRoute[], version: string): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = { ...hostOperations };
  for (const mounted of routes) {
    const { path, method } = mounted.route;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(mounted) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chronoscribe',
      version,
      description:
        'Clinical documentation and time navigation. Every key is accepted as "Authorization: Bearer KEY" and as "x-api-key: KEY". ' +
        'A GET takes its parameters from a JSON body, from the query string, or both. ' +
        'Any POST may carry an Idempotency-Key: the same key and body within 24 hours gives the first answer again, but for a 503 or 507, which ask to be tried again.',
    },
    tags: [...new Set(['host', ...routes.map(({ plugin }) => plugin)])].map((name) => ({ name })),
    paths,
    components: { securitySchemes, schemas: errorSchemas },
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
            pointer: { type: 'string', description: 'RFC 6901; of a field' },
            line: { type: 'integer', description: 'Of a file' },
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

function operation({ plugin, auth, route }: MountedRoute): OpenApiOperation {
  const style = errorStyle(route.path);
  const inQuery = route.method === 'GET' || route.method === 'DELETE' || route.body !== undefined;
  const body = requestBody(route);
  const parameters = [...pathParameters(route.path), ...(inQuery ? queryParameters(route) : [])];
  return {
    tags: [plugin],
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    security: auth === 'public' ? [] : [{ bearer: [] }, { apiKey: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: body }),
    responses: {
      [route.status]: success(route),
      ...(route.byRun && {
        202: { description: 'Accepted, where the request says "Prefer: respond-async"; follow it at Location.' },
      }),
      default: {
        description: errorDescription(route, style),
        content: {
          [errorMediaType(style)]: {
            schema: { $ref: `#/components/schemas/${style === 'problem' ? 'Problem' : 'ErrorDetail'}` },
          },
        },
      },
    },
  };
}

function success(route: Route): object {
  if (route.status === 204) return { description: 'Done' };
  const files = downloadTypes(route.response);
  if (files !== undefined)
    return {
      description: route.summary,
      content: Object.fromEntries(files.map((type) => [type, { schema: { type: 'string' } }])),
    };
  const events = eventSchema(route);
  return {
    description: route.summary,
    content: {
      'application/json': { schema: jsonSchema(route.response, 'output') },
      ...(events !== undefined && { 'text/event-stream': { schema: events } }),
    },
  };
}

/** What a client may ask for instead of one answer: the data of one event, or what a run tells. */
function eventSchema(route: Route): object | undefined {
  if (route.events !== undefined) {
    return { description: 'The data of one event; `stopping` or `error` may come last', ...jsonSchema(route.events, 'output') };
  }
  if (!route.byRun) return undefined;
  return { type: 'string', description: 'run, then progress and text, then result or error, or stopping' };
}

function requestBody(route: Route): object | undefined {
  if (route.body !== undefined) return fileBody(route.body);
  return Object.keys(route.files).length > 0 ? formBody(route) : jsonBody(route);
}

function fileBody({ accept, maxBytes, description }: RawBody): object {
  const schema = { type: 'string', format: 'binary' };
  return {
    required: true,
    description: `${description.replace(/\.$/, '')}. Up to ${maxBytes} bytes`,
    content: Object.fromEntries(accept.map((mediaType) => [mediaType, { schema }])),
  };
}

function jsonBody(route: Route): object | undefined {
  if (route.request === undefined || Object.keys(route.request.shape).length === 0) return undefined;
  const optional = route.method === 'GET' || route.method === 'DELETE' || route.request.safeParse({}).success;
  return { required: !optional, content: { 'application/json': { schema: jsonSchema(route.request, 'input') } } };
}

function formBody(route: Route): object {
  const fields =
    route.request === undefined ? {} : (jsonSchema(route.request, 'input') as { properties?: object; required?: string[] });
  const files = Object.entries(route.files).map(([name, field]) => {
    const file = { type: 'string', format: 'binary' };
    const contents = field.accept.includes(anyType) ? 'any content' : `by content: ${field.accept.join(', ')}`;
    const description = `${field.description.replace(/\.$/, '')}. Up to ${field.maxBytes} bytes${field.many ? ' each' : ''}; ${contents}`;
    return [name, { ...(field.many ? { type: 'array', items: file } : file), description }];
  });
  const schema = {
    type: 'object',
    properties: { ...Object.fromEntries(files), ...fields.properties },
    required: [...Object.keys(route.files), ...(fields.required ?? [])],
    additionalProperties: false,
  };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function pathParameters(path: string): readonly object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

/** Each may come in the body instead, so none is required here; unless the body is raw and has no fields. */
function queryParameters(route: Route): readonly object[] {
  if (route.request === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(route.request, 'input') as {
    properties?: Readonly<Record<string, object>>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: route.body !== undefined && required.includes(name),
    schema,
  }));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _$schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // Fields that a plain `z.object` does not declare are refused, see `validation.ts`.
      if (zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined) jsonSchema.additionalProperties = false;
    },
  });
  return rest;
}

function errorMediaType(style: ErrorStyle): string {
  return style === 'problem' ? 'application/problem+json' : 'application/json';
}

/** The codes, as the style spells them. */
function errorDescription(route: Route, style: ErrorStyle): string {
  const own = route.problems.length > 0 ? ` Of this endpoint: ${route.problems.join(', ')}.` : '';
  const text = `Any of: ${Object.keys(commonProblems).join(', ')}.${own}`;
  return style === 'problem' ? text : text.replace('unauthorized', 'invalid-api-key').replaceAll('-', '_');
}

function hostOperation(summary: string, responses: Readonly<Record<string, string>>): Readonly<Record<string, OpenApiOperation>> {
  return {
    get: {
      tags: ['host'],
      operationId: `host_${summary.toLowerCase().replace(/[^a-z]+/g, '_')}`,
      summary,
      security: [],
      responses: Object.fromEntries(Object.entries(responses).map(([status, description]) => [status, { description }])),
    },
  };
}

/** What the host itself serves, beside the routes of plugins. */
export const hostOperations = {
  '/health': hostOperation('Whether the process lives', { 200: '{"status":"ok"}' }),
  '/ready': hostOperation('Whether requests can be served', {
    200: 'Status and checks',
    503: 'Failed or stopping; status and checks',
  }),
  '/openapi.json': hostOperation('This document', { 200: 'OpenAPI 3.1' }),
  '/docs': hostOperation('This document for people', { 200: 'A page that needs no other' }),
  '/metrics': hostOperation('Metrics for Prometheus', { 200: 'Text exposition format' }),
} satisfies OpenApiDocument['paths'];
