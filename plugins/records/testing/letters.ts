import { Audit, Blobs, Cluster, definePlugin, Runs, Store } from 'chronoscribe';
import { silentLog, testHost } from 'chronoscribe/testing';
import { z } from 'zod';
import type { Shelf, ShelfDefinition } from '../kind.ts';
import { openShelf, type ShelfTools } from '../shelf.ts';

/** A record of a test. */
export const Letter = z.object({ words: z.array(z.string()).readonly() });
export type Letter = z.output<typeof Letter>;

export const letters: ShelfDefinition<Letter> = { name: 'letters', noun: 'letter', schema: Letter, keepDays: undefined };

/** A host's own store, blobs and runs, and shelves on them. */
export interface Desk {
  readonly tools: ShelfTools;
  /** Opens the shelf of letters, perhaps with something that fails in place of a part of the host. */
  shelf(instead?: Partial<ShelfTools>, keepDays?: number): Promise<Shelf<Letter>>;
  /** Names of the files of letters, in no order. */
  files(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export async function openDesk(options: Parameters<typeof testHost>[0] = {}): Promise<Desk> {
  const seen: { tools?: ShelfTools } = {};
  const onlooker = definePlugin({
    name: 'onlooker',
    auth: 'public',
    needs: { store: Store, blobs: Blobs, runs: Runs, audit: Audit, cluster: Cluster },
    start({ needs }) {
      seen.tools = { ...needs, log: silentLog };
      return {};
    },
    routes: () => [],
  });
  const host = await testHost({ ...options, plugins: [onlooker] });
  const { tools } = seen;
  if (tools === undefined) throw new Error('the plugin was not started');
  const shelves: Shelf<Letter>[] = [];
  return {
    tools,
    async shelf(instead = {}, keepDays) {
      const shelf = await openShelf({ ...letters, keepDays }, { ...tools, ...instead });
      shelves.push(shelf);
      return shelf;
    },
    files: () => Array.fromAsync(tools.blobs.list('records/letters/'), ({ name }) => name),
    async stop() {
      for (const shelf of shelves) await shelf.close();
      await host.stop();
    },
  };
}
