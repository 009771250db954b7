/** A text as weights of its words, of length 1. */
export type Vector = ReadonlyMap<string, number>;

/** Share of a sentence's rank that comes from sentences like it; the rest is the same for all (PageRank's damping). */
const damping = 0.85;
const rounds = 20;

/** Weighs words by how rare they are among the texts (tf-idf). A word that stands everywhere weighs little. */
export function tfIdfVectors(texts: readonly (readonly string[])[]): Vector[] {
  const documentFrequency = new Map<string, number>();
  for (const text of texts) for (const word of new Set(text)) documentFrequency.set(word, (documentFrequency.get(word) ?? 0) + 1);
  return texts.map((text) => {
    const weights = new Map<string, number>();
    for (const word of text) {
      const rarity = Math.log(1 + texts.length / (documentFrequency.get(word) ?? 1));
      weights.set(word, (weights.get(word) ?? 0) + rarity);
    }
    const length = Math.hypot(...weights.values()) || 1;
    return new Map([...weights].map(([word, weight]) => [word, weight / length]));
  });
}

/** Cosine of two vectors, 0 (nothing shared) to 1. */
export function cosineSimilarity(a: Vector, b: Vector): number {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [word, weight] of few) sum += weight * (many.get(word) ?? 0);
  return sum;
}

/**
 * How central each text is, 0 to 1 (the most central): LexRank with the cosine as weight of an edge (Erkan and Radev, 2004).
 * The graph is never built. One round passes rank from texts to their words and back, which is the same sum, so its cost grows
 * with the number of words and not with the square of the number of texts.
 */
export function lexRank(vectors: readonly Vector[]): number[] {
  const degrees = propagate(
    vectors,
    vectors.map(() => 1),
  );
  let ranks = vectors.map(() => 1 / vectors.length);
  for (let round = 0; round < rounds; round += 1) {
    const shares = ranks.map((rank, index) => rank / Math.max(degrees[index] ?? 0, Number.EPSILON));
    ranks = propagate(vectors, shares).map((received) => (1 - damping) / vectors.length + damping * received);
  }
  const highest = ranks.reduce((a, b) => Math.max(a, b), 0);
  return ranks.map((rank) => (highest > 0 ? rank / highest : 0));
}

/** What each text receives when all others send their amount along their likeness to it. */
function propagate(vectors: readonly Vector[], amounts: readonly number[]): number[] {
  const held = new Map<string, number>();
  vectors.forEach((vector, index) => {
    const amount = amounts[index] ?? 0;
    for (const [word, weight] of vector) held.set(word, (held.get(word) ?? 0) + weight * amount);
  });
  return vectors.map((vector, index) => {
    let received = 0;
    for (const [word, weight] of vector) received += weight * (held.get(word) ?? 0);
    const own = vector.size === 0 ? 0 : (amounts[index] ?? 0);
    return Math.max(0, received - own);
  });
}
