/** What is fuzzed: something that reads bytes of strangers. */
export interface Target {
  /** Valid inputs, from which the others are made. */
  readonly seeds: readonly Uint8Array[];
  /** What the format is made of. */
  readonly words: readonly string[];
  /** Reads an input. @throws what is no answer to a stranger's mistake */
  read(input: Uint8Array): Promise<void>;
  stop?(): Promise<void>;
}
