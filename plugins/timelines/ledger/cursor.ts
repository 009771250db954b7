import { createHash } from 'node:crypto';
import { Problem } from 'chronoscribe';
import { z } from 'zod';
import { type EventSearch, primary } from '../kind.ts';
import { normalizeLocation } from './event.ts';

/** The listing that a cursor belongs to: the events at a place, or these and the event that has its name as its id. */
export type Listing = 'search' | 'monitor';

/** The position at which a page of events ended. */
interface Position {
  readonly time: number;
  readonly recorded: number;
}

const Shape = z.tuple([z.int(), z.int()]);

/** A cursor: a base64url position, bound to its query by a hash: `<position>.<hash>`. */
export function formatCursor(listing: Listing, query: EventSearch, { time, recorded }: Position): string {
  const position = Buffer.from(JSON.stringify([time, recorded])).toString('base64url');
  return `${position}.${hashQuery(listing, query, position)}`;
}

/** The position of a cursor. @throws Problem `invalid-cursor` if `formatCursor` did not make it for this query. */
export function parseCursor(listing: Listing, query: EventSearch, cursor: string): Position {
  const [position = '', hash, ...rest] = cursor.split('.');
  if (rest.length === 0 && hash === hashQuery(listing, query, position)) {
    const parsed = Shape.safeParse(parseJson(position));
    if (parsed.success) return { time: parsed.data[0], recorded: parsed.data[1] };
  }
  throw new Problem('invalid-cursor', {
    detail: 'This cursor was not made for this query. Start again without one, and change nothing else between pages.',
  });
}

/** Detects mistakes. It is no secret: a cursor gives access to nothing that the query does not. */
function hashQuery(listing: Listing, { timelineId, location, range, asOf }: EventSearch, position: string): string {
  return createHash('sha256')
    .update(
      JSON.stringify([
        listing,
        timelineId ?? primary,
        location === null ? null : normalizeLocation(location),
        range.start,
        range.end,
        asOf,
        position,
      ]),
    )
    .digest('base64url')
    .slice(0, 16);
}

function parseJson(position: string): unknown {
  try {
    return JSON.parse(Buffer.from(position, 'base64url').toString());
  } catch {
    return undefined;
  }
}
