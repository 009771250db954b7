import { createReadStream } from 'node:fs';
import { type Blobs, shipped, workflow } from 'chronoscribe';
import type { ImportResult, Ledger } from 'chronoscribe/kinds/ledger';
import { z } from 'zod';
import { importTypeOf, readEvents } from './read-events.ts';

export const ImportAnswer = z.object({
  status: z.string().meta({ description: 'What was done, for a person' }),
  imported: z.int().meta({ description: 'How many events were recorded' }),
  skipped: z.int().meta({ description: 'How many lines were left out' }),
  errors: z
    .array(
      z.object({
        line: z.int().meta({ description: 'From 1' }),
        detail: z.string().meta({ description: 'What is wrong with it, and how to mend it' }),
      }),
    )
    .meta({ description: 'Why; the first 1,000' }),
});

/** What an import is submitted with. */
interface ImportInput {
  /** The file, in the blob store. */
  readonly blob: string;
  readonly bytes: number;
  /** Its media type, one of `importTypes`. */
  readonly type: string;
  readonly timelineId: string | undefined;
  readonly skipErrors: boolean;
  readonly requestId: string;
  readonly operationId: string;
}

/**
 * Reads a file of events into the ledger. An import that a crash interrupts is begun again, and one that was done is not done
 * twice.
 */
export function importWorkflow(ledger: Ledger, blobs: Blobs) {
  return workflow<ImportInput>('import-events')
    .step('import', ({ input }, { account, signal, progress }) => {
      const file = counted(blobs.read(input.blob), (bytes) => progress(bytes / input.bytes));
      return ledger.import(account, readEvents(importTypeOf(input.type), file, signal), input);
    })
    .answer(({ imported, skipped, errors }) => ({
      body: {
        status: `${imported} event${imported === 1 ? '' : 's'} imported${skipped > 0 ? `, ${skipped} left out` : ''}`,
        imported,
        skipped,
        errors: [...errors],
      } satisfies z.output<typeof ImportAnswer>,
      location: '/v1/search-events',
    }));
}

async function* counted(pieces: AsyncIterable<Uint8Array>, tell: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    yield piece;
    bytes += piece.byteLength;
    tell(bytes);
  }
}

/** The collections of events that come along, each a file in `config/seeds`. */
export const seeds = ['history'] as const;

/** Records a seed on the primary timeline of the account `default`; once, however often it is called. */
export function importSeed(ledger: Ledger, seed: (typeof seeds)[number]): Promise<ImportResult> {
  const lines = readEvents('ndjson', createReadStream(shipped('seeds', `${seed}.ndjson`)), new AbortController().signal);
  // What is recorded already under the same ids is left as it is.
  const request = { timelineId: undefined, requestId: `seed-${seed}`, operationId: `seed-${seed}`, skipErrors: true };
  return ledger.import('default', lines, request);
}
