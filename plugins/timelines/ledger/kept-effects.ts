import { isDeepStrictEqual } from 'node:util';
import type { JournalEntry, JournalReads, Revision, View } from 'chronoscribe/kinds/journal';
import type { Cause, LedgerEvent } from './event.ts';
import { type Placement, toJournalEntry, toLedgerEvent } from './stored-event.ts';

/** An event that names another cause than before, under its own id and at its place in the order of recording. */
export interface Relink {
  readonly before: Revision;
  readonly event: LedgerEvent;
  readonly entry: JournalEntry;
}

type Origin = Pick<Placement, 'timelineId' | 'requestId' | 'operationId'>;

/**
 * Lets what rested on a superseded event rest on its successor: the events that name it as a cause, except those that
 * require a value that it set and that the successor does not set.
 */
export async function relinkToSuccessor(
  journal: Pick<JournalReads, 'effects'>,
  view: View,
  { subject, ...original }: LedgerEvent & Pick<Revision, 'subject'>,
  successor: LedgerEvent,
  origin: Origin,
): Promise<readonly Relink[]> {
  const resting = (await journal.effects(view, [original.event_id])).filter((effect) => effect.subject !== subject);
  return relink(resting, origin, (effect) =>
    losesRequirement(effect, original, successor)
      ? effect.causes
      : effect.causes.map((cause) =>
          cause.event_id === original.event_id
            ? { ...cause, event_id: successor.event_id, instead_of: [...(cause.instead_of ?? []), original.event_id] }
            : cause,
        ),
  );
}

/** Undoes `relinkToSuccessor` for the events that still rest on the successor. */
export async function relinkToPredecessor(
  journal: Pick<JournalReads, 'effects'>,
  view: View,
  successorId: string,
  origin: Origin,
): Promise<readonly Relink[]> {
  return relink(await journal.effects(view, [successorId]), origin, ({ causes }) =>
    causes.map((cause) => {
      const former = cause.event_id === successorId ? cause.instead_of?.at(-1) : undefined;
      if (former === undefined) return cause;
      const { instead_of = [], ...rest } = cause;
      return { ...rest, event_id: former, ...(instead_of.length > 1 && { instead_of: instead_of.slice(0, -1) }) };
    }),
  );
}

function relink(
  effects: readonly Revision[],
  origin: Origin,
  causesOf: (effect: LedgerEvent) => readonly Cause[],
): readonly Relink[] {
  return effects.flatMap((before) => {
    const effect = toLedgerEvent(before);
    const causes = causesOf(effect);
    if (causes.every((cause, at) => cause === effect.causes[at])) return [];
    const event = { ...effect, causes };
    const { subject, recorded } = before;
    return [{ before, event, entry: toJournalEntry(event, { ...origin, operation: 'relink', subject, recorded }) }];
  });
}

/** Whether an event requires a value that the original set and the successor does not set. */
function losesRequirement({ requires }: LedgerEvent, original: LedgerEvent, successor: LedgerEvent): boolean {
  return Object.entries(requires).some(([key, value]) => sets(original, key, value) && !sets(successor, key, value));
}

function sets({ effects }: LedgerEvent, key: string, value: unknown): boolean {
  return Object.hasOwn(effects, key) && isDeepStrictEqual(effects[key], value);
}
