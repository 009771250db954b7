import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Provider, Store } from 'chronoscribe';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { halves } from './crash-writer.ts';

const writer = fileURLToPath(new URL('./crash-writer.ts', import.meta.url));
const kills = 6;

/**
 * Kills a process that writes to the store, repeatedly on the same data, and checks each time what is left. Shows what
 * a killed process loses, not what a power failure does.
 *
 * @param module URL of the provider's module, for the process
 * @param settingsOf the settings of the store of a folder
 */
export function storeSurvivesKills(
  provider: Provider,
  module: string,
  settingsOf: (folder: string) => object = () => ({}),
): void {
  describe(`the store ${provider.name}, when its process is killed`, () => {
    test('has everything that it acknowledged, nothing by halves, and no counter that repeats', async () => {
      const folder = await temporaryFolder();
      onTestFinished(folder.remove);
      const settings = settingsOf(folder.path);
      const acknowledged: number[] = [];
      for (let kill = 0; kill < kills; kill += 1) {
        acknowledged.push(...(await writeAndKill(module, folder.path, settings)));
        expect(new Set(acknowledged).size).toBe(acknowledged.length);

        const { instance: store, stop } = await startProvider(Store, provider, {
          dataFolder: folder.path,
          with: settings,
        });
        await store.prepare(halves);
        const left = await numbersOf(store);
        expect(acknowledged.filter((number) => left.get(number) !== 2)).toEqual([]);
        expect([...left].filter(([, documents]) => documents !== 2)).toEqual([]);
        expect(await store.next('pairs')).toBeGreaterThan(Math.max(...left.keys()));
        await stop();
      }
      expect(acknowledged.length).toBeGreaterThan(kills);
    });
  });
}

/**
 * Starts a process that writes, kills it some time after its first acknowledgements, and returns the numbers it
 * printed.
 */
export async function writeAndKill(module: string, folder: string, settings: object = {}): Promise<readonly number[]> {
  const child = spawn(
    process.execPath,
    ['--conditions=chronoscribe-source', writer, module, folder, JSON.stringify(settings)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const closed = once(child, 'close');
  const enough = 2 + Math.random() * 30;
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
    // A random delay, so that the kill meets different statements.
    if (printed.split('\n').length > enough) setTimeout(() => child.kill('SIGKILL'), Math.random() * 5);
  });
  const [code, signal] = await closed;
  expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' });
  // The kill may have cut the last line.
  return printed.split('\n').slice(0, -1).map(Number);
}

/** The number of documents of each number. */
async function numbersOf(store: Store): Promise<ReadonlyMap<number, number>> {
  const documents = new Map<number, number>();
  let cursor: string | undefined;
  do {
    const page = await store.find(halves, { orderBy: 'number', ...(cursor !== undefined && { cursor }) });
    for (const { number } of page.items) documents.set(number, (documents.get(number) ?? 0) + 1);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return documents;
}
