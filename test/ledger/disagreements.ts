import { constraintsOf } from './model/delays.ts';
import { type Checked, type Fault, links } from './model/faults.ts';
import { shortestWalks } from './model/shortest-walks.ts';
import type { Version } from './model/state.ts';
import type { Answer, ReportedFinding } from './protocol.ts';

/** The kinds whose findings name exactly these events. Findings of other kinds may name more events as evidence. */
const aboutThemAlone = new Set(['retrocausal_change', 'effect_before_cause', 'bilocation', 'conflicting_outcomes']);

/**
 * The differences between the findings of a service and those of the model, one sentence each.
 *
 * Findings are matched by kind, severity and events. The number of findings about the same events does not matter.
 */
export function disagreements({ faults, among }: Checked, findings: readonly ReportedFinding[]): readonly string[] {
  const missed = faults.filter((fault) => !fault.isOptional && !findings.some((finding) => matches(finding, fault)));
  const invented = findings.filter((finding) => !faults.some((fault) => matches(finding, fault)));
  const witnesses = findings.flatMap((finding) => wrongEvidence(finding, findings, faults, among));
  return [
    ...missed.map(({ kind, severity, events }) => `Missed: ${kind} (${severity}) of ${events.join(', ')}`),
    ...invented.map(({ kind, severity, event_ids }) => `Invented: ${kind} (${severity}) of ${event_ids.join(', ')}`),
    ...witnesses,
  ];
}

function matches(finding: ReportedFinding, fault: Fault): boolean {
  const told = new Set(finding.event_ids);
  const holdsAll = fault.events.every((id) => told.has(id));
  const isSame = finding.kind === fault.kind && finding.severity === fault.severity;
  if (fault.kind === 'causal_loop')
    return isSame && told.size > 0 && [...told].every((id) => fault.events.includes(id));
  return isSame && holdsAll && (told.size === fault.events.length || !aboutThemAlone.has(fault.kind));
}

function wrongEvidence(
  finding: ReportedFinding,
  findings: readonly ReportedFinding[],
  faults: readonly Fault[],
  among: readonly Version[],
): readonly string[] {
  const of = `${finding.kind} of ${finding.event_ids.join(', ')}`;
  const wrong = [
    finding.witness.length === 0 && 'has no witness',
    new Set(finding.event_ids).size < finding.event_ids.length && 'names an event twice',
    aboutThemAlone.has(finding.kind) &&
      finding.introduced_by !== newest(finding.event_ids, among) &&
      'did not come with that event',
    finding.kind === 'causal_loop' && !isShortestCircle(finding, among) && 'has a witness that is no shortest circle',
    finding.kind === 'causal_loop' && findings.some((other) => isSameLoop(finding, other, faults)) && 'is told twice',
    finding.kind === 'temporal_constraint' &&
      finding.event_ids.length > 2 &&
      isPossible(among.filter(({ event_id }) => finding.event_ids.includes(event_id))) &&
      'names more events than one delay ties, and all delays among them can hold',
  ];
  return wrong.filter((each) => each !== false).map((each) => `The ${of} ${each}: ${JSON.stringify(finding)}`);
}

function newest(ids: readonly string[], among: readonly Version[]): string | undefined {
  return among.findLast(({ event_id }) => ids.includes(event_id))?.event_id;
}

function isSameLoop(one: ReportedFinding, other: ReportedFinding, faults: readonly Fault[]): boolean {
  return (
    one !== other &&
    faults.some((fault) => fault.kind === 'causal_loop' && matches(one, fault) && matches(other, fault))
  );
}

/** Whether the witness is a cycle of causes, and no cycle in the component of its first event is shorter. */
function isShortestCircle({ witness }: ReportedFinding, among: readonly Version[]): boolean {
  const arcs = links(among);
  const distance = shortestWalks(arcs);
  const isClosed = witness.every(({ to }, index) => to === witness[(index + 1) % witness.length]?.from);
  const isReal = witness.every((step) => arcs.some(({ from, to }) => from === step.from && to === step.to));
  const start = witness[0]?.from ?? '';
  const inLoop = among.filter(
    ({ event_id: id }) => distance(start, id) + distance(id, start) < Number.POSITIVE_INFINITY,
  );
  return isClosed && isReal && witness.length === Math.min(...inLoop.map(({ event_id: id }) => distance(id, id)));
}

/** Whether there are times that satisfy all delays among these events, with no cause later than its effect. */
function isPossible(events: readonly Version[]): boolean {
  const distance = shortestWalks(constraintsOf(events));
  return events.every(({ event_id: id }) => distance(id, id) >= 0);
}

/**
 * Where the consequences of a change contradict its findings, one sentence each: an event that lost a cause is `orphaned`
 * among them and no other is, and each that no longer finds a value which it requires is among them.
 *
 * @param changed the events that the change makes or moves, which are no consequences
 */
export function contradictions(
  { findings, consequences }: NonNullable<Answer['change']>,
  changed: readonly Version[],
): readonly string[] {
  const isTold = (id: string) =>
    changed.some(({ event_id }) => event_id === id) || consequences.some(({ event_id }) => event_id === id);
  const orphans = findings.filter(({ kind }) => kind === 'orphaned_effect');
  const invented = consequences.filter(
    ({ event_id, effect, path }) =>
      effect === 'orphaned' &&
      !orphans.some(({ event_ids: [orphan, cause] }) => orphan === event_id && cause === path.at(-2)),
  );
  const missed = findings.filter(
    ({ kind, event_ids: [id = ''] }) => ['orphaned_effect', 'unmet_requirement'].includes(kind) && !isTold(id),
  );
  return [
    ...invented.map(({ event_id }) => `${event_id} is said to be orphaned, and no finding says so`),
    ...missed.map(({ kind, event_ids: [id = ''] }) => `${id} has a new ${kind} and is no consequence`),
  ];
}
