import { resolve } from 'node:path';
import { defineProvider } from 'chronoscribe';
import { WorkflowEngine } from 'chronoscribe/host';
import { z } from 'zod';
import { openEmbeddedEngine } from './engine.ts';

/** Runs workflows on this machine and saves them in one SQLite file: the default, for one host. */
export default defineProvider({
  kind: WorkflowEngine,
  name: 'embedded',
  singleHost: true,
  config: z.strictObject({
    file: z
      .string()
      .min(1)
      .default('workflows.db')
      .describe('the database file, in the data folder unless its path is absolute'),
    concurrency: z.int().min(1).default(4).describe('how many runs are worked on at the same time'),
  }),
  create: ({ config, dataFolder, sealing, log }) =>
    openEmbeddedEngine({ file: resolve(dataFolder, config.file), concurrency: config.concurrency, sealing, log }),
  stop: (engine) => engine.close(),
  health: (engine) => engine.health(),
});
