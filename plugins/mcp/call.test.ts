import type { Endpoints, ProtocolCall } from 'chronoscribe/host';
import { silentLog } from 'chronoscribe/testing';
import type { Scope } from 'chronoscribe/types';
import { expect, test } from 'vitest';
import { callTool } from './call.ts';

test.each([
  ['administration', '"admin" or "operator"'],
  ['clinical', '"clinical"'],
  ['operator', '"operator"'],
] as const)('a key that lacks what a route of %s needs is told the scopes by name', async (auth, named) => {
  const endpoints: Endpoints = {
    find: (name) => ({
      name,
      auth,
      fields: { type: 'object', properties: {}, required: [], additionalProperties: false },
    }),
    call: async () => ({ status: 200, body: '' }),
  };
  const effect = 'reads' as const;
  const tool = { name: 'list_runs', title: 'List', description: 'Lists runs', endpoint: 'GET /api/v1/runs', effect };
  const scopes: readonly Scope[] = ['time'];
  const ids = {
    account: 'default',
    keyId: 'key_1',
    address: '192.0.2.1',
    requestId: 'r',
    auditId: 'r',
    operationId: 'r',
  };
  const request = new Request('http://localhost/mcp', { method: 'POST' });
  const call: ProtocolCall = { ...ids, scopes, request, log: silentLog, setHeader: () => undefined };
  const { content, isError } = await callTool(
    { endpoints, audit: { record: async () => undefined }, tools: () => [{ plugin: 'runs', auth, value: tool }] },
    call,
    'list_runs',
    {},
  );
  expect(isError).toBe(true);
  expect(content[0]?.text).toBe(`This key lacks the scope ${named}. Use a key that has it.`);
});
