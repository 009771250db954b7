import type { ImportLine } from 'chronoscribe/kinds/ledger';
import { readCsv } from './csv.ts';
import { readCalendar } from './icalendar.ts';
import type { ImportType } from './media-types.ts';
import { readNdjson } from './ndjson.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * Reads a file of events as it comes, in lists of at most 500 lines. What makes no event is a line that says why.
 *
 * @throws the reason of `signal`; what `bytes` throws.
 */
export function readEvents(
  type: ImportType,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<readonly ImportLine[]> {
  const pieces = untilAborted(bytes, signal);
  switch (type) {
    case 'ndjson':
      return readNdjson(pieces);
    case 'csv':
      return readCsv(pieces);
    case 'icalendar':
      return readCalendar(pieces, signal);
    default:
      return type satisfies never;
  }
}
