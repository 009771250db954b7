import type { XmlElement } from '@rgrove/parse-xml';
import { formatInstant } from 'chronoscribe/kinds/clock';
import { isObject, type JsonObject } from '../event-line.ts';
import { withExact } from '../exact-fields.ts';
import { type Clocks, constraintOf, constraints, linkType } from './format.ts';
import { childrenOf, textOf } from './xml.ts';

/** A link as a cause, as what ties dates and is no cause, or why it is neither; nothing for a task that is not there. */
export function readLink(link: XmlElement, ids: ReadonlyMap<string | undefined, string>) {
  const event_id = ids.get(textOf(link, 'PredecessorUID'));
  const type = textOf(link, 'Type') ?? linkType.finishToStart;
  // In tenths of minutes.
  const minutes = Math.trunc(Number(textOf(link, 'LinkLag') ?? 0) / 10);
  const format = Number(textOf(link, 'LagFormat') ?? 7);
  if (event_id === undefined) return {};
  if ([19, 20, 51, 52].includes(format)) return { omitted: 'A link with a lag in per cent was left out' };
  const from: 'start' | 'end' = type === linkType.finishToStart || type === linkType.finishToFinish ? 'end' : 'start';
  const to: 'start' | 'end' = type === linkType.finishToFinish || type === linkType.startToFinish ? 'end' : 'start';
  // Elapsed units have even numbers.
  const working = format % 2 === 1 && minutes !== 0;
  if (to === 'start' && minutes >= 0 && !working)
    return { cause: { event_id, min_delay: `${minutes}m`, ...(from === 'end' && { from }) } };
  return { link: { event_id, from, to, lag: `${minutes}m`, ...(working && { working }) } };
}

/**
 * What a task says of its plan, beside its links and its calendar, and whether it must start when it does.
 *
 * @param kept what an export has kept of it
 */
export function readPlan(
  task: XmlElement,
  { instant }: Clocks,
  kept: JsonObject = {},
): { readonly fixed: boolean; readonly plan: JsonObject } {
  const at = (text = '', shift = 0) => Date.parse(instant(text)) + shift;
  const type = textOf(task, 'ConstraintType');
  const span = at(textOf(task, 'Finish')) - at(textOf(task, 'Start')) || 0;
  const limit = (name: string, shift: number) => {
    const time = at(textOf(task, 'ConstraintDate'), shift);
    return Number.isFinite(time) ? { [name]: formatInstant(time) } : {};
  };
  const was: JsonObject = isObject(kept.baseline) ? kept.baseline : {};
  const [baseline] = childrenOf(task, 'Baseline').filter((each) => (textOf(each, 'Number') ?? '0') === '0');
  const [planned, ended] = baseline === undefined ? [] : [textOf(baseline, 'Start'), textOf(baseline, 'Finish')];
  const done = Number(textOf(task, 'PercentComplete') ?? 0);
  const deadline = textOf(task, 'Deadline');
  const plan = {
    ...(type === constraints.asLateAsPossible && { as_late_as_possible: true }),
    ...(type === constraints.startNoEarlier && limit('not_before', 0)),
    ...(type === constraints.finishNoEarlier && limit('not_before', -span)),
    ...(type === constraints.startNoLater && limit('not_after', span)),
    ...(type === constraints.finishNoLater && limit('not_after', 0)),
    ...(deadline !== undefined && { deadline: instant(deadline, kept.deadline) }),
    ...(done > 0 && { percent_complete: Math.min(100, Math.round(done)) }),
    ...(planned !== undefined && {
      baseline: {
        time: instant(planned, was.time),
        ...(ended !== undefined &&
          (ended !== planned || was.end_time !== undefined) && { end_time: instant(ended, was.end_time) }),
      },
    }),
  };
  return { fixed: type === constraints.mustStartOn || type === constraints.mustFinishOn, plan };
}

/** The constraints of which a task has one alone, and what a file has no place for, or not for all of it. */
const oneOf = ['not_before', 'not_after', 'as_late_as_possible'];
const unheld = ['calendar', 'part_of', 'units'];

/** What an export has kept of a plan, except where another program has changed it. */
export function withExactPlan(
  read: JsonObject,
  exact: JsonObject,
  task: XmlElement,
  clocks: Clocks,
  isKnown: (id: unknown) => boolean,
): JsonObject {
  const plan = isObject(exact.plan) ? exact.plan : {};
  const written = constraintOf(exact, clocks);
  const date = textOf(task, 'ConstraintDate');
  const isWritten = textOf(task, 'ConstraintType') === written.type && date === written.date;
  const limits = isWritten ? plan : date === textOf(task, 'Start') ? {} : read;
  const some = (all: JsonObject, areLimits: boolean) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => oneOf.includes(name) === areLimits));
  const held = Object.keys(plan).filter((name) => read[name] !== undefined || !unheld.includes(name));
  return { ...withExact(some(read, false), some(plan, false), held, isKnown), ...some(limits, true) };
}
