import { z } from 'zod';
import { acceptedScopes, isOpen, needsConfirmation, type PluginAuth } from '../api/access.ts';
import { downloadTypes } from '../api/response.ts';
import type { Route } from '../api/route.ts';
import { anyType } from '../api/upload.ts';
import type { Endpoint } from '../kinds/endpoints.ts';
import { uploadedField, uploadIdField } from './body/uploads.ts';
import { errorResponses } from './openapi-errors.ts';
import type { MountedRoute } from './routes.ts';

/** An operation of an OpenAPI document. */
export interface OpenApiOperation {
  readonly tags: readonly string[];
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** Whether a session needs a fresh proof. */
  readonly 'x-confirmation'?: boolean;
  readonly security: readonly object[];
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

/** Operations by path and by method in lower case. */
export type OpenApiPaths = Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;

/** Describes a route. */
export function openApiOperation(mounted: MountedRoute): OpenApiOperation {
  const { plugin, auth, route } = mounted;
  const confirm = needsConfirmation(route, auth);
  const description = [route.description, confirm ? confirmationText : undefined]
    .filter((text) => text !== undefined)
    .join(' ');
  const body = requestBody(route);
  const parameters = [...pathParameters(route.path), ...queryParameters(route), ...headerParameters(route)];
  return {
    tags: [plugin],
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    summary: route.summary,
    ...(description !== '' && { description }),
    ...(confirm && { 'x-confirmation': true }),
    security: security(auth),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: body }),
    responses: {
      [route.status]: success(route),
      ...(route.problems.includes('range-not-satisfiable') && {
        206: { ...success(route), description: 'The part that the header Range asks for' },
      }),
      ...(route.byRun && {
        202: { description: 'Accepted, if the request has "Prefer: respond-async". Follow the run at Location.' },
      }),
      ...errorResponses(mounted, body !== undefined),
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, types]) => [
          status,
          { description: status === String(route.status) ? route.summary : 'Refused', content: contentOf(types) },
        ]),
      ),
    },
  };
}

const confirmationText =
  'With a session it needs a proof that is at most five minutes old (`POST /api/v1/session/confirm`), or else is ' +
  'refused with 403 `confirmation-required`.';

function success(route: Route): object {
  if (route.status === 204 || route.serve !== undefined) return { description: route.summary };
  const files = downloadTypes(route.response);
  if (files !== undefined) return { description: route.summary, content: contentOf(Object.fromEntries(files)) };
  const events = eventSchema(route);
  return {
    description: route.summary,
    content: {
      'application/json': { schema: jsonSchema(route.response, 'output') },
      ...(events !== undefined && { 'text/event-stream': { schema: events } }),
    },
  };
}

/** Bodies by media type; without a schema a text. */
function contentOf(types: Readonly<Record<string, z.ZodType | undefined>>): object {
  return Object.fromEntries(
    Object.entries(types).map(([type, schema]) => [
      type,
      { schema: schema === undefined ? { type: 'string' } : jsonSchema(schema, 'output') },
    ]),
  );
}

/** The data of one Server-Sent Event of a route or its runs; undefined if it has none. */
function eventSchema(route: Route): object | undefined {
  if (route.events !== undefined) {
    return {
      description: 'The data of one event; `stopping` or `error` may come last',
      ...jsonSchema(route.events, 'output'),
    };
  }
  if (!route.byRun) return undefined;
  return { type: 'string', description: 'run, then progress, text and waiting, then result, error or stopping' };
}

/**
 * Whether the fields are in the query string. Those of a GET and a DELETE may be sent in a JSON body too, which the
 * document says once for all.
 */
const isByQuery = ({ method, body }: Route): boolean => method === 'GET' || method === 'DELETE' || body !== undefined;

function requestBody(route: Route): object | undefined {
  if (route.body !== undefined) {
    const { accept, maxBytes, description } = route.body;
    const schema = { type: 'string', format: 'binary' };
    return {
      required: true,
      description: `${description.replace(/\.$/, '')}. Up to ${maxBytes} bytes`,
      content: Object.fromEntries(accept.map((mediaType) => [mediaType, { schema }])),
    };
  }
  if (isByQuery(route)) return undefined;
  return Object.keys(route.files).length > 0 ? formBody(route) : jsonBody(route);
}

