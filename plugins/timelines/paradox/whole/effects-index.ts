import type { WholeTimeline } from './whole-timeline.ts';

/** Finds the rows shown that name a cause, each once. */
export type EffectsOf = (name: number) => readonly number[];

/** Sorts all steps by their causes. */
export function indexEffects({ names, graph, causeNames }: WholeTimeline): EffectsOf {
  const count = graph.first.at(-1) ?? 0;
  const first = new Int32Array(names.rows.length + 1);
  for (const name of causeNames.subarray(0, count)) first[name + 1] = (first[name + 1] ?? 0) + 1;
  for (let name = 0; name < names.rows.length; name += 1) first[name + 1] = (first[name + 1] ?? 0) + (first[name] ?? 0);

  const next = first.slice();
  const effects = new Int32Array(count);
  for (let row = 0; row < graph.times.length; row += 1) {
    for (const name of causeNames.subarray(graph.first[row], graph.first[row + 1])) {
      const at = next[name] ?? 0;
      effects[at] = row;
      next[name] = at + 1;
    }
  }
  return (name) => [...new Set(effects.subarray(first[name], first[name + 1]))];
}
