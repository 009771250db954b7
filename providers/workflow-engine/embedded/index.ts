import { resolve } from 'node:path';
import { defineProvider } from 'chronoscribe';
import { checkWriteAheadLog, ensureFile } from 'chronoscribe/files';
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
  async create({ config, dataFolder, sealing, log }) {
    const file = resolve(dataFolder, config.file);
    // SQLite would make it readable for everybody on the machine; the log beside it gets the permissions that it has.
    await ensureFile(file);
    await checkWriteAheadLog(
      file,
      `To start with an empty one, move ${file}, and the files beside it that are named after it, away: runs that were not done start again.`,
    );
    return openEmbeddedEngine({ file, concurrency: config.concurrency, sealing, log });
  },
  stop: (engine) => engine.close(),
  health: (engine) => engine.health(),
});
