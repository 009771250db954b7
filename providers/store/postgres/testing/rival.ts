import { Store } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import { z } from 'zod';
import { events } from '../../contract/fixture.ts';
import postgres from '../index.ts';

/** What a rival did: a host that makes the same changes as others at the same time. */
export const rivalry = z.object({
  /** Ids that it inserted first. */
  inserted: z.array(z.string()),
  /** Values of the counter that it got. */
  values: z.array(z.number()),
  /** Claims that it won in a transaction. */
  claimed: z.array(z.string()),
  /** How often `work` ran for a hundred changes of one document. */
  tries: z.number(),
});

const claims = 50;

/**
 * Runs as a process: `rival.ts <name> <settings as JSON>`. Starts on a line on standard input, and prints its
 * `rivalry`.
 */
async function compete(name: string, settings: object): Promise<z.infer<typeof rivalry>> {
  const { instance: store, stop } = await startProvider(Store, postgres, { with: settings });
  await store.prepare(events);
  process.stdout.write('ready\n');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  const numbers = Array.from({ length: claims }, (_, at) => at);
  let tries = 0;

  const insert = async (at: number) =>
    (await store.insert(events, { id: `i${at}`, account: name })) ? [`i${at}`] : [];
  const claim = (at: number) =>
    store.transaction(async (inside) => {
      const id = `c${at}`;
      if ((await inside.get(events, id)) !== undefined) return [];
      await inside.put(events, { id, account: name });
      return [id];
    });
  const add = () =>
    store.transaction(async (inside) => {
      tries += 1;
      const sum = await inside.get(events, 'sum');
      await inside.put(events, { id: 'sum', account: 'all', time: (sum?.time ?? 0) + 1 });
    });
  /** Moves one from an account to another; every reader sees the same total. */
  const move = (at: number) =>
    store.transaction(async (inside) => {
      const [left, right] = await Promise.all([inside.get(events, 'left'), inside.get(events, 'right')]);
      const by = at % 2 === 0 ? 1 : -1;
      await inside.put(events, { id: 'left', account: 'all', time: (left?.time ?? 0) - by });
      await inside.put(events, { id: 'right', account: 'all', time: (right?.time ?? 0) + by });
      const total = (left?.time ?? 0) + (right?.time ?? 0);
      if (total !== 0) throw new Error(`half a change was seen: ${total}`);
    });
  /** Appends to a list, numbered by its length. */
  const append = () =>
    store.transaction(async (inside) => {
      const { items } = await inside.find(events, { equals: { place: 'list' } });
      await inside.insert(events, { id: `l${items.length}`, account: name, place: 'list' });
    });

  const [inserted, claimed, values] = await Promise.all([
    Promise.all(numbers.map(insert)),
    Promise.all(numbers.map(claim)),
    Promise.all(numbers.map(() => store.next('visits'))),
    Promise.all(numbers.flatMap(() => [add(), add()])),
    Promise.all(numbers.map(move)),
    Promise.all(numbers.slice(0, 15).map(append)),
  ]);
  await stop();
  return { inserted: inserted.flat(), claimed: claimed.flat(), values, tries };
}

if (import.meta.main) {
  const [name = '', settings = ''] = process.argv.slice(2);
  process.stdout.write(`${JSON.stringify(await compete(name, JSON.parse(settings)))}\n`);
  process.exit(0);
}
