import { primary } from 'chronoscribe/kinds/ledger';
import { type OperationOf, type OperationResult, unchecked } from './result.ts';
import {
  allStatements,
  currentVersionOf,
  findTimeline,
  type Ledger,
  Refused,
  type Version,
  withStatements,
} from './state.ts';

const none = { imported: 0, changed: 0, cancelled: 0, unchanged: 0, skipped: 0 };

/**
 * An event of a calendar changes or cancels what the timeline shows of it now, under the id that this has. A lower
 * SEQUENCE changes nothing, and the same does not undo a cancellation.
 */
export function importAgain(
  ledger: Ledger,
  { timeline: timelineId = primary, event, sequence, cancels }: OperationOf<'import'>,
): OperationResult {
  const timeline = findTimeline(ledger, timelineId);
  const known = timeline.statements.find(({ version }) => version.event_id === event.event_id)?.version;
  const shown = known && currentVersionOf(timeline.statements, known.subject);
  const answered = (outcome: keyof typeof none, version?: Version) => {
    const how = shown === undefined ? 'record' : 'import';
    const after = version === undefined ? ledger : withStatements(ledger, timeline.id, [{ version, how }]);
    return unchecked(after, { status: 200, ...none, [outcome]: 1 });
  };
  const said = { end_time: null, causes: [], participants: [], requires: {}, effects: {}, geo: null, fixed: false };
  const imported = { sequence, hash: cancels ? '' : JSON.stringify(event) };
  if (shown === undefined) {
    if (cancels) return answered('skipped');
    const isTaken = allStatements(ledger).some(({ version }) => version.event_id === event.event_id);
    if (isTaken) throw new Refused(422, 'import-failed');
    const subject = `${event.event_id} of operation ${ledger.operationCount}`;
    const version = { ...event, ...said, subject, recorded: ledger.operationCount, manipulation: null, imported };
    return answered('imported', version);
  }
  const before = shown.imported;
  const isSame = before?.hash === imported.hash || contentOf(shown) === contentOf({ ...shown, ...said, ...event });
  if (before?.cancelled === undefined ? !cancels && isSame : cancels) return answered('unchanged');
  const isLater = before === undefined || sequence > before.sequence;
  if (!isLater && (sequence < (before?.sequence ?? 0) || before?.cancelled !== undefined)) return answered('skipped');
  if (!cancels) return answered('changed', { ...shown, ...event, ...said, event_id: shown.event_id, imported });
  const { causes, participants, requires, effects, fixed } = said;
  const description = `Cancelled: ${shown.description}`;
  const nothing = { causes, participants, requires, effects, fixed };
  return answered('cancelled', { ...shown, ...nothing, description, imported: { ...imported, cancelled: 'named' } });
}

function contentOf({ description, time, location, end_time, causes, geo, fixed, ...version }: Version): string {
  const { participants, requires, effects } = version;
  return JSON.stringify([description, time, location, end_time, causes, geo, fixed, participants, requires, effects]);
}
