import type { LedgerResponse, Operation } from '../protocol.ts';
import { type Checked, check, newFaults } from './faults.ts';
import { findTimeline, type Ledger, type Version } from './state.ts';

/** The result of an operation on the model. */
export interface OperationResult {
  readonly ledger: Ledger;
  readonly response: LedgerResponse;
  /** What a check found; a check of a change has only what is new. Null if nothing was checked. */
  readonly checked: Checked | null;
}

export type OperationOf<Type extends Operation['type']> = Extract<Operation, { type: Type }>;

export function unchecked(ledger: Ledger, response: LedgerResponse): OperationResult {
  return { ledger, response, checked: null };
}

/**
 * Applies a change, unless it is checked and introduces an error. The check has what is new and above `info`; that of a
 * refusal has the errors only.
 */
export function unlessParadox(
  before: Ledger,
  after: Ledger,
  timelineId: string,
  safetyCheck: boolean,
  response: LedgerResponse,
): OperationResult {
  if (!safetyCheck) return unchecked(after, response);
  const { faults, among } = checked(after, timelineId);
  const former = checked(before, timelineId);
  const wasThere = ({ event_id, time }: Version) =>
    former.among.some((other) => other.event_id === event_id && other.time === time);
  const changed = among.filter((version) => !wasThere(version));
  const brought = newFaults(former.faults, faults).filter(({ severity }) => severity !== 'info');
  const errors = brought.filter(({ severity }) => severity === 'error');
  return errors.some(({ isOptional }) => !isOptional)
    ? {
        ledger: before,
        response: { status: 409, code: 'paradox-detected' },
        checked: { faults: errors, among, changed },
      }
    : { ledger: after, response, checked: { faults: brought, among, changed } };
}

export function checked(ledger: Ledger, timelineId: string): Checked {
  return check(findTimeline(ledger, timelineId).statements, ledger.anchors);
}
