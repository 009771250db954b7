import { Problem } from 'chronoscribe';
import type { Anchor, Anchors } from 'chronoscribe/kinds/anchors';
import { shownConsequence, shownFinding } from '../../ledger/responses.ts';
import {
  type Consequences,
  type Finding,
  nothingFound,
  type PrepareSafetyCheck,
  type ProposedChange,
  type SafetyCheck,
  type Verdict,
} from '../../ledger/safety-check.ts';
import { eachOnce, type Fault, type Rule } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import { ask, askAll } from '../world/batch-loader.ts';
import { readsOf } from '../world/event-reads.ts';
import { withChange } from '../world/hypothetical-change.ts';
import { surroundings } from '../world/lazy-world.ts';
import { type Change, type Surroundings, toWorldEvent, type World, type WorldEvent } from '../world/world.ts';
import { consequencesOf } from './consequences.ts';

/** Of the events that a change removes, so many are followed to what hangs on them. */
const mostFollowed = 100;

/** So many consequences are told. */
const mostConsequences = 100;

/** So many findings are listed, the gravest first. */
const mostFindings = 1_000;

/** Finds what a change would bring before it is made, inside its transaction. */
export function safetyChecks(anchors: Anchors, { maxSpeedKmh }: { readonly maxSpeedKmh: number }): PrepareSafetyCheck {
  return async (account, wanted) => {
    if (!wanted) return async () => nothingFound;
    return safetyCheck({ anchors: await anchors.list(account), maxSpeedKmh });
  };
}

function safetyCheck(settings: { readonly anchors: readonly Anchor[]; readonly maxSpeedKmh: number }): SafetyCheck {
  return async (proposed) => {
    const change = worldChange(proposed);
    const reads = readsOf(proposed.journal, proposed.view);
    const before = surroundings(reads, settings);
    const after = surroundings(withChange(reads, change), settings);
    const findings = (await newFindings(before, after, change)).filter(({ severity }) => severity !== 'info');
    const { consequences, more } = await ask(() => consequencesOfAll(change.removed.slice(0, mostFollowed), before));
    const verdict: Verdict = { findings, consequences, more: more || change.removed.length > mostFollowed };
    if (findings.some(({ severity }) => severity === 'error')) throw paradoxDetected(verdict);
    return verdict;
  };
}

/** What several changes do together: each event once, by its nearest way, and none that is changed itself. */
function consequencesOfAll(events: readonly WorldEvent[], world: Surroundings): Consequences {
  const found = events.map((event) => consequencesOf(event, world));
  const nearest = found.flatMap(({ consequences }) => consequences).toSorted((one, other) => other.distance - one.distance);
  const byEvent = new Map(nearest.map((consequence) => [consequence.event_id, consequence]));
  for (const { event_id } of events) byEvent.delete(event_id);
  const consequences = [...byEvent.values()].toSorted((one, other) => one.distance - other.distance);
  return {
    consequences: consequences.slice(0, mostConsequences),
    more: consequences.length > mostConsequences || found.some(({ more }) => more),
  };
}

/** The change as the rules see it. What is only being tried comes after all that was recorded. */
function worldChange({ removed, added, view }: ProposedChange): Change {
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

function paradoxDetected({ findings, consequences, more: moreConsequences }: Verdict): Problem {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  const more = errors.length - 1;
  const others = more > 0 ? ` ${more === 1 ? 'There is another error' : `There are ${more} other errors`}; see findings.` : '';
  return new Problem('paradox-detected', {
    status: 409,
    detail: `${first?.explanation ?? ''}${others} Nothing was changed. Try it on an alternate timeline, or send safety_check: false.`,
    members: {
      findings: findings.slice(0, mostFindings).map(shownFinding),
      consequences: consequences.map(shownConsequence),
      more_consequences: moreConsequences,
    },
  });
}

/**
 * What a change brings: the findings after it that were not there before it, the gravest kinds first. Only the events that the
 * change touches are looked at.
 *
 * @param before may answer `NotLoaded`, as may `after`
 */
export async function newFindings(before: World, after: Surroundings, change: Change): Promise<readonly Finding[]> {
  return (await newFaults(before, after, change)).map(({ finding }) => finding);
}

/** Like `newFindings`, with what tells that they are new. */
export async function newFaults(before: World, after: Surroundings, { removed, added }: Change): Promise<readonly Fault[]> {
  const changed = [...removed, ...added];
  const found: (readonly Fault[])[] = [];
  for (const rule of rules) found.push(await newFaultsBy(rule, before, after, changed));
  return found.flat();
}

async function newFaultsBy(rule: Rule, before: World, after: Surroundings, changed: readonly WorldEvent[]) {
  const touched = await ask(() => rule.touchedBy(changed, after));
  const bearers = [...new Set([...changed, ...touched].map(({ event_id }) => event_id))];
  const now = await faultsBy(rule, bearers, after, changed);
  if (now.length === 0) return [];
  const known = new Set((await faultsBy(rule, bearers, before, changed)).flatMap((fault) => fault.identities()));
  return now.filter((fault) => fault.identities().some((identity) => !known.has(identity)));
}

/** What some of these events bear, as far as what changed has a part in it. */
async function faultsBy(
  rule: Rule,
  bearers: readonly string[],
  world: World,
  changed: readonly WorldEvent[],
): Promise<readonly Fault[]> {
  const present = await ask(() => world.events(changed.map(({ event_id }) => event_id)));
  const borne = await askAll(
    bearers.map((id) => () => {
      const event = world.event(id);
      return event === undefined ? [] : rule.borneBy(event, world, present);
    }),
  );
  return eachOnce(borne.flat());
}
