import { definePlugin, defineProvider, WorkflowEngine } from 'chronoscribe';
import { testHost } from 'chronoscribe/testing';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { EmbeddedEngine } from '../providers/workflow-engine/embedded/engine.ts';

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
