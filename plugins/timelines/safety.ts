import type { JournalEntry, JournalReads, Revision, View } from 'chronoscribe/kinds/journal';
import type { Consequence } from './consequences.ts';
import type { LedgerEvent } from './event.ts';
import type { Finding } from './paradox/finding.ts';

/** What a change would bring. */
export interface Verdict {
  /** Faults above `info` that were not there before. */
  readonly findings: readonly Finding[];
  /** Nearest first. */
  readonly consequences: readonly Consequence[];
  /** Whether there are more consequences than are listed. */
  readonly more: boolean;
}

/** Of a change that was not checked. */
export const nothingFound: Verdict = { findings: [], consequences: [], more: false };

/** A change that is about to be made, inside the transaction that makes it. */
export interface ProposedChange {
  readonly journal: JournalReads;
  readonly view: View;
  /** What the timeline would no longer show. */
  readonly removed: readonly Revision[];
  /** What it would show instead. */
  readonly added: readonly { readonly entry: JournalEntry; readonly event: LedgerEvent }[];
}

/** @throws Problem `paradox-detected` where the change brings a new error. */
export type SafetyCheck = (change: ProposedChange) => Promise<Verdict>;

/**
 * Fetches what a check of an account's changes needs and the journal does not have. Before the transaction, since nothing else is
 * waited for inside.
 *
 * @param wanted where it is false, the check finds nothing and refuses nothing
 */
export type PrepareSafetyCheck = (account: string, wanted: boolean) => Promise<SafetyCheck>;
