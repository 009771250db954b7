import { Problem } from 'chronoscribe';
import type { Anchor, Anchors } from 'chronoscribe/kinds/anchors';
import { type Consequences, consequencesOf } from './consequences.ts';
import { ask } from './paradox/asking.ts';
import { readsOf } from './paradox/event-reads.ts';
import { newFindings } from './paradox/incremental-check.ts';
import { surroundings } from './paradox/surroundings.ts';
import { withChange } from './paradox/tried-change.ts';
import type { Change, Surroundings } from './paradox/world.ts';
import { toWorldEvent, type WorldEvent } from './paradox/world-event.ts';
import { nothingFound, type PrepareSafetyCheck, type ProposedChange, type SafetyCheck, type Verdict } from './safety.ts';
import { shownConsequence, shownFinding } from './shown.ts';

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
