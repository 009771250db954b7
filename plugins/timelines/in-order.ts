/** What is ordered by when it happens. */
interface Placed {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The order of recording. */
  readonly recorded: number;
}

/** By time, then by order of recording: negative where `one` comes first. */
export function inOrder(one: Placed, other: Placed): number {
  return one.time - other.time || one.recorded - other.recorded;
}
