import type { Operation, Said } from '../exchange.ts';
import { type Checked, check, newFaults } from './faults.ts';
import { type Ledger, timelineCalled } from './state.ts';

/** What performing an operation gave. */
export interface Performed {
  readonly ledger: Ledger;
  readonly said: Said;
  /** What a check found; a check of a change, only what is new. Null where nothing was checked. */
  readonly checked: Checked | null;
}

export type Of<Type extends Operation['type']> = Extract<Operation, { type: Type }>;

export function unchecked(ledger: Ledger, said: Said): Performed {
  return { ledger, said, checked: null };
}

/**
 * Makes a change, unless it is to be checked and brings an error. A check tells what is new and above `info`; a
 * refusal, the errors among that.
 */
export function unlessParadox(before: Ledger, after: Ledger, timelineId: string, safetyCheck: boolean, said: Said): Performed {
  if (!safetyCheck) return unchecked(after, said);
  const { faults, among } = checked(after, timelineId);
  const brought = newFaults(checked(before, timelineId).faults, faults).filter(({ severity }) => severity !== 'info');
  const errors = brought.filter(({ severity }) => severity === 'error');
  return errors.some(({ isOptional }) => !isOptional)
    ? { ledger: before, said: { status: 409, code: 'paradox-detected' }, checked: { faults: errors, among } }
    : { ledger: after, said, checked: { faults: brought, among } };
}

export function checked(ledger: Ledger, timelineId: string): Checked {
  return check(timelineCalled(ledger, timelineId).statements, ledger.anchors);
}
