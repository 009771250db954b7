/** What is remembered of the contents of records. In memory only: the store holds nothing clinical. */
export interface KnownLabels<Labels> {
  /** The labels of a content, which never changes under the name of its file; undefined if they are not known. */
  get(id: string, file: string): Labels | undefined;
  set(id: string, file: string, labels: Labels): void;
  /** Forgets a record. */
  delete(id: string): void;
}

/** How many records are remembered; of more, those that were listed last. */
const capacity = 5_000;

/** Remembers the labels of the newest version of records, so that a list reads no content that an earlier one has read. */
export function knownLabels<Labels>(): KnownLabels<Labels> {
  // In order of use, since a map keeps the order of insertion.
  const known = new Map<string, { readonly file: string; readonly labels: Labels }>();
  const set: KnownLabels<Labels>['set'] = (id, file, labels) => {
    known.delete(id);
    known.set(id, { file, labels });
    if (known.size > capacity) for (const oldest of known.keys()) return void known.delete(oldest);
  };
  return {
    get(id, file) {
      const found = known.get(id);
      if (found?.file !== file) return undefined;
      set(id, file, found.labels);
      return found.labels;
    },
    set,
    delete: (id) => void known.delete(id),
  };
}
