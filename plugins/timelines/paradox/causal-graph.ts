/**
 * Events by number, from 0 on, and the causes of each, packed so that millions fit: those of `event` are `causes[first[event]]`
 * up to and without `causes[first[event + 1]]`; -1 stands for a cause that is not there.
 */
export interface CausalGraph {
  /** Of each event, in milliseconds since 1970. */
  readonly times: Float64Array;
  readonly first: Int32Array;
  readonly causes: Int32Array;
}

/** Packs events and the numbers of their causes. */
export function packGraph(events: readonly { readonly time: number; readonly causes: readonly number[] }[]): CausalGraph {
  const first = new Int32Array(events.length + 1);
  events.forEach(({ causes }, event) => {
    first[event + 1] = (first[event] ?? 0) + causes.length;
  });
  return {
    times: Float64Array.from(events, ({ time }) => time),
    first,
    causes: Int32Array.from(events.flatMap(({ causes }) => causes)),
  };
}

/** The causes of an event that are there. */
export function* causesIn({ first, causes }: CausalGraph, event: number): Generator<number> {
  const end = first[event + 1] ?? 0;
  for (let at = first[event] ?? 0; at < end; at += 1) {
    const cause = causes[at] ?? -1;
    if (cause !== -1) yield cause;
  }
}

/** The events that have a cause not earlier than themselves. Where there are none, no way leads back to where it began. */
export function effectsBeforeCauses({ times, first, causes }: CausalGraph): readonly number[] {
  const found: number[] = [];
  for (let event = 0; event < times.length; event += 1) {
    const time = times[event] ?? 0;
    const end = first[event + 1] ?? 0;
    for (let at = first[event] ?? 0; at < end; at += 1) {
      const cause = causes[at] ?? -1;
      if (cause === -1 || (times[cause] ?? 0) < time) continue;
      found.push(event);
      break;
    }
  }
  return found;
}

/** A range of time, both ends included, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The span in which ways against time begin and end: from the earliest of these effects to the latest of their causes. The
 * earliest event of a circle has a cause that is not earlier, and the latest one is such a cause, so every circle lies within.
 */
export function backwardSpan(graph: CausalGraph, effects: readonly number[]): Span {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const effect of effects) {
    from = Math.min(from, graph.times[effect] ?? 0);
    for (const cause of causesIn(graph, effect)) to = Math.max(to, graph.times[cause] ?? 0);
  }
  return { from, to };
}
