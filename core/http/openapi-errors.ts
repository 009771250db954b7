import { isOpen } from '../api/access.ts';
import { commonProblems } from '../api/problem.ts';
import type { Route } from '../api/route.ts';
import { type ErrorStyle, errorStyle } from './responses.ts';
import type { MountedRoute } from './routes.ts';

/** The schemas of errors, by their names in the components of a document. */
export const errorSchemas = {
  Problem: {
    type: 'object',
    description: 'RFC 9457',
    required: ['type', 'title', 'status', 'detail'],
    properties: {
      type: { type: 'string', format: 'uri', examples: ['urn:chronoscribe:problem:invalid-request'] },
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

const codesByStatus = Map.groupBy(Object.entries(commonProblems), ([, [status]]) => status);
const styles: readonly ErrorStyle[] = ['problem', 'detail'];
const componentName = (style: ErrorStyle, status: number): string => `${style}-${status}`;

/** The responses that all operations share, by their names in the components of a document. */
export const errorComponents = Object.fromEntries(
  styles.flatMap((style) =>
    [...codesByStatus].map(([status, problems]) => {
      const codes = problems.map(([code]) => inStyle(code, style)).join(', ');
      return [componentName(style, status), { description: `Any of: ${codes}`, content: errorContent(style) }];
    }),
  ),
);

/** The errors that the host answers an operation with by itself, and as the default those of its handler. */
export function errorResponses(mounted: MountedRoute, hasBody: boolean): Readonly<Record<string, object>> {
  const style = errorStyle(mounted.route.path);
  const own = mounted.route.problems.map((code) => inStyle(code, style)).join(', ');
  return {
    ...sharedErrors(style, statusesOf(mounted, hasBody)),
    default: {
      description: `Any other error${own === '' ? '' : `. Of this endpoint: ${own}`}`,
      content: errorContent(style),
    },
  };
}

export function sharedErrors(style: ErrorStyle, statuses: readonly number[]): Readonly<Record<string, object>> {
  const shared = (status: number) => ({ $ref: `#/components/responses/${componentName(style, status)}` });
  return Object.fromEntries(statuses.map((status) => [status, shared(status)]));
}

function statusesOf({ auth, route }: { readonly auth: MountedRoute['auth']; readonly route: Route }, hasBody: boolean) {
  return [
    ...[400, 429, 500, 503, 507],
    ...(isOpen(auth) ? [] : [401, 403]),
    ...(auth === 'session' ? [401, 403] : []),
    ...(route.path.includes('{') ? [404] : []),
    ...(hasBody ? [413, 415] : []),
    ...(route.serve === undefined ? [422] : []),
    ...(route.byRun ? [502] : []),
  ];
}

function errorContent(style: ErrorStyle): object {
  const [type, name] =
    style === 'problem' ? ['application/problem+json', 'Problem'] : ['application/json', 'ErrorDetail'];
  return { [type]: { schema: { $ref: `#/components/schemas/${name}` } } };
}

/** A code in the notation of a style. */
function inStyle(code: string, style: ErrorStyle): string {
  return style === 'problem' ? code : code.replace('unauthorized', 'invalid-api-key').replaceAll('-', '_');
}
