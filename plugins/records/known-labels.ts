/** How many records are remembered; of more, those that were listed last. */
const capacity = 5_000;

/**
 * Remembers the labels of the newest version of records, so that a list reads no content that an earlier one has read. In
 * memory only: the store holds nothing clinical.
 */
export function knownLabels<Labels>() {
  // In order of use, since a map keeps the order of insertion.
  const known = new Map<string, { readonly file: string; readonly labels: Labels }>();
  const set = (id: string, file: string, labels: Labels): void => {
    known.delete(id);
    known.set(id, { file, labels });
    if (known.size > capacity) for (const oldest of known.keys()) return void known.delete(oldest);
  };
  return {
    /** The labels of a content, which never changes under the name of its file; undefined if they are not known. */
    get(id: string, file: string): Labels | undefined {
      const found = known.get(id);
      if (found?.file !== file) return undefined;
      set(id, file, found.labels);
      return found.labels;
    },
    set,
    /** Forgets a record. */
    delete: (id: string) => void known.delete(id),
  };
}
