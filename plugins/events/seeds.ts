import { createReadStream } from 'node:fs';
import { shipped } from 'chronoscribe';
import type { ImportResult, Ledger } from 'chronoscribe/kinds/ledger';
import { readEvents } from './import/read-events.ts';

/** The collections of events that come along, each a file in `config/seeds`. */
export const seeds = ['history'] as const;

/** Records a seed on the primary timeline of the account `default`; once, however often it is called. */
export function importSeed(ledger: Ledger, seed: (typeof seeds)[number]): Promise<ImportResult> {
  const lines = readEvents('ndjson', createReadStream(shipped('seeds', `${seed}.ndjson`)), new AbortController().signal);
  // What is recorded already under the same ids is left as it is.
  const request = { timelineId: undefined, requestId: `seed-${seed}`, operationId: `seed-${seed}`, skipErrors: true };
  return ledger.import('default', lines, request);
}
