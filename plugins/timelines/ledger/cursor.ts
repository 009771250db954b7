import { createHash } from 'node:crypto';
import { Problem } from 'chronoscribe';
import { z } from 'zod';
import { type EventSearch, primary } from '../kind.ts';

/** The list that a cursor belongs to: pages of one are no pages of the other. */
type Listing = 'search' | 'monitor';

import { placeOf } from './event.ts';

/** Where a page of events ended. */
interface Position {
  readonly time: number;
  readonly recorded: number;
}

const Shape = z.tuple([z.int(), z.int()]);

/** A position in the URL-safe alphabet, sealed with the query it belongs to: `<position>.<seal>`. */
export function writeCursor(listing: Listing, query: EventSearch, { time, recorded }: Position): string {
  const position = Buffer.from(JSON.stringify([time, recorded])).toString('base64url');
  return `${position}.${seal(listing, query, position)}`;
}

/** @throws Problem `invalid-cursor` for text that `writeCursor` did not make for this query. */
export function readCursor(listing: Listing, query: EventSearch, cursor: string): Position {
  const [position = '', mark, ...rest] = cursor.split('.');
  if (rest.length === 0 && mark === seal(listing, query, position)) {
    const parsed = Shape.safeParse(readJson(position));
    if (parsed.success) return { time: parsed.data[0], recorded: parsed.data[1] };
  }
  throw new Problem('invalid-cursor', {
    detail: 'This cursor was not made for this query. Start again without one, and change nothing else between pages.',
  });
}

/** Tells a slip from a cursor; it is no secret, and opens nothing that the search would not. */
function seal(listing: Listing, { timelineId, location, range, asOf }: EventSearch, position: string): string {
  return createHash('sha256')
    .update(JSON.stringify([listing, timelineId ?? primary, placeOf(location), range.start, range.end, asOf, position]))
    .digest('base64url')
    .slice(0, 16);
}

function readJson(position: string): unknown {
  try {
    return JSON.parse(Buffer.from(position, 'base64url').toString());
  } catch {
    return undefined;
  }
}
