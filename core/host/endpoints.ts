import { Problem } from '../api/problem.ts';
import { fieldsSchema } from '../http/openapi-operation.ts';
import { errorStyle, problemBody } from '../http/responses.ts';
import type { MountedRoute } from '../http/routes.ts';
import type { localClient } from '../http/server.ts';
import { Endpoints } from '../kinds/endpoints.ts';
import { endpointName } from '../runs/registry.ts';
import type { Part } from './part.ts';

/** The routes of the host as a part, for plugins that offer them by another protocol. */
export function endpointsPart() {
  let served: Endpoints | undefined;
  const all = (): Endpoints => {
    if (served === undefined) throw new Error('the endpoints were asked for before the host served them');
    return served;
  };
  return {
    name: 'host endpoints',
    needs: {},
    provides: { endpoints: Endpoints },
    async create() {
      const endpoints: Endpoints = { find: (name) => all().find(name), call: (...args) => all().call(...args) };
      return { endpoints };
    },
    /** Gives it the routes, which are known once all plugins have started. */
    serve(routes: readonly MountedRoute[], send: ReturnType<typeof localClient>) {
      served = endpointsOf(routes, send);
    },
  } satisfies Part & Readonly<Record<string, unknown>>;
}

/** The routes that take and return JSON. */
function endpointsOf(routes: readonly MountedRoute[], send: ReturnType<typeof localClient>): Endpoints {
  const byName = new Map(
    routes.flatMap((mounted) =>
      mounted.route.serve === undefined ? [[endpointName(mounted.route), mounted] as const] : [],
    ),
  );
  const patterns = new Set(routes.map(({ route }) => route.path));
  return {
    find(name) {
      const mounted = byName.get(name);
      return mounted && { name, auth: mounted.auth, fields: fieldsSchema(mounted.route) };
    },
    call({ name }, { fields, headers, address, auditId }) {
      const [method = '', pattern = ''] = name.split(' ');
      if (!namesOneRecord(pattern, fields, patterns)) {
        const problem = new Problem('not-found', { detail: 'There is nothing with this id.' });
        const body = problemBody(problem, errorStyle(pattern), headers['x-request-id'] ?? '');
        return Promise.resolve({ status: problem.status, body: JSON.stringify(body) });
      }
      const rest = new Map(Object.entries(fields));
      const path = pattern.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
        const value = rest.get(parameter);
        rest.delete(parameter);
        return encodeURIComponent(String(value ?? ''));
      });
      return send({ method, path, headers, address, auditId, body: JSON.stringify(Object.fromEntries(rest)) });
    },
  };
}

/**
 * Whether each parameter of a path can be an id, and the path is of no other route: `live` in the place of an id would
 * call the route `/transcripts/live`.
 */
function namesOneRecord(
  pattern: string,
  fields: Readonly<Record<string, unknown>>,
  patterns: ReadonlySet<string>,
): boolean {
  const segments = pattern.split('/').map((segment) => {
    const parameter = /^\{(\w+)\}$/.exec(segment)?.[1];
    return parameter === undefined ? segment : String(fields[parameter] ?? '');
  });
  if (!segments.slice(1).every((segment) => /^(?!\.+$)[\w.:-]{1,255}$/.test(segment))) return false;
  const own = pattern.split('/');
  return ![...patterns].some((other) => {
    const parts = other.split('/');
    const matches = parts.every((part, at) => part.startsWith('{') || part === segments[at]);
    const isNarrower = parts.some((part, at) => own[at]?.startsWith('{') && !part.startsWith('{'));
    return parts.length === segments.length && matches && isNarrower;
  });
}
