/** The numbers of MSPDI. */
export const linkType = { finishToFinish: '0', finishToStart: '1', startToFinish: '2', startToStart: '3' } as const;
export const constraints = {
  asLateAsPossible: '1',
  mustStartOn: '2',
  mustFinishOn: '3',
  startNoEarlier: '4',
  startNoLater: '5',
  finishNoEarlier: '6',
  finishNoLater: '7',
} as const;

/** A time as MSPDI has it: in whole seconds, without a zone. */
export const local = (time: string): string => time.slice(0, 19);

/**
 * The one constraint that a task has, of the fields of an event: where none is said, that it does not begin before it
 * does, so that no program moves it.
 */
export function constraintOf(fields: Readonly<Record<string, unknown>>): {
  readonly type: string;
  readonly date?: string;
} {
  const plan: Readonly<Record<string, unknown>> = Object(fields.plan);
  const dated = (type: string, date: unknown) => ({ type, date: local(String(date)) });
  if (fields.fixed === true) return dated(constraints.mustStartOn, fields.time);
  if (plan.as_late_as_possible === true) return { type: constraints.asLateAsPossible };
  if (plan.not_before === undefined && plan.not_after !== undefined)
    return dated(constraints.finishNoLater, plan.not_after);
  return dated(constraints.startNoEarlier, plan.not_before ?? fields.time);
}
