import type { LedgerResponse } from '../protocol.ts';
import { type OperationOf, type OperationResult, unchecked, unlessParadox } from './result.ts';
import {
  currentVersionOf,
  currentVersions,
  findTimeline,
  type Ledger,
  Refused,
  type Statement,
  type Version,
  withStatements,
} from './state.ts';

/** A branch copies all that its base holds now; its changes are its own. */
export function createTimeline(ledger: Ledger, { base }: OperationOf<'create-timeline'>): OperationResult {
  const { statements } = findTimeline(ledger, base);
  const id = `t${ledger.generatedTimelines + 1}`;
  const timelines = [...ledger.timelines, { id, base, statements, settled: statements.length }];
  return unchecked(
    { ...ledger, timelines, generatedTimelines: ledger.generatedTimelines + 1 },
    { status: 200, timeline_id: id },
  );
}

export function deleteTimeline(ledger: Ledger, { timeline }: OperationOf<'delete-timeline'>): OperationResult {
  const { id, base } = findTimeline(ledger, timeline);
  if (base === null) throw new Refused(409, 'timeline-is-primary');
  if (ledger.timelines.some((each) => each.base === id)) throw new Refused(409, 'timeline-has-branches');
  return unchecked({ ...ledger, timelines: ledger.timelines.filter((each) => each.id !== id) }, { status: 200 });
}

/** A three-way merge by subject: the ancestor is what the branch showed at its last merge or at its creation. */
export function mergeTimeline(
  ledger: Ledger,
  { timeline, safetyCheck = true }: OperationOf<'merge-timeline'>,
): OperationResult {
  const branch = findTimeline(ledger, timeline);
  if (branch.base === null) throw new Refused(409, 'timeline-is-primary');
  const base = findTimeline(ledger, branch.base);
  const ancestor = branch.statements.slice(0, branch.settled);
  const idIn = (statements: readonly Statement[], subject: string) => currentVersionOf(statements, subject)?.event_id;
  const differing = currentVersions(branch.statements)
    .filter(({ event_id, subject }) => event_id !== idIn(ancestor, subject))
    .filter(({ event_id, subject }) => event_id !== idIn(base.statements, subject));
  const conflicts = differing.filter(({ subject }) => idIn(ancestor, subject) !== idIn(base.statements, subject));
  if (conflicts.length > 0) throw new Refused(409, 'merge-conflict', { conflicts: conflicts.length });
  const after = withStatements(
    ledger,
    base.id,
    differing.map((version) => ({ version, how: 'merge' })),
  );
  const settled = after.timelines.map((each) =>
    each === branch ? { ...each, settled: each.statements.length } : each,
  );
  return unlessParadox(ledger, { ...after, timelines: settled }, base.id, safetyCheck, { status: 200 });
}

export function compare(ledger: Ledger, { timeline, other }: OperationOf<'compare'>): LedgerResponse {
  const one = findTimeline(ledger, timeline).statements;
  const two = findTimeline(ledger, other).statements;
  const lacks = (statements: readonly Statement[], { subject }: Version) =>
    currentVersionOf(statements, subject) === undefined;
  const changed = currentVersions(one).flatMap(({ event_id, subject }) => {
    const to = currentVersionOf(two, subject)?.event_id ?? event_id;
    return to === event_id ? [] : [`${event_id} → ${to}`];
  });
  const ids = (versions: readonly Version[]) => versions.map(({ event_id }) => event_id).toSorted();
  return {
    status: 200,
    added: ids(currentVersions(two).filter((version) => lacks(one, version))),
    removed: ids(currentVersions(one).filter((version) => lacks(two, version))),
    changed: changed.toSorted(),
  };
}
