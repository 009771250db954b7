import type { PluginAuth } from '../api/access.ts';
import { defineKind } from '../api/kind.ts';

/** A route of this host that takes its fields and answers as JSON. */
export interface Endpoint {
  /** As it is declared: `GET /v1/event-history`. */
  readonly name: string;
  /** The scope that a key needs for it. */
  readonly auth: PluginAuth;
  /** A JSON Schema of its fields, those of the path and of the query among them. */
  readonly fields: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
}

export interface EndpointCall {
  /** The fields by name. They are validated as those of any request. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The headers of the request, such as `authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The IP address of the client, for the audit log. */
  readonly address: string;
  /** `auditId` of the call that it is made for, so that their entries of the audit log are found together. */
  readonly auditId: string;
}

export interface EndpointAnswer {
  readonly status: number;
  /** The body as text, JSON in most cases; empty for 204. */
  readonly body: string;
}

/**
 * The routes of this host, for a plugin that offers them by another protocol. A call is a whole request within the
 * process: it is authenticated, counted, validated, audited and answered like one from outside.
 *
 * @example
 * async function clockOf(endpoints: Endpoints, key: string): Promise<string | undefined> {
 *   const endpoint = endpoints.find('GET /v1/current-time');
 *   if (endpoint === undefined) return undefined;
 *   const headers = { host: 'localhost', authorization: `Bearer ${key}` };
 *   return (await endpoints.call(endpoint, { fields: {}, headers, address: '127.0.0.1', auditId: crypto.randomUUID() })).body;
 * }
 */
export interface Endpoints {
  /** The route of this name; undefined if no enabled plugin has it. Known once all plugins have started. */
  find(name: string): Endpoint | undefined;
  /** Sends a request to a route. Errors are answers too, with their status. */
  call(endpoint: Endpoint, call: EndpointCall): Promise<EndpointAnswer>;
}

export const Endpoints = defineKind<Endpoints>('endpoints');
