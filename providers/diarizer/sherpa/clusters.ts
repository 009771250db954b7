/** A part of a recording in which one voice speaks. */
export interface Voice {
  /** The speaker embedding; its norm is not 0. */
  readonly embedding: Float32Array;
  /** The amount of speech that it is computed from, in samples. Less speech makes it less reliable. */
  readonly weight: number;
}

interface Limits {
  /** The least number of clusters. */
  readonly fewest: number;
  /** Above this number, clusters are merged even if they are not similar. */
  readonly most: number;
}

interface Cluster {
  /** A unit vector. */
  readonly direction: Float32Array;
  readonly weight: number;
  /** Indices into the list of voices. */
  readonly members: readonly number[];
}

/**
 * The least cosine similarity of two voices that may be one. Same voices are mostly above 0.6, different ones below 0.3
 * (TitaNet, WeSpeaker).
 */
const alike = 0.5;

/** The most speakers of a consultation. */
const mostSpeakers = 8;

/** The most voices that are compared at once: the work grows with the cube of their number. */
const mostAtOnce = 200;

/** The least speech of a speaker, in samples (3 s), unless the number of speakers is known. */
const leastWeight = 48_000;

/**
 * Assigns voices to speakers by agglomerative clustering: cosine similarity with Ward's criterion, which merges small
 * clusters first. So a cough does not become the second of two speakers.
 *
 * @param speakers the expected number; null: to be detected.
 * @returns for each voice the number of its speaker, from 0 in order of first appearance.
 */
export function clusterVoices(voices: readonly Voice[], speakers: number | null): readonly number[] {
  const single = voices.map(({ embedding, weight }, at) => ({ direction: unit(embedding), weight, members: [at] }));
  const limits = { fewest: speakers ?? 1, most: speakers ?? mostSpeakers };
  const clusters = merge(reduced(single, limits), limits);
  return numbered(speakers === null ? withoutCrumbs(clusters) : clusters, voices.length);
}

/** Merges neighbours in time until few enough are left to compare each with each. */
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

/** The indices of the best two clusters to merge; null if no two are similar enough. */
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

/** Merges clusters of very little speech into the most similar one. */
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

/** A plain loop: most of the time is spent here. */
function cosine({ direction: one }: Cluster, { direction: other }: Cluster): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function unit(vector: Float32Array): Float32Array {
  const norm = Math.hypot(...vector);
  return norm === 0 ? vector : vector.map((value) => value / norm);
}
