import type { Said } from '../exchange.ts';
import { type Of, type Performed, unchecked, unlessParadox } from './performed.ts';
import { type Ledger, Refused, type Statement, shownBy, shownOf, stated, timelineCalled, type Version } from './state.ts';

/** A branch has all that its base holds now, and what happens to it is its own. */
export function createTimeline(ledger: Ledger, { base }: Of<'create-timeline'>): Performed {
  const { statements } = timelineCalled(ledger, base);
  const id = `t${ledger.namedTimelines + 1}`;
  const timelines = [...ledger.timelines, { id, base, statements, settled: statements.length }];
  return unchecked({ ...ledger, timelines, namedTimelines: ledger.namedTimelines + 1 }, { status: 200, timeline_id: id });
}

export function deleteTimeline(ledger: Ledger, { timeline }: Of<'delete-timeline'>): Performed {
  const { id, base } = timelineCalled(ledger, timeline);
  if (base === null) throw new Refused(409, 'timeline-is-primary');
  if (ledger.timelines.some((each) => each.base === id)) throw new Refused(409, 'timeline-has-branches');
  return unchecked({ ...ledger, timelines: ledger.timelines.filter((each) => each.id !== id) }, { status: 200 });
}

/** Three-way, subject by subject: the ancestor is what the branch showed when it was last merged, or made. */
export function mergeTimeline(ledger: Ledger, { timeline, safetyCheck = true }: Of<'merge-timeline'>): Performed {
  const branch = timelineCalled(ledger, timeline);
  if (branch.base === null) throw new Refused(409, 'timeline-is-primary');
  const base = timelineCalled(ledger, branch.base);
  const ancestor = branch.statements.slice(0, branch.settled);
  const idIn = (statements: readonly Statement[], subject: string) => shownOf(statements, subject)?.event_id;
  const differing = shownBy(branch.statements)
    .filter(({ event_id, subject }) => event_id !== idIn(ancestor, subject))
    .filter(({ event_id, subject }) => event_id !== idIn(base.statements, subject));
  const conflicts = differing.filter(({ subject }) => idIn(ancestor, subject) !== idIn(base.statements, subject));
  if (conflicts.length > 0) throw new Refused(409, 'merge-conflict', { conflicts: conflicts.length });
  const after = stated(
    ledger,
    base.id,
    differing.map((version) => ({ version, how: 'merge' })),
  );
  const settled = after.timelines.map((each) => (each === branch ? { ...each, settled: each.statements.length } : each));
  return unlessParadox(ledger, { ...after, timelines: settled }, base.id, safetyCheck, { status: 200 });
}

export function compare(ledger: Ledger, { timeline, other }: Of<'compare'>): Said {
  const one = timelineCalled(ledger, timeline).statements;
  const two = timelineCalled(ledger, other).statements;
  const lacks = (statements: readonly Statement[], { subject }: Version) => shownOf(statements, subject) === undefined;
  const changed = shownBy(one).flatMap(({ event_id, subject }) => {
    const to = shownOf(two, subject)?.event_id ?? event_id;
    return to === event_id ? [] : [`${event_id} → ${to}`];
  });
  const ids = (versions: readonly Version[]) => versions.map(({ event_id }) => event_id).toSorted();
  return {
    status: 200,
    added: ids(shownBy(two).filter((version) => lacks(one, version))),
    removed: ids(shownBy(one).filter((version) => lacks(two, version))),
    changed: changed.toSorted(),
  };
}