function jsonBody(route: Route): object | undefined {
  const takesAny = route.request?.def.catchall !== undefined;
  if (route.request === undefined || (Object.keys(route.request.shape).length === 0 && !takesAny)) return undefined;
  return {
    required: !route.request.safeParse({}).success,
    content: { 'application/json': { schema: jsonSchema(route.request, 'input') } },
  };
}

function formBody(route: Route): object {
  const fields = fieldsOf(route);
  const files = Object.entries(route.files).map(([name, field]) => {
    const file = { type: 'string', format: 'binary' };
    const contents = field.accept.includes(anyType) ? 'any content' : `by content: ${field.accept.join(', ')}`;
    const description = `${field.description.replace(/\.$/, '')}. Up to ${field.maxBytes} bytes${field.many ? ' each' : ''}; ${contents}`;
    return [name, { ...(field.many ? { type: 'array', items: file } : file), description }];
  });
  const names = Object.keys(route.files);
  const uploaded = uploadedField(route.files, Object.keys(route.request?.shape ?? {}));
  const id = { type: 'string' };
  const inPlace = `Id of a complete upload (/api/v1/uploads), in place of \`${uploaded?.name}\`: one of both is required`;
  const schema = {
    type: 'object',
    properties: {
      ...Object.fromEntries(files),
      ...(uploaded !== undefined && {
        [uploadIdField]: { ...(uploaded.field.many ? { type: 'array', items: id } : id), description: inPlace },
      }),
      ...fields.properties,
    },
    // A client sends the files or names uploads, which generated clients express best by leaving both optional.
    required: [...(uploaded === undefined ? names : []), ...fields.required],
    additionalProperties: false,
  };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function pathParameters(path: string): readonly object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

/** Fields that a JSON body may have too are not required in the query string. */
function queryParameters(route: Route): readonly object[] {
  const { properties, required } = fieldsOf(route);
  const byQuery = isByQuery(route);
  const taken = Object.entries(properties).filter(([name]) => byQuery || route.query.includes(name));
  return taken.map(([name, schema]) => ({
    name,
    in: 'query',
    required: byQuery && required.includes(name),
    schema,
  }));
}

function headerParameters({ headers }: Route): readonly object[] {
  return Object.entries(headers).map(([name, header]) =>
    typeof header === 'string'
      ? { name, in: 'header', required: false, description: header, schema: { type: 'string' } }
      : { name, in: 'header', required: !header.safeParse(undefined).success, schema: jsonSchema(header, 'input') },
  );
}

/** The fields of a route with a JSON body as one object: those of its path, and those of its request. */
export function fieldsSchema(route: Route): Endpoint['fields'] {
  const ids = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const { properties, required } = fieldsOf(route);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(ids.map((name) => [name, { type: 'string' }])), ...properties },
    required: [...ids, ...required],
    additionalProperties: false,
  };
}

/** The fields of a request, by their JSON Schemas. */
function fieldsOf({ request }: Route): Pick<Endpoint['fields'], 'properties' | 'required'> {
  return { properties: {}, required: [], ...(request && jsonSchema(request, 'input')) };
}

/** What no value of JSON is, and what to send in its place. */
const noJson: ReadonlyMap<string, string> = new Map([
  ['date', 'z.iso.datetime()'],
  ['map', 'z.record(…)'],
  ['set', 'z.array(…)'],
  ['bigint', 'z.int()'],
]);

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _$schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const instead = noJson.get(zodSchema._zod.def.type);
      if (instead !== undefined && !('coerce' in zodSchema._zod.def))
        throw new Error(`z.${zodSchema._zod.def.type}() is not JSON: write ${instead}`);
      // Fields that a plain `z.object` does not declare are refused, see `validation.ts`.
      if (zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined)
        jsonSchema.additionalProperties = false;
    },
  });
  return rest;
}

/**
 * What may be presented, any of it. OpenAPI 3.1: the roles that are required, for schemes that have no scopes of their
 * own.
 */
export function security(auth: PluginAuth): readonly object[] {
  if (auth === 'session') return [{ session: [] }];
  if (isOpen(auth)) return [];
  const accepted = acceptedScopes(auth);
  const alternatives = accepted.length === 0 ? [[]] : accepted.map((scope) => [scope]);
  return alternatives.flatMap((scopes) => [{ bearer: scopes }, { apiKey: scopes }]);
}
