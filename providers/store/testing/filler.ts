import { writeSync } from 'node:fs';
import type { ArchiveEntry } from 'chronoscribe/types';
import { movable } from './movable.ts';

/**
 * Runs as a process: `filler.ts <provider module> <data folder> <settings>`. Fills a store with an endless archive, and
 * prints a sign once much of it is written.
 */
async function fill(module: string, dataFolder: string, settings: string): Promise<void> {
  const { default: provider } = await import(module);
  const { archive } = await movable(provider, () => JSON.parse(settings))(dataFolder);
  async function* endless(): AsyncGenerator<ArchiveEntry> {
    for (let at = 0; ; at += 1) {
      if (at === 20_000) writeSync(1, 'much of it is written');
      if (at >= 20_000) await new Promise((resolve) => setTimeout(resolve, 10));
      yield { section: 'documents/visits', value: { id: String(at), ballast: 'x'.repeat(500) } };
    }
  }
  await archive.fill(endless());
}

if (import.meta.main) {
  const [module = '', dataFolder = '', settings = '{}'] = process.argv.slice(2);
  await fill(module, dataFolder, settings);
}
