import { type Audit, type agentTools, Problem } from 'chronoscribe';
import {
  activeTraceparent,
  type Endpoint,
  type Endpoints,
  isOpen,
  mayCall,
  type ProtocolCall,
  scopeNames,
  unknownName,
} from 'chronoscribe/host';
import type { Extended, Scope } from 'chronoscribe/types';
import type { z } from 'zod';

/** What the plugins offer to agents. */
export type Tools = readonly Extended<z.output<(typeof agentTools)['schema']>>[];

/** What the tools need of the host. */
export interface McpServices {
  readonly audit: Audit;
  readonly endpoints: Endpoints;
  /** Known once all plugins have started. */
  tools(): Tools;
}

/** What `tools/list` answers: the tools that a key with these scopes may call, of the plugins that are enabled. */
export function allowedTools({ endpoints, tools }: McpServices, scopes: readonly Scope[]) {
  return tools().flatMap(({ value: { name, title, description, endpoint: called, effect } }) => {
    const endpoint = endpoints.find(called);
    if (endpoint === undefined || !mayCall(scopes, endpoint.auth)) return [];
    return {
      ...{ name, title, description },
      inputSchema: endpoint.fields,
      annotations: {
        readOnlyHint: effect === 'reads',
        destructiveHint: effect === 'replaces',
        idempotentHint: effect === 'reads',
        openWorldHint: false,
      },
    };
  });
}

/** What a tool answers: the body of the route that it calls, or what was wrong. */
type ToolAnswer = {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly isError: boolean;
};

/** Calls a tool as the route that it stands for, and records that in the audit log before it is answered. */
export async function callTool(
  services: McpServices,
  call: ProtocolCall,
  name: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<ToolAnswer> {
  const tools = services.tools();
  const tool = tools.find(({ value }) => value.name === name)?.value;
  const endpoint = tool && services.endpoints.find(tool.endpoint);
  const { status, body } =
    endpoint === undefined ? unknownTool(name, tools) : await answerOf(services, call, endpoint, fields);
  const event = {
    account: call.account,
    key: call.keyId,
    address: call.address,
    request: call.auditId,
    // Not the name as it was sent: the audit log holds no text of a request.
    action: `MCP tool ${tool?.name ?? '(unknown)'}`,
    record: recordIn(fields),
    outcome: status,
  };
  try {
    await services.audit.record(event);
  } catch (thrown) {
    call.log.error({ ...event, err: thrown }, 'an entry of the audit log could not be written');
    return { content: [{ type: 'text', text: Problem.of(thrown).detail }], isError: true };
  }
  return { content: [{ type: 'text', text: body }], isError: status >= 400 };
}

const forwarded = ['authorization', 'x-api-key', 'host'];

async function answerOf(
  { endpoints }: McpServices,
  { request, scopes, address, requestId, auditId }: ProtocolCall,
  endpoint: Endpoint,
  fields: Readonly<Record<string, unknown>>,
) {
  const { auth } = endpoint;
  if (!isOpen(auth) && !mayCall(scopes, auth)) {
    return { status: 403, body: `This key lacks the scope ${scopeNames(auth)}. Use a key that has it.` };
  }
  const headers = Object.fromEntries([...request.headers].filter(([name]) => forwarded.includes(name)));
  headers['x-request-id'] = requestId;
  const traceparent = activeTraceparent();
  if (traceparent !== undefined) headers.traceparent = traceparent;
  // A run answers with its id at once: a client gives up on a tool after a minute or so.
  return endpoints.call(endpoint, { fields, headers: { ...headers, prefer: 'respond-async' }, address, auditId });
}

const unknownTool = (name: string, tools: Tools) => ({
  status: 404,
  body: unknownName(
    'tool',
    name,
    tools.map(({ value }) => value.name),
  ),
});

/** The ids that we make. Any other text in their place is not recorded. */
const recordId = /^[A-Za-z0-9_-]{1,64}$/;

function recordIn({ id, event_id }: Readonly<Record<string, unknown>>): string | null {
  const named = id ?? event_id;
  return typeof named === 'string' && recordId.test(named) ? named : null;
}
