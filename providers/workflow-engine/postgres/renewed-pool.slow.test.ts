import { silentLog } from 'chronoscribe/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { waitOptions } from '../contract/test-bed.ts';
import { placeForEachTest } from '../testing/on-postgres.ts';
import { openPostgresDatabase } from './database.ts';

const { schema, startProxy } = await placeForEachTest();

/** More than there are connections. */
const askers = 14;
const resets = 20;

it('answers each statement, or refuses it, however often connections are reset', async () => {
  const proxy = await startProxy();
  const database = await openPostgresDatabase({ url: proxy.url, schema: schema(), log: silentLog });
  const questions = new Set<string>();
  const wrong: unknown[] = [];
  let answers = 0;
  let over = false;
  onTestFinished(async () => {
    over = true;
    await database.close();
  });

  const ask = async (key: string): Promise<void> => {
    questions.add(key);
    try {
      const rows = await database.query('select $1::text as key', [key]);
      if (JSON.stringify(rows) !== JSON.stringify([{ key }])) wrong.push(rows);
      answers += 1;
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: 'provider-unavailable' });
    }
    questions.delete(key);
  };
  const asking = Array.from({ length: askers }, async (_, asker) => {
    for (let question = 1; !over; question += 1) await ask(`question ${question} of ${asker}`);
  });
  for (let reset = 1; reset <= resets; reset += 1) {
    const enough = answers + 10 * askers;
    await vi.waitFor(() => expect(answers).toBeGreaterThan(enough), waitOptions);
    proxy.reset();
  }
  over = true;

  await vi.waitFor(() => expect([...questions]).toEqual([]), waitOptions);
  await Promise.all(asking);
  expect(wrong).toEqual([]);
});
