import type { Snapshot, SnapshotRow } from 'chronoscribe/kinds/journal';
import type { LedgerEvent } from '../../ledger/event.ts';
import { clock } from './story.ts';

interface Told {
  /** The numbers of its causes; -1 for a cause that was never recorded. */
  readonly causes: readonly number[];
  /** Milliseconds since the story began. Default: a second for each event before it. */
  readonly time?: number;
  readonly effects?: LedgerEvent['effects'];
}

/** A snapshot of many generated events `e0`, `e1`, …. */
export function wideSnapshot(size: number, tell: (event: number) => Told): Snapshot {
  const idOf = (event: number) => (event === -1 ? 'nobody' : `e${event}`);
  const timeOf = (event: number) => clock('00:00') + (tell(event).time ?? 1000 * event);
  const bodyOf = (event: number) => {
    const { causes, effects = {} } = tell(event);
    const body: LedgerEvent = {
      event_id: idOf(event),
      description: `Number ${event}`,
      time: timeOf(event),
      location: 'Berlin',
      end_time: null,
      causes: causes.map((cause) => ({ event_id: idOf(cause), min_delay: null, max_delay: null })),
      participants: [],
      requires: {},
      effects,
      geo: null,
      fixed: false,
      manipulation: null,
    };
    return JSON.stringify(body);
  };
  const rowOf = (event: number): SnapshotRow => {
    const causes = JSON.stringify(tell(event).causes.map((cause) => [cause, null, null]));
    const body = tell(event).effects === undefined ? null : bodyOf(event);
    return [event, event, event, 0, timeOf(event), timeOf(event), event, causes, body];
  };
  return {
    async *rows() {
      for (let at = 0; at < size; at += 5000) {
        yield Array.from({ length: Math.min(5000, size - at) }, (_, offset) => rowOf(at + offset));
      }
    },
    async revisions(seqs) {
      const recording = {
        timelineId: 'primary',
        operation: 'record',
        requestId: 'import',
        recordedAt: clock('23:00'),
      } as const;
      return new Map(
        seqs.map((seq) => {
          const time = timeOf(seq);
          const place = { seq, eventId: idOf(seq), subject: seq, recorded: seq, time, until: time };
          return [seq, { ...recording, ...place, body: bodyOf(seq) }];
        }),
      );
    },
    eventIds: async (names) => new Map(names.map((name) => [name, idOf(name)])),
    close() {},
  };
}
