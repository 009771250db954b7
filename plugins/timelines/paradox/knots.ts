import { backwardSpan, type CausalGraph, effectsBeforeCauses } from './causal-graph.ts';

/**
 * The strongly connected components that hold a circle (R. Tarjan, “Depth-First Search and Linear Graph Algorithms”, 1972), each
 * as the numbers of its events. Without recursion, since a circle may be longer than the stack is deep. Only what lies between
 * steps against time is walked, and nothing where all steps are forward.
 */
export function knotsOf(graph: CausalGraph): readonly (readonly number[])[] {
  const { times, first, causes } = graph;
  const starts = effectsBeforeCauses(graph);
  if (starts.length === 0) return [];
  const span = backwardSpan(graph, starts);

  const knots: (readonly number[])[] = [];
  /** When each event was met, from 1 on; 0 before. */
  const met = new Int32Array(times.length);
  /** The event met first of those that each event leads back to. */
  const lowest = new Int32Array(times.length);
  const next = first.slice();
  const isOpen = new Uint8Array(times.length);
  const open: number[] = [];
  const way: number[] = [];
  let count = 0;

  const meet = (event: number) => {
    count += 1;
    met[event] = count;
    lowest[event] = count;
    isOpen[event] = 1;
    open.push(event);
    way.push(event);
  };
  const lower = (event: number, to: number | undefined) => {
    lowest[event] = Math.min(lowest[event] ?? 0, to ?? 0);
  };
  const leave = (event: number) => {
    way.pop();
    const effect = way.at(-1);
    if (effect !== undefined) lower(effect, lowest[event]);
    if (lowest[event] !== met[event]) return;
    const members = open.splice(open.lastIndexOf(event));
    for (const member of members) isOpen[member] = 0;
    if (members.length > 1 || isOwnCause(graph, event)) knots.push(members);
  };

  for (const start of starts) {
    if (met[start] === 0) meet(start);
    for (let event = way.at(-1); event !== undefined; event = way.at(-1)) {
      const at = next[event] ?? 0;
      if (at >= (first[event + 1] ?? 0)) {
        leave(event);
        continue;
      }
      next[event] = at + 1;
      const cause = causes[at] ?? -1;
      const time = times[cause] ?? Number.NaN;
      if (!(time >= span.from && time <= span.to)) continue;
      if (met[cause] === 0) meet(cause);
      else if (isOpen[cause] === 1) lower(event, met[cause]);
    }
  }
  return knots;
}

function isOwnCause({ first, causes }: CausalGraph, event: number): boolean {
  return causes.subarray(first[event], first[event + 1]).includes(event);
}
