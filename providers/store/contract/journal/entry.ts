import type { JournalEntry } from '../../journal/kind.ts';

/** An event with the id `eventId`, and whatever else matters to a test. */
export function entry(eventId: string, other: Partial<JournalEntry> = {}): JournalEntry {
  const time = other.time ?? 1000;
  return {
    timelineId: 'primary',
    operation: 'record',
    eventId,
    subject: null,
    recorded: null,
    time,
    until: time,
    place: 'here',
    causes: [],
    participants: [],
    sets: [],
    needs: [],
    rich: false,
    requestId: 'request',
    body: JSON.stringify({ is: eventId }),
    ...other,
  };
}

export const cause = (eventId: string) => ({ eventId, minDelay: null, maxDelay: null });
