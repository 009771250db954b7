import { createHash } from 'node:crypto';
import { Problem } from 'chronoscribe';
import { z } from 'zod';
import { type EventSearch, primary } from '../kind.ts';
import { placeOf } from './event.ts';

/** Where a page of events ended. */
interface Position {
  readonly time: number;
  readonly recorded: number;
}

const Shape = z.tuple([z.int(), z.int()]);

/** A position in the URL-safe alphabet, sealed with the search it belongs to: `<position>.<seal>`. */
export function writeCursor(query: EventSearch, { time, recorded }: Position): string {
  const position = Buffer.from(JSON.stringify([time, recorded])).toString('base64url');
  return `${position}.${seal(query, position)}`;
}

/** @throws Problem `invalid-cursor` for text that `writeCursor` did not make from this search. */
export function readCursor(query: EventSearch, cursor: string): Position {
  const [position = '', mark, ...rest] = cursor.split('.');
  if (rest.length === 0 && mark === seal(query, position)) {
    const parsed = Shape.safeParse(readJson(position));
    if (parsed.success) return { time: parsed.data[0], recorded: parsed.data[1] };
  }
  throw new Problem('invalid-cursor', {
    detail: 'This cursor was not made by this search. Start again without one, and change nothing else between pages.',
  });
}

/** Tells a slip from a cursor; it is no secret, and opens nothing that the search would not. */
function seal({ timelineId, location, range, asOf }: EventSearch, position: string): string {
  return createHash('sha256')
    .update(JSON.stringify([timelineId ?? primary, placeOf(location), range.start, range.end, asOf, position]))
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
