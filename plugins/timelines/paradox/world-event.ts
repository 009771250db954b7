import type { Revision } from 'chronoscribe/kinds/journal';
import type { LedgerEvent } from '../event.ts';
import { eventOf } from '../event-entry.ts';

/** An event that a timeline shows, with what the ledger knows about it. */
export interface WorldEvent extends LedgerEvent {
  /** Shared by all versions of one event. */
  readonly subject: number;
  /** The order of recording, over all events. A manipulation that is only being tried comes after all others. */
  readonly recorded: number;
  readonly timelineId: string;
  /** Wall time, milliseconds since 1970. */
  readonly recordedAt: number;
  readonly requestId: string;
}

/** The event that a revision states. */
export function toWorldEvent(revision: Revision): WorldEvent {
  const { subject, recorded, timelineId, recordedAt, requestId } = revision;
  return { ...eventOf(revision), subject, recorded, timelineId, recordedAt, requestId };
}

/** When it is over, in milliseconds since 1970: `time` for a moment. */
export function endOf(event: LedgerEvent): number {
  return event.end_time ?? event.time;
}
