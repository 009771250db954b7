import { writeSync } from 'node:fs';
import { defineCollection, Store } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import { z } from 'zod';

/** Two documents with the same number are written together; `half` tells them apart. */
export const halves = defineCollection({
  name: 'halves',
  schema: z.strictObject({ id: z.string(), number: z.number(), half: z.enum(['left', 'right']), ballast: z.string() }),
  indexes: [['number']],
});

/**
 * Runs as a process: `crash-writer.ts <provider module> <data folder> <settings as JSON>`. Writes pairs until it is
 * killed, several at a time, numbered by a counter of the store, and prints the number of each acknowledged pair.
 */
async function writeUntilKilled(module: string, dataFolder: string, settings: object): Promise<never> {
  const { default: provider } = await import(module);
  const { instance: store } = await startProvider(Store, provider, { dataFolder, with: settings });
  await store.prepare(halves);
  const writePairs = async (): Promise<never> => {
    for (;;) {
      const number = await store.next('pairs');
      await store.transaction(async (inside) => {
        await inside.put(halves, { id: `${number} left`, number, half: 'left', ballast: 'x'.repeat(2_000) });
        await new Promise(setImmediate);
        await inside.put(halves, { id: `${number} right`, number, half: 'right', ballast: 'x'.repeat(2_000) });
      });
      writeSync(1, `${number}\n`);
    }
  };
  return Promise.race([writePairs(), writePairs(), writePairs()]);
}

if (import.meta.main) {
  const [module = '', dataFolder = '', settings = '{}'] = process.argv.slice(2);
  await writeUntilKilled(module, dataFolder, JSON.parse(settings));
}
