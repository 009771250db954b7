import { defineKind, definePlugin, defineProvider, route } from 'chronoscribe';
import { WorkflowEngine } from 'chronoscribe/host';
import { startProvider, testHost } from 'chronoscribe/testing';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openEmbeddedEngine } from '../../providers/workflow-engine/embedded/engine.ts';

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
  [
    '/notes/{id}',
    '/notes/{note}',
    'GET /notes/{} is declared by plugin a as /notes/{id} and plugin b as /notes/{note}',
  ],
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
    async create({ dataFolder, log }) {
      const made = await openEmbeddedEngine({ file: `${dataFolder}/workflows.db`, concurrency: 1, log });
      made.stop = async () => {
        throw new Error('not yet');
      };
      return made;
    },
  });
  const watcher = definePlugin({ name: 'watcher', auth: 'time', routes: () => [], stop: stopped });
  const host = await testHost({ providers: [{ provider: engine }], plugins: [watcher] });
  await expect(host.stop()).rejects.toThrow('Not stopped cleanly: host runs, with the workflow engine.');
  expect(stopped).toHaveBeenCalledOnce();
});

interface Lamp {
  light(): string;
}
interface Bell {
  ring(): string;
}
const [Lamp, Bell] = [defineKind<Lamp>('lamp'), defineKind<Bell>('bell')];

/** A lamp with a bell. Both know the one buoy. */
const buoy = defineProvider({
  kind: Lamp,
  name: 'buoy',
  config: z.strictObject({}),
  provides: { bell: Bell },
  create() {
    let rung = 0;
    return {
      light: () => `lit, rung ${rung} times`,
      bell: {
        ring() {
          rung += 1;
          return 'ding';
        },
      },
    };
  },
});

const harbour = definePlugin({
  name: 'harbour',
  auth: 'time',
  needs: { lamp: Lamp, bell: Bell },
  routes: ({ needs: { lamp, bell } }) => [
    route({
      method: 'GET',
      path: '/buoy',
      summary: 'Ring, then light',
      response: z.object({ heard: z.string(), seen: z.string() }),
      handle: () => ({ heard: bell.ring(), seen: lamp.light() }),
    }),
  ],
});

test('a provider may answer another kind with what its instance holds', async () => {
  const host = await testHost({ providers: [{ provider: buoy }], plugins: [harbour] });
  try {
    expect((await host.call('GET', '/buoy')).json).toEqual({ heard: 'ding', seen: 'lit, rung 1 times' });
  } finally {
    await host.stop();
  }
});

test('what needs another kind is told that a provider does not answer it', async () => {
  const starting = testHost({ providers: [{ provider: { ...buoy, provides: {} } }], plugins: [harbour] });
  await expect(starting).rejects.toThrow('plugin harbour needs a bell; no bundled provider or plugin answers it');
});

test('a provider that is started by itself shows what it answers another kind with', async () => {
  const started = await startProvider(Lamp, buoy);
  expect(started.provided(Bell).ring()).toBe('ding');
  expect(started.instance.light()).toBe('lit, rung 1 times');
  expect(() => started.provided(WorkflowEngine)).toThrow('buoy provides no workflow-engine');
  await started.stop();
});
