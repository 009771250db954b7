import type { Changes, PendingChanges } from './pending-changes.ts';
import { between, type Edited, shown, withChanges } from './take-back.ts';

/** A change that can be taken back: the parts that it changed, as they were and as they became. */
interface Step {
  readonly before: Changes;
  readonly after: Changes;
  /** What it does. What is typed into one statement without a pause has one tag, and is one step. */
  readonly tag: string;
  /** When it was last made, in milliseconds since 1970. */
  readonly at: number;
}

/** What is not saved yet, and the steps that led there, with those that were taken back. The newest are last. */
export interface Edits {
  readonly pending: PendingChanges;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

const pauseMs = 2000;

/** Makes a change. */
export function changed(edits: Edits, edited: Edited, after: Changes, { tag, at }: Pick<Step, 'tag' | 'at'>): Edits {
  const { pending, past, future } = edits;
  const last = past.at(-1);
  const goesOn = last?.tag === tag && at - last.at < pauseMs && future.length === 0;
  const before = goesOn ? last.before : shown(pending, edited, after);
  return {
    pending: withChanges(pending, edited, after),
    past: [...(goesOn ? past.slice(0, -1) : past), { before, after, tag, at }],
    future: [],
  };
}

/** Takes back the last change, or the last one with a tag. What others have changed since stays. */
export function undone(edits: Edits, edited: Edited, tag?: string): Edits {
  const step = edits.past.findLast((each) => tag === undefined || each.tag === tag);
  if (step === undefined) return edits;
  const { after, before } = step;
  return {
    pending: moved(edits.pending, edited, after, before),
    past: edits.past.filter((each) => each !== step),
    future: [...edits.future, step],
  };
}

/** Makes again what was taken back last. */
export function redone(edits: Edits, edited: Edited): Edits {
  const step = edits.future.at(-1);
  if (step === undefined) return edits;
  const { before, after } = step;
  return {
    pending: moved(edits.pending, edited, before, after),
    past: [...edits.past, step],
    future: edits.future.slice(0, -1),
  };
}

function moved(pending: PendingChanges, edited: Edited, from: Changes, to: Changes): PendingChanges {
  return withChanges(pending, edited, between(from, to, shown(pending, edited, to)));
}
