/**
 * A graph in compressed sparse row form. Events are numbered from 0; the causes of `event` are `causes[first[event]]`
 * up to but not including `causes[first[event + 1]]`. -1 stands for a missing cause.
 */
export interface CausalGraph {
  /** Of each event, in milliseconds since 1970. */
  readonly times: Float64Array;
  readonly first: Int32Array;
  readonly causes: Int32Array;
}

/** Builds a graph from events and the numbers of their causes. */
export function packGraph(
  events: readonly { readonly time: number; readonly causes: readonly number[] }[],
): CausalGraph {
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

/** The causes of an event, without those that are missing. */
export function* causesIn({ first, causes }: CausalGraph, event: number): Generator<number> {
  const end = first[event + 1] ?? 0;
  for (let at = first[event] ?? 0; at < end; at += 1) {
    const cause = causes[at] ?? -1;
    if (cause !== -1) yield cause;
  }
}

/** The events with a cause that is not earlier than themselves. If there are none, the graph has no cycle. */
export function findBackwardEffects({ times, first, causes }: CausalGraph): readonly number[] {
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

/**
 * The time span that contains every cycle: from the earliest of these effects to the latest of their causes. The
 * earliest event of a cycle has a cause that is not earlier, and the latest event is such a cause.
 *
 * @param effects the events with a cause that is not earlier, see `findBackwardEffects`
 */
export function backwardSpan(graph: CausalGraph, effects: readonly number[]) {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const effect of effects) {
    from = Math.min(from, graph.times[effect] ?? 0);
    for (const cause of causesIn(graph, effect)) to = Math.max(to, graph.times[cause] ?? 0);
  }
  return { from, to };
}

/**
 * The strongly connected components that contain a cycle (R. Tarjan, “Depth-First Search and Linear Graph Algorithms”,
 * 1972), each as the numbers of its events. Iterative, because a cycle may be longer than the call stack. Only the time
 * span of backward edges is searched, and nothing if all edges run forward.
 */
export function stronglyConnectedComponents(graph: CausalGraph): readonly (readonly number[])[] {
  const { times, first, causes } = graph;
  const starts = findBackwardEffects(graph);
  if (starts.length === 0) return [];
  const span = backwardSpan(graph, starts);

  const components: (readonly number[])[] = [];
  /** The order in which each event was visited, from 1; 0 if it was not. */
  const index = new Int32Array(times.length);
  /** The lowest index that each event reaches. */
  const lowLink = new Int32Array(times.length);
  const next = first.slice();
  const isOnStack = new Uint8Array(times.length);
  const stack: number[] = [];
  const path: number[] = [];
  let count = 0;

  const enter = (event: number) => {
    count += 1;
    index[event] = count;
    lowLink[event] = count;
    isOnStack[event] = 1;
    stack.push(event);
    path.push(event);
  };
  const lowerLink = (event: number, to: number | undefined) => {
    lowLink[event] = Math.min(lowLink[event] ?? 0, to ?? 0);
  };
  const leave = (event: number) => {
    path.pop();
    const effect = path.at(-1);
    if (effect !== undefined) lowerLink(effect, lowLink[event]);
    if (lowLink[event] !== index[event]) return;
    const members = stack.splice(stack.lastIndexOf(event));
    for (const member of members) isOnStack[member] = 0;
    if (members.length > 1 || isOwnCause(graph, event)) components.push(members);
  };

  for (const start of starts) {
    if (index[start] === 0) enter(start);
    for (let event = path.at(-1); event !== undefined; event = path.at(-1)) {
      const at = next[event] ?? 0;
      if (at >= (first[event + 1] ?? 0)) {
        leave(event);
        continue;
      }
      next[event] = at + 1;
      const cause = causes[at] ?? -1;
      const time = times[cause] ?? Number.NaN;
      if (!(time >= span.from && time <= span.to)) continue;
      if (index[cause] === 0) enter(cause);
      else if (isOnStack[cause] === 1) lowerLink(event, index[cause]);
    }
  }
  return components;
}

function isOwnCause({ first, causes }: CausalGraph, event: number): boolean {
  return causes.subarray(first[event], first[event + 1]).includes(event);
}
