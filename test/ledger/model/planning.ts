import { primary } from 'chronoscribe/kinds/ledger';
import type { LedgerResponse } from '../protocol.ts';
import { shownOn, timelineOf } from './events.ts';
import { linkedEvents, modelPath, movePlan } from './plans.ts';
import { type OperationOf, type OperationResult, unchecked } from './result.ts';
import {
  type Anchor,
  currentVersions,
  findTimeline,
  formatTime,
  type Ledger,
  type Version,
  withStatements,
} from './state.ts';

/** The events that move are other versions of themselves, under their ids and at their places in the order. */
export function reschedule(
  ledger: Ledger,
  { timeline: timelineId, event, time }: OperationOf<'reschedule'>,
): OperationResult {
  const timeline = timelineOf(ledger, timelineId, event);
  const target = shownOn(timeline, event);
  const plan = linkedEvents(currentVersions(timeline.statements), target.event_id);
  const { events, conflicts } = movePlan(plan, event, time, ledger.anchors);
  const moved = events.filter((version, at) => version.time !== plan[at]?.time);
  const before = new Map(plan.map(({ event_id, time: old }) => [event_id, old]));
  const response = {
    status: 200,
    moved: moved
      .map(({ event_id, time: to }) => ({ event_id, from: formatTime(before.get(event_id) ?? to), to: formatTime(to) }))
      .toSorted((one, other) => (one.event_id < other.event_id ? -1 : 1)),
    slack: slackOf(events, ledger.anchors),
    conflicts: conflicts
      .map((each) => `${each.event_id} ${each.reason} ${formatTime(each.time)} ${formatTime(each.needed)}`)
      .toSorted(),
  };
  const statements = moved.map((version) => ({ version, how: 'reschedule' as const }));
  return unchecked(withStatements(ledger, timeline.id, statements), response);
}

export function criticalPath(ledger: Ledger, { timeline = primary }: OperationOf<'critical-path'>): LedgerResponse {
  const events = currentVersions(findTimeline(ledger, timeline).statements);
  return { status: 200, slack: slackOf(events, ledger.anchors) };
}

function slackOf(events: readonly Version[], anchors: readonly Anchor[]): readonly string[] {
  const { slack } = modelPath(events, anchors);
  return [...slack].map(([id, ms]) => `${id} ${Math.floor(ms / 60_000)}m`).toSorted();
}
