import { Audit, agentTools, definePlugin } from 'chronoscribe';
import { Endpoints, protocolRoute, version } from 'chronoscribe/host';
import { z } from 'zod';
import { mcpProtocol } from './protocol.ts';

const maxBytes = 1024 * 1024;

/** A JSON-RPC 2.0 response. */
const JsonRpc = z.object({
  jsonrpc: z.literal('2.0').describe('The version'),
  id: z.union([z.string(), z.number()]).nullish().describe('Of the request'),
  result: z.unknown().optional().describe('As the method has it'),
  error: z
    .looseObject({ code: z.int().describe('A JSON-RPC code'), message: z.string().describe('What is wrong') })
    .optional()
    .describe('In place of a result'),
});

/** The Model Context Protocol (https://modelcontextprotocol.io), for agents: the tools that plugins add. */
export default definePlugin({
  name: 'mcp',
  auth: 'any',
  needs: { audit: Audit, endpoints: Endpoints },
  start: async ({ needs, extensions }) => {
    const tools = () => extensions(agentTools);
    return { serve: await mcpProtocol({ ...needs, tools }, version) };
  },

  routes: ({ parts: { serve }, extensions }) => {
    // The tools are asked for with each request. Here the host learns that somebody reads them.
    extensions(agentTools);
    return [
      protocolRoute({
        method: 'POST',
        path: '/mcp',
        summary: 'Talk to this host by the Model Context Protocol',
        description:
          'Streamable HTTP without sessions. Each tool is a route of this host, and listed if the key has its scope. The session of a browser does not count.',
        body: { accept: ['application/json'], maxBytes, description: 'A JSON-RPC message' },
        status: 200,
        answers: {
          200: { 'application/json': JsonRpc, 'text/event-stream': z.string() },
          202: {},
          400: { 'application/json': JsonRpc },
          406: { 'application/json': JsonRpc },
          415: { 'application/json': JsonRpc },
        },
        // Each call of a tool is recorded by its name.
        audited: false,
        serve,
      }),
    ];
  },
});
