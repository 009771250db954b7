import type { TestResponse } from 'chronoscribe/testing';
import { z } from 'zod';
import type { Answer, Operation, ReportedConsequence, ReportedFinding } from '../protocol.ts';
import type { Names } from './names.ts';

const Event = z.object({ event_id: z.string(), description: z.string(), time: z.string(), location: z.string() });
const Findings = z.array(
  z.object({
    kind: z.string(),
    severity: z.string(),
    event_ids: z.array(z.string()),
    witness: z.array(z.object({ from: z.string(), to: z.string(), relation: z.string(), detail: z.string() })),
    explanation: z.string().min(1),
    introduced_by: z.object({ event_id: z.string() }).nullable(),
  }),
);

const Consequences = z.object({
  consequences: z
    .array(z.object({ event_id: z.string(), effect: z.string(), path: z.array(z.string()), basis: z.string() }))
    .default([]),
});

const Refused = z.object({
  type: z.string().startsWith('urn:chronoscribe:problem:'),
  superseded_by: z.string().optional(),
  conflicts: z.array(z.unknown()).optional(),
  findings: Findings.default([]),
});
const Recorded = z.object({ event_id: z.string() });
const Manipulated = z.object({ new_event_id: z.string(), description: z.string(), time: z.string() });
const Slack = z.array(z.object({ event_id: z.string(), slack: z.string() }));
const Path = z.object({ critical_path: z.array(z.string()), slack: Slack });
const Rescheduled = Path.extend({
  moved: z.array(z.object({ event_id: z.string(), from: z.string(), to: z.string() })),
  conflicts: z.array(z.object({ event_id: z.string(), reason: z.string(), time: z.string(), needed: z.string() })),
});
const Imported = z.object({
  imported: z.int(),
  changed: z.int(),
  cancelled: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
});
const Reverted = z.object({ original_event_id: z.string() });
const Branched = z.object({ timeline_id: z.string() });
const Checked = z.object({ findings: Findings.default([]) });
const Version = z.object({
  event_id: z.string(),
  timeline_id: z.string(),
  operation: z.string(),
  request_id: z.string(),
});
const History = z.object({ versions: z.array(Version) });
const Compared = z.object({
  added: z.array(Event),
  removed: z.array(Event),
  changed: z.array(z.object({ from: Event, to: Event })),
});
const Stability = z.object({ timeline_stability: z.string() });

/** A page of what a search found. */
export const Page = z.object({ events: z.array(Event), next_cursor: z.string().nullish() });

/**
 * What the service answered to an operation, in the names of the script; the pages of a search are put together. Throws
 * a ZodError where the contract has another shape.
 */
export function answerTo(
  operation: Operation,
  { status, json }: Pick<TestResponse, 'status' | 'json'>,
  names: Names,
): Answer {
  const { nameOf } = names;
  if (status >= 300) return refusal(status, json, operation.type === 'manipulate' ? names.withHypothetical() : names);
  switch (operation.type) {
    case 'record': {
      const { event_id } = Recorded.parse(json);
      const isNamed = operation.event.event_id !== undefined;
      return plain({ status, event_id: isNamed ? nameOf(event_id) : names.nameEvent(event_id) });
    }
    case 'manipulate': {
      const { new_event_id, description, time } = Manipulated.parse(json);
      if (operation.dryRun !== true) names.nameEvent(new_event_id);
      const all = names.withHypothetical();
      const response = { status, new_event_id: all.nameOf(new_event_id), description, time };
      return { response, ...ofChange(json, all) };
    }
    case 'reschedule': {
      const { moved, slack, conflicts } = Rescheduled.parse(json);
      return plain({
        status,
        moved: moved
          .map((each) => ({ ...each, event_id: nameOf(each.event_id) }))
          .toSorted((one, other) => (one.event_id < other.event_id ? -1 : 1)),
        slack: slackIn(slack, names),
        conflicts: conflicts
          .map((each) => `${nameOf(each.event_id)} ${each.reason} ${each.time} ${each.needed}`)
          .toSorted(),
      });
    }
    case 'import':
      return plain({ status, ...Imported.parse(json) });
    case 'critical-path':
      return plain({ status, slack: slackIn(Path.parse(json).slack, names) });
    case 'revert':
      return plain({ status, original_event_id: nameOf(Reverted.parse(json).original_event_id) });
    case 'create-timeline':
      return plain({ status, timeline_id: names.nameTimeline(Branched.parse(json).timeline_id) });
    case 'merge-timeline':
      return { response: { status }, ...ofChange(json, names) };
    case 'delete-timeline':
    case 'set-anchor':
      return plain({ status });
    case 'search': {
      const { events } = Page.parse(json);
      return plain({ status, events: events.map((event) => ({ ...event, event_id: nameOf(event.event_id) })) });
    }
    case 'history': {
      const named = History.parse(json).versions.map((version) => ({
        ...version,
        event_id: nameOf(version.event_id),
        timeline_id: nameOf(version.timeline_id),
      }));
      return plain({ status, versions: named });
    }
    case 'compare': {
      const { added, removed, changed } = Compared.parse(json);
      const namesOf = (events: typeof added) => events.map(({ event_id }) => nameOf(event_id)).toSorted();
      const pairs = changed.map(({ from, to }) => `${nameOf(from.event_id)} → ${nameOf(to.event_id)}`);
      return plain({ status, added: namesOf(added), removed: namesOf(removed), changed: pairs.toSorted() });
    }
    case 'check-paradox': {
      const { timeline_stability } = Stability.parse(json);
      return { response: { status, timeline_stability }, findings: findingsOf(json, names) };
    }
  }
}

function slackIn(slack: z.output<typeof Slack>, { nameOf }: Names): readonly string[] {
  return slack.map((each) => `${nameOf(each.event_id)} ${each.slack}`).toSorted();
}

function plain(response: Answer['response']): Answer {
  return { response, findings: null };
}

/** A refusal's findings are its errors: whether it tells new warnings too is open. */
function refusal(status: number, json: unknown, names: Names): Answer {
  const refused = Refused.parse(json);
  const { superseded_by, conflicts } = refused;
  const code = refused.type.slice('urn:chronoscribe:problem:'.length);
  const response = {
    status,
    code,
    ...(code === 'event-superseded' && { superseded_by: superseded_by && names.nameOf(superseded_by) }),
    ...(code === 'merge-conflict' && { conflicts: conflicts?.length }),
  };
  const { findings, change } = ofChange(json, names);
  return { response, findings: findings.filter(({ severity }) => severity === 'error'), change };
}

function ofChange(json: unknown, names: Names) {
  const findings = findingsOf(json, names);
  return { findings, change: { findings, consequences: consequencesOf(json, names) } };
}

function consequencesOf(json: unknown, { nameOf }: Names): readonly ReportedConsequence[] {
  return Consequences.parse(json).consequences.map(({ event_id, effect, path, basis }) => ({
    event_id: nameOf(event_id),
    effect,
    path: path.map(nameOf),
    basis,
  }));
}

function findingsOf(json: unknown, { nameOf }: Names): readonly ReportedFinding[] {
  return Checked.parse(json).findings.map(({ kind, severity, event_ids, witness, introduced_by }) => ({
    kind,
    severity,
    event_ids: event_ids.map(nameOf),
    witness: witness.map(({ from, to }) => ({ from: nameOf(from), to: nameOf(to) })),
    introduced_by: introduced_by && nameOf(introduced_by.event_id),
  }));
}
