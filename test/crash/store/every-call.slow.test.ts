import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { callsCanBeMet } from '../system-calls.ts';
import { walkCalls } from './every-call.ts';

/** `npm run test:crash` goes through all of them. */
const some = 12;

test.skipIf(!callsCanBeMet()).each(['sqlite', 'lowdb'] as const)(
  'whichever write, rename or sync a process with the store %s is killed at, what was acknowledged is there, and nothing by halves',
  async (store) => {
    const folder = await temporaryFolder();
    onTestFinished(folder.remove);
    const { kills, broken } = await walkCalls(store, join(folder.path, store), { limit: some });
    expect(broken).toEqual([]);
    expect(kills).toBeGreaterThan(some / 2);
  },
  180_000,
);
