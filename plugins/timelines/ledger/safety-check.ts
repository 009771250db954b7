import { InstantText } from 'chronoscribe/kinds/clock';
import type { JournalEntry, JournalReads, Revision, View } from 'chronoscribe/kinds/journal';
import { z } from 'zod';
import type { LedgerEvent } from './event.ts';

/** The kinds of findings with their severities. `anchored_moment_changed` is an error if the anchor is locked. */
export const severities = {
  retrocausal_change: 'error',
  causal_loop: 'error',
  effect_before_cause: 'error',
  grandfather: 'error',
  unmet_requirement: 'error',
  temporal_constraint: 'error',
  bilocation: 'error',
  conflicting_outcomes: 'error',
  orphaned_effect: 'warning',
  anchored_moment_changed: 'warning',
  duplicate_event: 'info',
} as const;

// The boundary where `Object.keys` loses the type of the keys.
export const FindingKind = z.enum(Object.keys(severities) as (keyof typeof severities)[]);
export type FindingKind = z.output<typeof FindingKind>;

const Severity = z.enum(['error', 'warning', 'info']).meta({ description: 'How severe it is' });
export type Severity = z.output<typeof Severity>;

/**
 * A step of the evidence for a finding. `from` and `to` are event ids, `anchor:anc_…`, `participant:…`, `change:1`, or a
 * state key with its value as JSON, such as `door = "open"`.
 */
const WitnessStep = z.object({
  from: z.string().meta({ description: 'An event id, `anchor:` with an id, or a state key with its value' }),
  to: z.string().meta({ description: 'The same' }),
  relation: z.string().meta({ description: 'The relation of `from` to `to`: `causes`, `requires`, `sets`, …' }),
  detail: z.string().meta({ description: 'For people' }),
});
export type WitnessStep = Readonly<z.output<typeof WitnessStep>>;

/** What is wrong with a timeline, and why. An id among `event_ids` may have no event. */
export const Finding = z
  .object({
    kind: FindingKind.meta({ description: 'The kind of paradox or fault' }),
    severity: Severity,
    event_ids: z.array(z.string()).meta({ description: 'The events concerned, each once' }),
    witness: z.array(WitnessStep).meta({ description: 'The shortest chain of evidence' }),
    explanation: z.string().meta({ description: 'For people' }),
    introduced_by: z
      .object({
        event_id: z.string().meta({ description: 'Which event it is' }),
        timeline_id: z.string().meta({ description: 'Where it was recorded' }),
        recorded_at: InstantText,
        request_id: z.string().meta({ description: 'Of the request that recorded it' }),
      })
      .nullable()
      .meta({ description: 'The event of the witness that was recorded last; null if none was recorded yet' }),
  })
  .meta({ id: 'Finding' });
export type Finding = Readonly<z.output<typeof Finding>>;

/**
 * The effect of a manipulation on another event. `orphaned`: it names the superseded event as its cause. `retimed`: a
 * delay ties its time to an event that is affected. `affected`: it depends on it in another way.
 */
const Consequence = z
  .object({
    event_id: z.string().meta({ description: 'Which event it is' }),
    description: z.string().meta({ description: 'What happens there' }),
    time: InstantText,
    effect: z.enum(['orphaned', 'retimed', 'affected']).meta({ description: 'How the change affects it' }),
    distance: z.int().meta({ description: 'The number of steps from the manipulated event' }),
    path: z.array(z.string()).meta({ description: 'From the manipulated event to this one' }),
    basis: z.enum(['causes', 'requires', 'co_located']).meta({ description: 'What links it to the previous step' }),
  })
  .meta({ id: 'Consequence' });
export type Consequence = Readonly<z.output<typeof Consequence>>;

/** The response fields of a change with a safety check. */
export const safetyCheckFields = {
  findings: z.array(Finding).optional().meta({ description: 'New warnings; only with `safety_check`' }),
  consequences: z
    .array(Consequence)
    .optional()
    .meta({ description: 'The events that it affects, nearest first; only with `safety_check`' }),
  more_consequences: z.boolean().optional().meta({ description: 'Whether there are more than are listed' }),
};

/** The result of a safety check. */
export interface SafetyCheckResult {
  /** New findings above `info`. */
  readonly findings: readonly Finding[];
  /** Nearest first. */
  readonly consequences: readonly Consequence[];
  /** Whether there are more consequences than are listed. */
  readonly more: boolean;
}

/** The result if no check was asked for. */
export const uncheckedResult: SafetyCheckResult = { findings: [], consequences: [], more: false };

/** The values of `safetyCheckFields`; empty if nothing was checked. */
export function toSafetyCheckFields({ findings, consequences, more }: SafetyCheckResult, checked: boolean) {
  return checked ? { findings: [...findings], consequences: [...consequences], more_consequences: more } : {};
}

/** A change before it is written. */
export interface ProposedChange {
  readonly journal: JournalReads;
  readonly view: View;
  /** The revisions that the timeline would no longer show. */
  readonly removed: readonly Revision[];
  /** The events that it would show instead. */
  readonly added: readonly { readonly entry: JournalEntry; readonly event: LedgerEvent }[];
}

/**
 * Loads what a safety check needs beside the journal. Called before a transaction, which waits for nothing else. The
 * check throws Problem `paradox-detected` if a change introduces an error.
 *
 * @param wanted if false, the check finds nothing and refuses nothing
 */
export type PrepareSafetyCheck = (
  account: string,
  wanted: boolean,
) => Promise<(change: ProposedChange) => Promise<SafetyCheckResult>>;
