import { fieldsSchema } from '../http/openapi-operation.ts';
import type { MountedRoute } from '../http/routes.ts';
import type { localClient } from '../http/server.ts';
import { Endpoints } from '../kinds/endpoints.ts';
import { endpointName } from '../runs/registry.ts';
import type { Part } from './part.ts';

export interface EndpointsPart extends Part {
  /** Gives it the routes, which are known once all plugins have started. */
  serve(routes: readonly MountedRoute[], send: ReturnType<typeof localClient>): void;
}

/** The routes of the host as a part, for plugins that offer them by another protocol. */
export function endpointsPart(): EndpointsPart {
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
    stop: async () => undefined,
    health: async () => undefined,
    serve(routes, send) {
      served = endpointsOf(routes, send);
    },
  };
}

/** The routes that take and return JSON. */
function endpointsOf(routes: readonly MountedRoute[], send: ReturnType<typeof localClient>): Endpoints {
  const byName = new Map(
    routes.flatMap((mounted) =>
      mounted.route.serve === undefined ? [[endpointName(mounted.route), mounted] as const] : [],
    ),
  );
  return {
    find(name) {
      const mounted = byName.get(name);
      return mounted && { name, auth: mounted.auth, fields: fieldsSchema(mounted.route) };
    },
    call({ name }, { fields, headers, address }) {
      const [method = '', pattern = ''] = name.split(' ');
      const rest = new Map(Object.entries(fields));
      const path = pattern.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
        const value = rest.get(parameter);
        rest.delete(parameter);
        return encodeURIComponent(String(value ?? ''));
      });
      return send({ method, path, headers, address, body: JSON.stringify(Object.fromEntries(rest)) });
    },
  };
}
