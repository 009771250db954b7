import { type NewEvent, type NewOutcome, primary } from 'chronoscribe/kinds/ledger';
import type { OperationResult } from './model/result.ts';
import { currentVersions, emptyLedger, findTimeline, type Ledger } from './model/state.ts';
import { perform } from './model.ts';
import type { LedgerResponse, Operation } from './protocol.ts';

/** A title, and what is done. */
export type Story = readonly [title: string, operations: readonly Operation[]];

/* Short constructors of operations for tests of the model. By default, events are in Rome at noon. */

export const hour = 3_600_000;
export const noon = Date.UTC(2024, 4, 1, 12);

export function record(event_id: string, fields: Partial<NewEvent> = {}, timeline?: string): Operation {
  return {
    type: 'record',
    timeline,
    event: { event_id, description: event_id, time: noon, location: 'Rome', ...fields },
  };
}

export function manipulate(
  event: string,
  outcome: Partial<NewOutcome> = {},
  timeline?: string,
  safetyCheck = true,
  keepEffects = false,
  dryRun = false,
): Operation {
  return {
    type: 'manipulate',
    timeline,
    event,
    outcome: { description: 'other', changes: [], ...outcome },
    safetyCheck,
    keepEffects,
    dryRun,
  };
}

/** A manipulation that keeps the effects of the event. */
export const replace = (event: string, outcome: Partial<NewOutcome> = {}, timeline?: string) =>
  manipulate(event, outcome, timeline, false, true);

export const unchecked = (event: string, outcome: Partial<NewOutcome> = {}) =>
  manipulate(event, outcome, undefined, false);
export const reschedule = (event: string, time: number, timeline?: string, dryRun = false): Operation => ({
  type: 'reschedule',
  timeline,
  event,
  time,
  dryRun,
});
export const revert = (event: string, timeline?: string): Operation => ({ type: 'revert', timeline, event });
/** A calendar with one event, or with its cancellation. */
export const imports = (event_id: string, sequence: number, description: string, timeline?: string): Operation => ({
  type: 'import',
  timeline,
  event: { event_id, description, time: noon, location: 'Rome' },
  sequence,
  cancels: description === 'cancelled',
});
export const branch = (base = primary): Operation => ({ type: 'create-timeline', base });
export const merge = (timeline: string, safetyCheck = true, dryRun = false): Operation => ({
  type: 'merge-timeline',
  timeline,
  safetyCheck,
  dryRun,
});
export const settle = (timeline: string, resolve: Readonly<Record<string, 'timeline' | 'base'>>): Operation => ({
  type: 'merge-timeline',
  timeline,
  safetyCheck: false,
  dryRun: false,
  resolve,
});
export const drop = (timeline: string): Operation => ({ type: 'delete-timeline', timeline });
export const anchor = (timestamp: number, locked = false): Operation => ({ type: 'set-anchor', timestamp, locked });
export const check = (timeline = primary): Operation => ({ type: 'check-paradox', timeline });
export const history = (event: string): Operation => ({ type: 'history', event });
export const compare = (timeline: string, other: string): Operation => ({ type: 'compare', timeline, other });
export const search = (more: Partial<Extract<Operation, { type: 'search' }>> = {}): Operation => ({
  type: 'search',
  timeline: undefined,
  location: 'Rome',
  range: { start: noon, end: noon + hour },
  asOf: undefined,
  pageSize: undefined,
  ...more,
});
export const cause = (event_id: string, min_delay: number | null = null, max_delay: number | null = null) => ({
  event_id,
  min_delay,
  max_delay,
});

/** What the last of these operations gave. */
export function tell(...operations: readonly Operation[]): OperationResult {
  const start: OperationResult = { ledger: emptyLedger, response: { status: 0 }, checked: null };
  return operations.reduce(({ ledger }, operation) => perform(ledger, operation), start);
}

export const responseTo = (...operations: readonly Operation[]) => tell(...operations).response;
export const refusalOf = (...operations: readonly Operation[]) => {
  const { response } = tell(...operations);
  return 'code' in response ? response.code : undefined;
};
export const shown = (ledger: Ledger, timeline = primary) =>
  currentVersions(findTimeline(ledger, timeline).statements).map(({ event_id }) => event_id);
/** What the last of these operations found and must be told: kinds, each with the events that have it. */
export const found = (...operations: readonly Operation[]) =>
  (tell(...operations).checked?.faults ?? [])
    .filter(({ isOptional }) => !isOptional)
    .map(({ kind, events }) => [kind, ...events].join(' '));
export const idsIn = (response: LedgerResponse) =>
  'events' in response ? response.events.map(({ event_id }) => event_id) : [];
