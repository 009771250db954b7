import { createReadStream } from 'node:fs';
import { type Blobs, workflow } from 'chronoscribe';
import { type FileReader, shipped } from 'chronoscribe/host';
import { ImportResult, type Ledger } from 'chronoscribe/kinds/ledger';
import { z } from 'zod';
import { asDaysOff } from './import/days-off.ts';
import type { ImportSettings } from './import/event-line.ts';
import { readEvents } from './read-events.ts';

export const ImportResponse = z.object({
  status: z.string().meta({ description: 'What was done, for people' }),
  ...ImportResult.shape,
});

/** The input of an import. */
interface ImportInput {
  /** The file, in the blob store. */
  readonly blob: string;
  readonly bytes: number;
  /** Its media type, one of `importTypes`. */
  readonly type: string;
  readonly timelineId: string | undefined;
  readonly skipErrors: boolean;
  readonly dryRun: boolean;
  readonly settings?: ImportSettings;
  /** The calendar whose days off the events are. */
  readonly daysOff?: string | undefined;
  readonly requestId: string;
  readonly operationId: string;
}

/**
 * Imports a file of events into the ledger. An import that a crash interrupts starts again; one that is done is not
 * repeated.
 */
export function importWorkflow(ledger: Pick<Ledger, 'import'>, blobs: Blobs, importers: () => readonly FileReader[]) {
  return workflow<ImportInput>('import-events')
    .step('import', ({ input }, { account, signal, progress }) => {
      const file = withProgress(blobs.read(input.blob), (bytes) => progress(bytes / input.bytes));
      const lines = readEvents(input.type, file, signal, input.settings, importers());
      const { daysOff } = input;
      return ledger.import(account, daysOff === undefined ? lines : asDaysOff(lines, daysOff), input);
    })
    .answer((result) => ({
      body: { status: tellResult(result), ...result } satisfies z.output<typeof ImportResponse>,
      location: '/v1/search-events',
    }));
}

function tellResult({ imported, changed, cancelled, unchanged, days_off = 0, skipped }: ImportResult): string {
  const others = { changed, cancelled, unchanged, 'days off': days_off, 'left out': skipped };
  const told = Object.entries(others).flatMap(([what, count]) => (count > 0 ? [`, ${count} ${what}`] : []));
  return `${imported} event${imported === 1 ? '' : 's'} imported${told.join('')}`;
}

async function* withProgress(
  pieces: AsyncIterable<Uint8Array>,
  report: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    yield piece;
    bytes += piece.byteLength;
    report(bytes);
  }
}

/** The bundled collections of events, each a file in `config/seeds`. */
export const seeds = ['history'] as const;

/** Records a seed on the primary timeline of the account `default`. Idempotent. */
export function importSeed(ledger: Ledger, seed: (typeof seeds)[number]): Promise<ImportResult> {
  const lines = readEvents(
    'application/x-ndjson',
    createReadStream(shipped('seeds', `${seed}.ndjson`)),
    new AbortController().signal,
  );
  // Events that exist under the same ids are left as they are.
  const request = { timelineId: undefined, requestId: `seed-${seed}`, operationId: `seed-${seed}`, skipErrors: true };
  return ledger.import('default', lines, request);
}
