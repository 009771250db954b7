import type { Snapshot, SnapshotRow, SnapshotSource } from 'chronoscribe/kinds/journal';
import { normalizeLocation } from '../../ledger/event.ts';
import { endTimeOf, type WorldEvent } from '../world/world.ts';
import { revisionOf } from './plain-journal.ts';
import { numberAt } from './story.ts';

/** The module and options with which a worker opens a snapshot of these versions. */
export function snapshotOf(versions: readonly WorldEvent[]): SnapshotSource {
  return { module: import.meta.url, options: versions };
}

/** A snapshot of all versions of some events, in the order of insertion. It returns a few rows at a time. */
export async function openSnapshot(options: unknown): Promise<Snapshot> {
  // The boundary to `snapshotOf`.
  const versions = options as readonly WorldEvent[];
  const ids = [
    ...new Set(versions.flatMap(({ event_id, causes }) => [event_id, ...causes.map((cause) => cause.event_id)])),
  ];
  const places = [...new Set(versions.map(({ location }) => normalizeLocation(location)))];
  // Numbers that are no indices, so that a test notices if they are used as such.
  const nameOf = (id: string) => 1000 + 7 * ids.indexOf(id);

  const rowOf = (event: WorldEvent, at: number): SnapshotRow => [
    numberAt(at),
    event.subject,
    nameOf(event.event_id),
    50 + places.indexOf(normalizeLocation(event.location)),
    event.time,
    endTimeOf(event),
    event.recorded,
    event.causes.length === 0
      ? null
      : JSON.stringify(
          event.causes.map(({ event_id, min_delay, max_delay }) =>
            min_delay === null && max_delay === null ? nameOf(event_id) : [nameOf(event_id), min_delay, max_delay],
          ),
        ),
    isRich(event) ? revisionOf(event, numberAt(at)).body : null,
  ];
  return {
    async *rows() {
      for (let at = 0; at < versions.length; at += 3) {
        yield versions.slice(at, at + 3).map((event, offset) => rowOf(event, at + offset));
      }
    },
    async revisions(seqs) {
      const revisions = versions.map((event, at) => revisionOf(event, numberAt(at)));
      return new Map(revisions.filter(({ seq }) => seqs.includes(seq)).map((revision) => [revision.seq, revision]));
    },
    eventIds: async (names) =>
      new Map(ids.map((id) => [nameOf(id), id] as const).filter(([name]) => names.includes(name))),
    close() {},
  };
}

/** Whether it has more than a time, a location, a description and causes. */
function isRich({
  fixed,
  plan,
  participants,
  requires,
  effects,
  geo,
  end_time,
  manipulation,
  causes,
}: WorldEvent): boolean {
  const counts = fixed || plan !== undefined || causes.some(({ from }) => from === 'end');
  const facts = [participants, Object.keys(requires), Object.keys(effects)];
  return facts.some(({ length }) => length > 0) || geo !== null || end_time !== null || manipulation !== null || counts;
}
