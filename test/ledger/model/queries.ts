import { primary } from 'chronoscribe/kinds/ledger';
import { type LedgerResponse, requestIdOf } from '../protocol.ts';
import type { Fault } from './faults.ts';
import { checked, type OperationOf, type OperationResult } from './result.ts';
import {
  allStatements,
  currentVersions,
  findTimeline,
  formatTime,
  type Ledger,
  normalizeLocation,
  Refused,
} from './state.ts';

/** As of an instant before a branch was made, it shows what its base showed then. */
export function search(
  ledger: Ledger,
  { timeline = primary, location, range, asOf = ledger.operationCount }: OperationOf<'search'>,
): LedgerResponse {
  const statements = findTimeline(ledger, timeline).statements.filter(({ operation }) => operation <= asOf);
  const found = currentVersions(statements)
    .filter((version) => normalizeLocation(version.location) === normalizeLocation(location))
    .filter(({ time }) => range.start <= time && time <= range.end)
    .toSorted((one, other) => one.time - other.time);
  const events = found.map(({ event_id, description, time, location: place }) => ({
    event_id,
    description,
    time: formatTime(time),
    location: place,
  }));
  return { status: 200, events };
}

/** Every statement of the event's subject, on all timelines. */
export function history(ledger: Ledger, { event }: OperationOf<'history'>): LedgerResponse {
  const all = allStatements(ledger);
  const subject = all.find(({ version }) => version.event_id === event)?.version.subject;
  if (subject === undefined) throw new Refused(404, 'event-not-found');
  const versions = all
    .filter(({ version }) => version.subject === subject)
    .map(({ version: { event_id }, timeline, how, operation }) => ({
      event_id,
      timeline_id: timeline,
      operation: how,
      request_id: requestIdOf(operation),
    }));
  return { status: 200, versions };
}

export function checkParadox(ledger: Ledger, { timeline }: OperationOf<'check-paradox'>): OperationResult {
  const found = checked(ledger, timeline);
  return { ledger, response: { status: 200, timeline_stability: stabilityOf(found.faults) }, checked: found };
}

function stabilityOf(faults: readonly Fault[]): string {
  if (faults.some(({ kind }) => kind === 'causal_loop' || kind === 'grandfather')) return 'Paradoxical';
  if (faults.some(({ severity }) => severity === 'error')) return 'Unstable';
  return faults.some(({ severity }) => severity === 'warning') ? 'Strained' : 'Stable';
}
