import { Problem } from 'chronoscribe';
import type { Anchor, Anchors } from 'chronoscribe/kinds/anchors';
import { toConsequenceResponse, toFindingResponse } from '../../ledger/responses.ts';
import {
  type Consequences,
  type PrepareSafetyCheck,
  type ProposedChange,
  type SafetyCheck,
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
import { consequencesOf } from './consequences.ts';

/** For how many of the removed events the consequences are followed. */
const maxFollowed = 100;

/** How many consequences are listed. */
const maxConsequences = 100;

/** How many findings are listed, the most severe first. */
const maxListedFindings = 1_000;

/** Safety checks that compare the findings before and after a change, inside its transaction. */
export function createSafetyChecks(
  anchors: Anchors,
  { maxSpeedKmh }: { readonly maxSpeedKmh: number },
): PrepareSafetyCheck {
  return async (account, wanted) => {
    if (!wanted) return async () => uncheckedResult;
    return createSafetyCheck({ anchors: await anchors.list(account), maxSpeedKmh });
  };
}

function createSafetyCheck(settings: {
  readonly anchors: readonly Anchor[];
  readonly maxSpeedKmh: number;
}): SafetyCheck {
  return async (proposed) => {
    const change = toWorldChange(proposed);
    const reads = createEventReads(proposed.journal, proposed.view);
    const before = createLazyWorld(reads, settings);
    const after = createLazyWorld(withHypotheticalChange(reads, change), settings);
    const violations = await findNewViolations(before, after, change);
    const findings = violations.map(({ finding }) => finding).filter(({ severity }) => severity !== 'info');
    const followed = withoutRelinked(change);
    const isOrphaned = orphansIn(findings);
    const { consequences, more } = await resolve(() =>
      consequencesOfAll(followed.slice(0, maxFollowed), before, isOrphaned),
    );
    const result: SafetyCheckResult = { findings, consequences, more: more || followed.length > maxFollowed };
    if (findings.some(({ severity }) => severity === 'error')) throw paradoxDetected(result);
    return result;
  };
}

/** The events that are removed, or shown at another time; not those that only name another cause then. */
function withoutRelinked({ removed, added }: Change): readonly WorldEvent[] {
  const times = new Map(added.map(({ event_id, time }) => [event_id, time]));
  return removed.filter(({ event_id, time }) => times.get(event_id) !== time);
}

/** Whether the findings say that an effect lost a cause. */
function orphansIn(findings: SafetyCheckResult['findings']): (effect: string, cause: string) => boolean {
  const orphans = findings.filter(({ kind }) => kind === 'orphaned_effect');
  const lost = new Set(orphans.map(({ event_ids: [effect, cause] }) => JSON.stringify([effect, cause])));
  return (effect, cause) => lost.has(JSON.stringify([effect, cause]));
}

/** The consequences of several changes: each event once, by its shortest path, and none that is itself changed. */
function consequencesOfAll(
  events: readonly WorldEvent[],
  world: LazyWorld,
  isOrphaned: (effect: string, cause: string) => boolean,
): Consequences {
  const found = events.map((event) => consequencesOf(event, world, isOrphaned));
  const nearest = found
    .flatMap(({ consequences }) => consequences)
    .toSorted((one, other) => other.distance - one.distance);
  const byEvent = new Map(nearest.map((consequence) => [consequence.event_id, consequence]));
  for (const { event_id } of events) byEvent.delete(event_id);
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
      findings: findings.slice(0, maxListedFindings).map(toFindingResponse),
      consequences: consequences.map(toConsequenceResponse),
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
