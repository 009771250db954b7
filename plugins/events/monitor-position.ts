import { Problem } from 'chronoscribe';
import type { ClockRef } from 'chronoscribe/kinds/clock';
import { type EventSearch, openPosition, primary, sealPosition } from 'chronoscribe/kinds/ledger';
import { z } from 'zod';

/** How far a monitor has followed the way of a clock. */
export interface MonitorPosition {
  /** How many moves of the clock it has followed to their end. */
  readonly moves: number;
  /** The instant that it has reached since then, by ticking or in the next move. */
  readonly time: number;
  /** The order of the last event of that instant that was sent; null: all of them were. */
  readonly order: number | null;
}

const Position = z.tuple([z.int().min(0), z.int(), z.int().nullable()]);

/** What a monitor is asked for, to which its positions belong. */
export interface Monitored {
  readonly clock: ClockRef;
  readonly query: EventSearch;
}

/** A position as the id of a Server-Sent Event. */
export function formatPosition({ moves, time, order }: MonitorPosition, monitored: Monitored): string {
  return sealPosition([moves, time, order], askedOf(monitored));
}

/** The position of a `Last-Event-ID`. @throws Problem `invalid-request` if `formatPosition` did not make it for this */
export function parsePosition(id: string, monitored: Monitored): MonitorPosition {
  const position = openPosition(Position, id, askedOf(monitored));
  if (position !== undefined) return { moves: position[0], time: position[1], order: position[2] };
  const detail = 'Send the id of the last event of this stream, with the same fields as then, or leave it out';
  throw new Problem('invalid-request', {
    detail: `Last-Event-ID: ${detail}.`,
    errors: [{ in: 'header', path: ['last-event-id'], detail, type: 'custom' }],
  });
}

function askedOf({ clock, query: { timelineId = primary, location, range, asOf } }: Monitored): readonly unknown[] {
  return [clock.account, clock.clockId, timelineId, location, range.start, range.end, asOf];
}

/** The problem of a position from which the moves of the clock are not known any more. */
export function positionTooOld(): Problem {
  return new Problem('last-event-too-old', {
    status: 410,
    detail:
      'Since the event of this Last-Event-ID the clock was moved more often than it remembers, so it is not known what it passed. Open the stream without Last-Event-ID; GET /v1/search-events finds what happened meanwhile.',
  });
}
