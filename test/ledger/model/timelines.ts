import { isDeepStrictEqual } from 'node:util';
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
  const count = { settled: statements.length, created: statements.length, settledBy: ledger.operationCount };
  const timelines = [...ledger.timelines, { id, base, statements, ...count }];
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

/**
 * A three-way merge by subject: the ancestor is what the branch showed at its last merge or at its creation. What was
 * merged and then reverted on the base is merged again. Equal changes on both sides need not be merged.
 */
export function mergeTimeline(
  ledger: Ledger,
  { timeline, safetyCheck = true, resolve = {} }: OperationOf<'merge-timeline'>,
): OperationResult {
  const branch = findTimeline(ledger, timeline);
  if (branch.base === null) throw new Refused(409, 'timeline-is-primary');
  const base = findTimeline(ledger, branch.base);
  const changes = currentVersions(branch.statements).flatMap((version): readonly BranchChange[] => {
    const { subject } = version;
    const onBase = currentVersionOf(base.statements, subject);
    const ancestor = currentVersionOf(branch.statements.slice(0, branch.settled), subject);
    if (!isSame(version, ancestor)) return [{ version, ancestor, onBase }];
    const first = currentVersionOf(branch.statements.slice(0, branch.created), subject);
    const last = base.statements.findLast((statement) => statement.version.subject === subject);
    const isReverted = last?.how === 'revert' && last.timeline === base.id && last.operation > branch.settledBy;
    return isReverted && !isSame(version, first) ? [{ version, ancestor: onBase, onBase }] : [];
  });
  const ids = ({ version, ancestor, onBase }: BranchChange) =>
    [ancestor, version, onBase].flatMap((each) => each?.event_id ?? []);
  const known = new Set(changes.flatMap(ids));
  if (Object.keys(resolve).some((id) => !known.has(id))) throw new Refused(422, 'invalid-request');
  const sideOf = (change: BranchChange) => ids(change).flatMap((id) => resolve[id] ?? [])[0];
  const differing = changes.filter(
    ({ version, ancestor, onBase }) =>
      !isSame(version, onBase) && (isSame(ancestor, onBase) || !isSame(withoutIds(version), withoutIds(onBase))),
  );
  const conflicts = differing.filter(
    (change) => !isSame(change.ancestor, change.onBase) && sideOf(change) === undefined,
  );
  if (conflicts.length > 0) throw new Refused(409, 'merge-conflict', { conflicts: conflicts.length });
  const after = withStatements(
    ledger,
    base.id,
    differing.filter((change) => sideOf(change) !== 'base').map(({ version }) => ({ version, how: 'merge' })),
  );
  const settled = after.timelines.map((each) =>
    each === branch ? { ...each, settled: each.statements.length, settledBy: ledger.operationCount } : each,
  );
  return unlessParadox(ledger, { ...after, timelines: settled }, base.id, safetyCheck, { status: 200 });
}

interface BranchChange {
  readonly version: Version;
  readonly ancestor: Version | undefined;
  readonly onBase: Version | undefined;
}

/** Whether two versions are the same event with the same content; when it was recorded does not matter. */
function isSame(one: Version | undefined, other: Version | undefined): boolean {
  return isDeepStrictEqual(one && contentOf(one), other && contentOf(other));
}

/** A change as it is, whatever ids it was given. */
function withoutIds(version: Version | undefined): Version | undefined {
  const { manipulation } = version ?? {};
  return version && { ...version, event_id: '', manipulation: manipulation ? { ...manipulation, of: '' } : null };
}

export function compare(ledger: Ledger, { timeline, other }: OperationOf<'compare'>): LedgerResponse {
  const one = findTimeline(ledger, timeline).statements;
  const two = findTimeline(ledger, other).statements;
  const lacks = (statements: readonly Statement[], { subject }: Version) =>
    currentVersionOf(statements, subject) === undefined;
  const changed = currentVersions(one).flatMap((version) => {
    const to = currentVersionOf(two, version.subject) ?? version;
    return isSame(version, to) ? [] : [`${version.event_id} → ${to.event_id}`];
  });
  const ids = (versions: readonly Version[]) => versions.map(({ event_id }) => event_id).toSorted();
  return {
    status: 200,
    added: ids(currentVersions(two).filter((version) => lacks(one, version))),
    removed: ids(currentVersions(one).filter((version) => lacks(two, version))),
    changed: changed.toSorted(),
  };
}

/** Without what only this model knows, and without members that say nothing. */
function contentOf({ subject: _, recorded: __, causes, ...content }: Version) {
  return { ...content, causes: causes.map(({ instead_of = [], ...cause }) => ({ ...cause, instead_of })) };
}
