/** Longer texts are rare, and would take most of the memory. */
const longestText = 1_000;

/**
 * A function of a text that remembers its results: a check reads the same sentences many times, for each statement that
 * cites them, and once more for each form of it. What is returned is shared, so nobody may change it.
 *
 * @param most how many results are kept; beyond that, all are dropped and it begins anew
 */
export function remembered<T>(compute: (text: string) => T, most = 2_000): (text: string) => T {
  const known = resultsByText<T>(most);
  return (text) => known(text, () => compute(text));
}

/** Remembers what is computed of something that a text tells from every other thing. */
export function resultsByText<T>(most = 2_000): (text: string, compute: () => T) => T {
  const results = new Map<string, T>();
  return (text, compute) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute();
    if (text.length > longestText) return result;
    if (results.size >= most) results.clear();
    results.set(text, result);
    return result;
  };
}

/** A function of an object that nobody changes: it computes once for each, as long as the object is in use. */
export function rememberedFor<K extends object, T>(compute: (key: K) => T): (key: K) => T {
  const results = new WeakMap<K, { readonly result: T }>();
  return (key) => {
    const known = results.get(key) ?? { result: compute(key) };
    results.set(key, known);
    return known.result;
  };
}
