/** Something that sounds like one voice. */
export interface Voice {
  /** As a model of speaker embeddings draws it; any length but 0. */
  readonly embedding: Float32Array;
  /** How much speech it was drawn from, in samples: what is drawn from little is worth little. */
  readonly weight: number;
}

interface Limits {
  /** Merging ends here. */
  readonly fewest: number;
  /** Down to here, even voices that are not alike are merged. */
  readonly most: number;
}

interface Cluster {
  /** Of length 1. */
  readonly direction: Float32Array;
  readonly weight: number;
  /** Places in the list of voices. */
  readonly members: readonly number[];
}

/**
 * The cosine from which two voices may be one. Same voices are mostly above 0.6, different ones below 0.3 (TitaNet, WeSpeaker).
 */
const alike = 0.5;

/** No consultation has more. */
const mostSpeakers = 8;

/** The work grows with the cube of how many are compared at once. */
const mostAtOnce = 200;

/** Less speech than this, in samples (3 s), is no speaker of its own unless the number of speakers is known. */
const leastWeight = 48_000;

/**
 * Which voices are the same speaker's: for each voice a number from 0, in order of first appearance. Agglomerative clustering by
 * cosine with Ward's criterion, by which a lot of speech is hard to merge and an odd little bit is easy: where two speakers are
 * expected, a cough does not become the second.
 *
 * @param speakers how many are expected; null: to be found out
 */
export function clusterVoices(voices: readonly Voice[], speakers: number | null): readonly number[] {
  const single = voices.map(({ embedding, weight }, at) => ({ direction: unit(embedding), weight, members: [at] }));
  const limits = { fewest: speakers ?? 1, most: speakers ?? mostSpeakers };
  const clusters = merge(reduced(single, limits), limits);
  return numbered(speakers === null ? withoutCrumbs(clusters) : clusters, voices.length);
}

/** Few enough to be compared all with all: neighbours in time first. */
function reduced(clusters: readonly Cluster[], { fewest }: Limits): readonly Cluster[] {
  if (clusters.length <= mostAtOnce) return clusters;
  const groups = Math.ceil(clusters.length / mostAtOnce);
  const merged = Array.from({ length: groups }, (_, group) =>
    merge(clusters.slice(group * mostAtOnce, (group + 1) * mostAtOnce), { fewest, most: mostAtOnce / 2 }),
  ).flat();
  return reduced(merged, { fewest, most: mostSpeakers });
}

function merge(start: readonly Cluster[], { fewest, most }: Limits): readonly Cluster[] {
  const clusters: (Cluster | null)[] = [...start];
  const cosines = start.map((one) => start.map((other) => cosine(one, other)));
  for (let left = start.length; left > fewest; left -= 1) {
    const [at, other] = cheapest(clusters, cosines, left > most ? -1 : alike) ?? [-1, -1];
    const [one, two] = [clusters[at], clusters[other]];
    if (!one || !two) break;
    const both = united(one, two);
    clusters[at] = both;
    clusters[other] = null;
    for (const [place, cluster] of clusters.entries()) {
      const row = cosines[place];
      if (cluster === null || row === undefined) continue;
      row[at] = cosine(cluster, both);
      if (cosines[at] !== undefined) cosines[at][place] = row[at];
    }
  }
  return clusters.filter((cluster) => cluster !== null);
}

/** The places of the two clusters that are best merged; null where none are alike enough. */
function cheapest(
  clusters: readonly (Cluster | null)[],
  cosines: readonly (readonly number[])[],
  least: number,
): readonly [number, number] | null {
  let best: readonly [number, number] | null = null;
  let lowest = Number.POSITIVE_INFINITY;
  for (const [at, one] of clusters.entries()) {
    if (one === null) continue;
    for (let other = at + 1; other < clusters.length; other += 1) {
      const weight = clusters[other]?.weight;
      const likeness = cosines[at]?.[other] ?? -1;
      if (weight === undefined || likeness < least) continue;
      const cost = ((one.weight * weight) / (one.weight + weight)) * (1 - likeness);
      if (cost < lowest) [lowest, best] = [cost, [at, other]];
    }
  }
  return best;
}

/** Clusters of very little speech go to the one that they are most like. */
function withoutCrumbs(clusters: readonly Cluster[]): readonly Cluster[] {
  if (clusters.length < 2) return clusters;
  const [smallest, ...others] = clusters.toSorted((one, other) => one.weight - other.weight);
  if (smallest === undefined || smallest.weight >= leastWeight) return clusters;
  const [host, ...rest] = others.toSorted((one, other) => cosine(other, smallest) - cosine(one, smallest));
  return host === undefined ? clusters : withoutCrumbs([united(host, smallest), ...rest]);
}

function numbered(clusters: readonly Cluster[], count: number): readonly number[] {
  const first = ({ members }: Cluster) => Math.min(...members);
  const numbers = new Array<number>(count).fill(0);
  for (const [number, { members }] of clusters.toSorted((one, other) => first(one) - first(other)).entries()) {
    for (const member of members) numbers[member] = number;
  }
  return numbers;
}

function united(one: Cluster, other: Cluster): Cluster {
  const weight = one.weight + other.weight;
  const mean = one.direction.map((value, at) => value * one.weight + (other.direction[at] ?? 0) * other.weight);
  return { direction: unit(mean), weight, members: [...one.members, ...other.members] };
}

/** A loop, since this is where the time goes. */
function cosine({ direction: one }: Cluster, { direction: other }: Cluster): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function unit(vector: Float32Array): Float32Array {
  const norm = Math.hypot(...vector);
  return norm === 0 ? vector : vector.map((value) => value / norm);
}
