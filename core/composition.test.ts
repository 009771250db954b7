import { definePlugin, defineProvider, route, WorkflowEngine } from 'chronoscribe';
import { testHost } from 'chronoscribe/testing';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { EmbeddedEngine } from '../providers/workflow-engine/embedded/engine.ts';

const notes = (name: string, method: 'GET' | 'DELETE', path: `/${string}`) =>
  definePlugin({
    name,
    auth: 'time',
    routes: () => [
      route({
        method,
        path,
        summary: 'A note',
        response: z.object({ path: z.record(z.string(), z.string()) }),
        handle: ({ path: given }) => ({ path: given as Record<string, string> }),
      }),
    ],
  });

test('plugins may share a path, whatever they call its parameters', async () => {
  const host = await testHost({ plugins: [notes('a', 'GET', '/notes/{id}'), notes('b', 'DELETE', '/notes/{note}')] });
  try {
    expect((await host.call('GET', '/notes/1')).json).toEqual({ path: { id: '1' } });
    expect((await host.call('DELETE', '/notes/1')).json).toEqual({ path: { note: '1' } });
    const refused = await host.call('PATCH', '/notes/1');
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, DELETE']);
  } finally {
    await host.stop();
  }
});

test.each([
  ['/notes/{id}', '/notes/{note}', 'GET /notes/{} is declared by plugin a and plugin b'],
  ['/notes', '/health', 'GET /health is declared by the host and plugin b'],
] as const)('%s and %s: of a route that two would answer neither could be trusted', async (one, other, said) => {
  const starting = testHost({ plugins: [notes('a', 'GET', one), notes('b', 'GET', other)] });
  await expect(starting).rejects.toThrow(said);
});

test('an engine that fails to stop keeps no other part from stopping', async () => {
  const stopped = vi.fn();
  const engine = defineProvider({
    kind: WorkflowEngine,
    name: 'stubborn',
    config: z.strictObject({}),
    create({ dataFolder, log }) {
      const made = new EmbeddedEngine({ file: `${dataFolder}/workflows.db`, concurrency: 1, log });
      made.stop = async () => {
        throw new Error('not yet');
      };
      return made;
    },
  });
  const watcher = definePlugin({ name: 'watcher', auth: 'time', routes: () => [], stop: stopped });
  const host = await testHost({ providers: [{ provider: engine }], plugins: [watcher] });
  await expect(host.stop()).rejects.toThrow('not yet');
  expect(stopped).toHaveBeenCalledOnce();
});
