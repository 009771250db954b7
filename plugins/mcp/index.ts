import { Audit, definePlugin, Endpoints, protocolRoute, version } from 'chronoscribe';
import { mcpProtocol } from './protocol.ts';

const maxBytes = 1024 * 1024;

/** The Model Context Protocol (https://modelcontextprotocol.io), for agents: a dozen tools over the routes of this host. */
export default definePlugin({
  name: 'mcp',
  auth: 'any',
  needs: { audit: Audit, endpoints: Endpoints },
  start: async ({ needs }) => ({ serve: await mcpProtocol(needs, version) }),

  routes: ({ parts: { serve } }) => [
    protocolRoute({
      method: 'POST',
      path: '/mcp',
      summary: 'Talk to this host by the Model Context Protocol',
      description:
        'Streamable HTTP without sessions. Each tool is a route of this host, and listed if the key has its scope.',
      body: { accept: ['application/json'], maxBytes, description: 'A JSON-RPC message' },
      status: 200,
      // Each call of a tool is recorded by its name.
      audited: false,
      serve,
    }),
  ],
});
