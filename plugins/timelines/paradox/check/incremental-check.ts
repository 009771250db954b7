import { Problem } from 'chronoscribe';
import type { Anchors } from 'chronoscribe/kinds/anchors';
import {
  type PrepareSafetyCheck,
  type ProposedChange,
  type SafetyCheckResult,
  uncheckedResult,
} from '../../ledger/safety-check.ts';
import { distinctViolations, type Rule, type Violation } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import { resolve, resolveAll } from '../world/batch-loader.ts';
import { createEventReads } from '../world/event-reads.ts';
import { withHypotheticalChange } from '../world/hypothetical-change.ts';
import { createLazyWorld } from '../world/lazy-world.ts';
import { type Change, type LazyWorld, toWorldEvent, type World, type WorldEvent } from '../world/world.ts';
import { consequencesOf, type EventChange, type ToldByFindings } from './consequences.ts';

/** For how many of the changed events the consequences are followed. */
const maxFollowed = 100;

/** How many consequences are listed. */
const maxConsequences = 100;

/** How many findings are listed, the most severe first. */
const maxListedFindings = 1_000;

/** Safety checks that compare the findings before and after a change. */
export function createSafetyChecks(
  anchors: Anchors,
  { maxSpeedKmh }: { readonly maxSpeedKmh: number },
): PrepareSafetyCheck {
  return async (account, wanted) => {
    if (!wanted) return async () => uncheckedResult;
    const settings = { anchors: await anchors.list(account), maxSpeedKmh };
    return async (proposed) => {
      const change = toWorldChange(proposed);
      const reads = createEventReads(proposed.journal, proposed.view);
      const before = createLazyWorld(reads, settings);
      const after = createLazyWorld(withHypotheticalChange(reads, change), settings);
      const violations = await findNewViolations(before, after, change);
      const findings = violations.map(({ finding }) => finding).filter(({ severity }) => severity !== 'info');
      const followed = changedEvents(change);
      const told = toldBy(findings);
      const { consequences, more } = await resolve(() =>
        consequencesOfAll(followed.slice(0, maxFollowed), { before, after }, told),
      );
      const result = { findings, consequences, more: more || followed.length > maxFollowed };
      if (findings.some(({ severity }) => severity === 'error')) throw paradoxDetected(result);
      return result;
    };
  };
}

/** What happens to each event, but not where it only names another cause then. */
function changedEvents({ removed, added }: Change): readonly EventChange[] {
  const former = new Map(removed.map((event) => [event.subject, event]));
  const now = new Map(added.map((event) => [event.subject, event]));
  const changed = removed.map((event) => ({ removed: event, added: now.get(event.subject) }));
  const isRelinked = ({ removed: one, added: other }: (typeof changed)[number]) =>
    one.event_id === other?.event_id && one.time === other.time;
  return [
    ...changed.filter((each) => !isRelinked(each)),
    ...added.filter(({ subject }) => !former.has(subject)).map((event) => ({ added: event })),
  ];
}

function toldBy(findings: SafetyCheckResult['findings']): ToldByFindings {
  const orphans = findings.filter(({ kind }) => kind === 'orphaned_effect');
  const lost = new Set(orphans.map(({ event_ids: [effect, cause] }) => JSON.stringify([effect, cause])));
  const unmet = new Set(findings.filter(({ kind }) => kind === 'unmet_requirement').map(({ event_ids: [id] }) => id));
  return {
    isOrphaned: (effect, cause) => lost.has(JSON.stringify([effect, cause])),
    isUnmet: (requirer) => unmet.has(requirer),
  };
}

/** The consequences of several changes: each event once, by its shortest path, and none that is itself changed. */
function consequencesOfAll(
  changes: readonly EventChange[],
  worlds: { readonly before: LazyWorld; readonly after: LazyWorld },
  told: ToldByFindings,
): Omit<SafetyCheckResult, 'findings'> {
  const found = changes.map((change) => consequencesOf(change, worlds, told));
  const nearest = found
    .flatMap(({ consequences }) => consequences)
    .toSorted((one, other) => other.distance - one.distance);
  const byEvent = new Map(nearest.map((consequence) => [consequence.event_id, consequence]));
  for (const { removed, added } of changes) {
    if (removed !== undefined) byEvent.delete(removed.event_id);
    if (added !== undefined) byEvent.delete(added.event_id);
  }
  const consequences = [...byEvent.values()].toSorted((one, other) => one.distance - other.distance);
  return {
    consequences: consequences.slice(0, maxConsequences),
    more: consequences.length > maxConsequences || found.some(({ more }) => more),
  };
}

/** The change as the rules see it. Hypothetical events come after all recorded ones. */
function toWorldChange({ removed, added, view }: ProposedChange): Change {
  const [timeline] = view.lineage;
  return {
    removed: removed.map(toWorldEvent),
    added: added.map(({ event, entry }, at) => ({
      ...event,
      subject: entry.subject ?? -1 - at,
      recorded: entry.recorded ?? Number.MAX_SAFE_INTEGER - added.length + at,
      timelineId: timeline?.timelineId ?? entry.timelineId,
      recordedAt: Date.now(),
      requestId: entry.requestId,
    })),
  };
}

function paradoxDetected({ findings, consequences, more: moreConsequences }: SafetyCheckResult): Problem {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const more = errors.length - 1;
  const others =
    more > 0 ? ` ${more === 1 ? 'There is another error' : `There are ${more} other errors`}; see findings.` : '';
  return new Problem('paradox-detected', {
    status: 409,
    detail: `${first?.explanation ?? ''}${others} Nothing was changed. Try it on an alternate timeline, or send safety_check: false.`,
    members: {
      findings: findings.slice(0, maxListedFindings),
      consequences,
      more_consequences: moreConsequences,
    },
  });
}

/**
 * The violations that a change introduces, the most severe kinds first. Only events that the change affects are
 * checked.
 */
export async function findNewViolations(
  before: World,
  after: LazyWorld,
  { removed, added }: Change,
): Promise<readonly Violation[]> {
  const changed = [...removed, ...added];
  const found: (readonly Violation[])[] = [];
  for (const rule of rules) found.push(await newViolationsOf(rule, before, after, changed));
  return found.flat();
}

async function newViolationsOf(rule: Rule, before: World, after: LazyWorld, changed: readonly WorldEvent[]) {
  const affected = await resolve(() => rule.affectedBy(changed, after));
  const eventIds = [...new Set([...changed, ...affected].map(({ event_id }) => event_id))];
  const now = await violationsOf(rule, eventIds, after, changed);
  if (now.length === 0) return [];
  const known = new Set((await violationsOf(rule, eventIds, before, changed)).flatMap((each) => each.identities()));
  return now.filter((each) => each.identities().some((identity) => !known.has(identity)));
}

/** The violations at some events that involve a changed event. */
async function violationsOf(
  rule: Rule,
  eventIds: readonly string[],
  world: World,
  changed: readonly WorldEvent[],
): Promise<readonly Violation[]> {
  const present = await resolve(() => world.events(changed.map(({ event_id }) => event_id)));
  const violations = await resolveAll(
    eventIds.map((id) => () => {
      const event = world.event(id);
      return event === undefined ? [] : rule.check(event, world, present);
    }),
  );
  return distinctViolations(violations.flat());
}
