import type { JournalReads, View } from 'chronoscribe/kinds/journal';
import type { LedgerEvent } from './event.ts';
import { eventOf } from './event-entry.ts';
import { inOrder } from './in-order.ts';
import { bySubject, viewOf } from './reading.ts';
import { resultTooLarge } from './refusals.ts';

/**
 * What a second timeline shows that a first one does not, and the other way round. Each list by time, then by order of recording.
 */
export interface Comparison {
  readonly added: readonly LedgerEvent[];
  readonly removed: readonly LedgerEvent[];
  /** What is one event, in two versions. */
  readonly changed: readonly { readonly from: LedgerEvent; readonly to: LedgerEvent }[];
}

const mostSubjects = 10_000;

/** @throws Problem `timeline-not-found`, `result-too-large`. */
export async function compareTimelines(
  journal: JournalReads,
  account: string,
  first: string,
  second: string,
): Promise<Comparison> {
  const from = await viewOf(journal, account, first);
  const to = await viewOf(journal, account, second);
  const pairs = await differences(journal, from, to);
  const added = pairs.flatMap(({ before, after }) => (before === undefined && after !== undefined ? [after] : []));
  const removed = pairs.flatMap(({ before, after }) => (before !== undefined && after === undefined ? [before] : []));
  const changed = pairs.flatMap(({ before, after }) => (before && after ? [{ before, after }] : []));
  return {
    added: added.toSorted(inOrder).map(eventOf),
    removed: removed.toSorted(inOrder).map(eventOf),
    changed: changed
      .toSorted((one, other) => inOrder(one.before, other.before))
      .map(({ before, after }) => ({ from: eventOf(before), to: eventOf(after) })),
  };
}

/** The subjects of which two views show different events, or only one shows any. */
async function differences(journal: JournalReads, from: View, to: View) {
  const subjects = new Set([
    ...(await journal.changed(from, to, mostSubjects + 1)),
    ...(await journal.changed(to, from, mostSubjects + 1)),
  ]);
  if (subjects.size > mostSubjects) throw resultTooLarge(mostSubjects, 'Compare timelines that are closer to each other.');
  const before = await bySubject(journal, from, [...subjects]);
  const after = await bySubject(journal, to, [...subjects]);
  return [...subjects]
    .map((subject) => ({ before: before.get(subject), after: after.get(subject) }))
    .filter((pair) => pair.before?.eventId !== pair.after?.eventId);
}
