import { Store } from 'chronoscribe';
import { Journal } from 'chronoscribe/kinds/journal';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import lowdb from '../../../providers/store/lowdb/index.ts';
import sqlite from '../../../providers/store/sqlite/index.ts';
import { createTimeline } from './branches.ts';
import { manipulate } from './manipulation.ts';
import { mergeTimeline } from './merge.ts';
import { record } from './recording.ts';
import { type PrepareSafetyCheck, type SafetyCheckResult, uncheckedResult } from './safety-check.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const request = (operationId: string) => ({ requestId: 'r', operationId, timelineId: undefined });
const landing = (event_id: string) => ({ event_id, description: 'A landing', time: 0, location: 'Moon' });

type Provider = typeof sqlite | typeof lowdb;
/** A safety check of the test's own. */
type Check = (journal: Journal, attempt: number) => Promise<SafetyCheckResult>;
/** Makes a change with a safety check that is prepared. */
type ChangeWith = (journal: Journal, prepared: PrepareSafetyCheck) => Promise<unknown>;

/** @returns how often a change was checked, and what the primary timeline of the account ann shows after it */
async function attemptsOf(provider: Provider, change: ChangeWith, check: Check) {
  const { provided, stop } = await startProvider(Store, provider, { dataFolder: folder.path });
  try {
    const journal = provided(Journal);
    await record(journal, 'ann', landing('landing'), request('first'));
    let attempts = 0;
    await change(journal, async () => async () => {
      attempts += 1;
      return check(journal, attempts);
    });
    const view = await journal.view('ann', 'primary');
    if (view === undefined) throw new Error('the timeline is gone');
    const shown = await journal.current(view, ['landing', 'evt_second', 'on-branch', 'another']);
    return { attempts, shown: shown.map(({ eventId }) => eventId).toSorted() };
  } finally {
    await stop();
  }
}

const outcome = { description: 'It lands elsewhere', changes: [] };

async function manipulateWith(provider: Provider, check: Check): Promise<number> {
  const change: ChangeWith = (journal, prepared) =>
    manipulate(journal, prepared, 'ann', { eventId: 'landing', outcome, safetyCheck: true }, request('second'));
  const { attempts, shown } = await attemptsOf(provider, change, check);
  expect(shown).toContain('evt_second');
  expect(shown).not.toContain('landing');
  return attempts;
}

const branch = 'tl_branch';

/** Merges a branch on which an event was recorded. */
function mergeWith(provider: Provider, check: Check) {
  const change: ChangeWith = async (journal, prepared) => {
    await createTimeline(journal, 'ann', { base: 'primary', description: '' }, request('branch'));
    await record(journal, 'ann', landing('on-branch'), { ...request('own'), timelineId: branch });
    return mergeTimeline(journal, prepared, 'ann', { timelineId: branch, safetyCheck: true }, 'r');
  };
  return attemptsOf(provider, change, check);
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
  const attempts = await manipulateWith(provider, async (journal) => {
    await manipulate(journal, unchecked, 'ann', { eventId: 'landing', outcome, safetyCheck: true }, request('second'));
    return uncheckedResult;
  });
  expect(attempts).toBe(1);
});

describe.each([
  ['sqlite', sqlite],
  ['lowdb', lowdb],
])('a merge on %s', (_name, provider) => {
  test('lets another account write while it is checked', async () => {
    const merged = await mergeWith(provider, async (journal) => {
      await record(journal, 'bob', landing('of-bob'), request('third'));
      return uncheckedResult;
    });
    expect(merged).toEqual({ attempts: 1, shown: ['landing', 'on-branch'] });
  });

  test.each(['primary', branch])('is checked again if %s has changed meanwhile', async (timelineId) => {
    const merged = await mergeWith(provider, async (journal, attempt) => {
      if (attempt === 1) await record(journal, 'ann', landing('another'), { ...request('third'), timelineId });
      return uncheckedResult;
    });
    expect(merged).toEqual({ attempts: 2, shown: ['another', 'landing', 'on-branch'] });
  });

  test('is checked again if the same branch was merged meanwhile, and adds nothing then', async () => {
    const unchecked = async () => async () => uncheckedResult;
    const merged = await mergeWith(provider, async (journal, attempt) => {
      if (attempt === 1)
        await mergeTimeline(journal, unchecked, 'ann', { timelineId: branch, safetyCheck: true }, 'other');
      return uncheckedResult;
    });
    expect(merged).toEqual({ attempts: 2, shown: ['landing', 'on-branch'] });
  });
});
