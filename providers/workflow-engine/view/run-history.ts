/** What is saved of a node, and of what is saved beside its value. */
interface Attempt {
  readonly status: 'running' | 'completed' | 'failed';
  readonly output: unknown;
  /** What a `StepFailure` says, or why it was stopped. */
  readonly error: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** What is saved of a run and its children. */
export interface RunHistory {
  readonly status: 'running' | 'done' | 'failed' | 'cancelled';
  readonly latest: ReadonlyMap<string, Attempt>;
  /** The children, by the path of their node. */
  readonly children: ReadonlyMap<string, RunHistory>;
}

/** How many rounds of a `repeat`, or items of an `each`, have begun. @param path of the node in its run */
export function roundsOf({ latest }: RunHistory, path: string): number {
  const numbers = [...latest.keys()]
    .filter((name) => name.startsWith(`${path}/`))
    .map((name) => Number(name.slice(path.length + 1).split('/')[0] || Number.NaN));
  return numbers.reduce((most, number) => (number >= most ? number + 1 : most), 0);
}
