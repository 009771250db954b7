import { Store } from 'chronoscribe';
import { Journal } from 'chronoscribe/kinds/journal';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import lowdb from '../../../providers/store/lowdb/index.ts';
import sqlite from '../../../providers/store/sqlite/index.ts';
import { manipulate } from './manipulation.ts';
import { record } from './recording.ts';
import { type SafetyCheck, uncheckedResult } from './safety-check.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const request = (operationId: string) => ({ requestId: 'r', operationId, timelineId: undefined });
const landing = (event_id: string) => ({ event_id, description: 'A landing', time: 0, location: 'Moon' });

/** Manipulates an event of the account ann, with a safety check of the test's own. */
async function manipulateWith(
  provider: typeof sqlite | typeof lowdb,
  check: (journal: Journal, attempt: number) => ReturnType<SafetyCheck>,
): Promise<number> {
  const { provided, stop } = await startProvider(Store, provider, { dataFolder: folder.path });
  try {
    const journal = provided(Journal);
    await record(journal, 'ann', landing('landing'), request('first'));
    let attempts = 0;
    const prepared = async () => async () => {
      attempts += 1;
      return check(journal, attempts);
    };
    const outcome = { description: 'It lands elsewhere', changes: [] };
    await manipulate(journal, prepared, 'ann', { eventId: 'landing', outcome, safetyCheck: true }, request('second'));
    const view = await journal.view('ann', 'primary');
    if (view === undefined) throw new Error('the timeline is gone');
    expect(await journal.current(view, ['landing', 'evt_second'])).toMatchObject([{ eventId: 'evt_second' }]);
    return attempts;
  } finally {
    await stop();
  }
}

test.each([
  ['sqlite', sqlite],
  ['lowdb', lowdb],
])('on %s another account writes while a change is checked', async (_name, provider) => {
  const attempts = await manipulateWith(provider, async (journal) => {
    await record(journal, 'bob', landing('of-bob'), request('third'));
    return uncheckedResult;
  });
  expect(attempts).toBe(1);
});

test.each([
  ['sqlite', sqlite],
  ['lowdb', lowdb],
])('on %s a change is checked again if the timeline has changed meanwhile', async (_name, provider) => {
  const attempts = await manipulateWith(provider, async (journal, attempt) => {
    if (attempt === 1) await record(journal, 'ann', landing('another'), request('third'));
    return uncheckedResult;
  });
  expect(attempts).toBe(2);
});

test.each([
  ['sqlite', sqlite],
  ['lowdb', lowdb],
])('on %s a change that the same operation has written meanwhile is not written again', async (_name, provider) => {
  const unchecked = async () => async () => uncheckedResult;
  const outcome = { description: 'It lands elsewhere', changes: [] };
  const attempts = await manipulateWith(provider, async (journal) => {
    await manipulate(journal, unchecked, 'ann', { eventId: 'landing', outcome, safetyCheck: true }, request('second'));
    return uncheckedResult;
  });
  expect(attempts).toBe(1);
});
