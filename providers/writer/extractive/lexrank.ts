/** A text as weights of its words, normalised to length 1. */
export type Vector = ReadonlyMap<string, number>;

/** Damping factor of PageRank: the share of a rank that comes from similar sentences. */
const damping = 0.85;
const rounds = 20;

/**
 * Computes tf-idf vectors. A word that occurs in every text weighs little.
 *
 * @param texts each as its words
 */
export function tfIdfVectors(texts: readonly (readonly string[])[]): Vector[] {
  const documentFrequency = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(text)) documentFrequency.set(word, (documentFrequency.get(word) ?? 0) + 1);
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

/** Cosine similarity of two vectors, 0 to 1. */
export function cosineSimilarity(a: Vector, b: Vector): number {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [word, weight] of few) sum += weight * (many.get(word) ?? 0);
  return sum;
}

/**
 * Centrality of each text, 0 to 1 for the most central: LexRank with the cosine as edge weight (Erkan and Radev, 2004).
 *
 * The graph is never built. One round passes rank from texts to their words and back, which gives the same sum. The
 * cost is proportional to the number of words, not to the square of the number of texts.
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

/** What each text receives if every other text distributes its amount in proportion to similarity. */
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
