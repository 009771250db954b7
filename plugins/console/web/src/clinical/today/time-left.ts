/** When a step of a run began and ended, in milliseconds since 1970. */
export interface TimedStep {
  readonly id: string;
  readonly status: string;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

const fewestRuns = 3;
/** How far earlier runs may lie apart to tell anything: visits differ in length, and nothing says how long this one is. */
const widestSpread = 3;

/**
 * About how long a run still works, by how long earlier runs of its workflow took from the step that it is at.
 *
 * @param earlier the steps of runs that are done
 * @returns milliseconds; undefined if the earlier runs are too few or too different, or took less time than this one
 */
export function timeLeft(
  steps: readonly TimedStep[],
  earlier: readonly (readonly TimedStep[])[],
  now: number,
): number | undefined {
  const current = steps.find(({ status }) => status === 'running');
  const since = current?.startedAt ?? null;
  if (current === undefined || since === null) return undefined;
  const rests = earlier
    .map((run) => restFrom(run, current.id))
    .filter((rest) => rest !== undefined)
    .toSorted((a, b) => a - b);
  const [least = 0, most = 0] = [rests[0], rests.at(-1)];
  if (rests.length < fewestRuns || most > widestSpread * least) return undefined;
  const left = (rests[Math.floor(rests.length / 2)] ?? 0) - (now - since);
  return left > 0 ? left : undefined;
}

/** How long a run took from the start of a step to its end. */
function restFrom(run: readonly TimedStep[], step: string): number | undefined {
  const start = run.find(({ id }) => id === step)?.startedAt ?? null;
  const end = Math.max(...run.map(({ endedAt }) => endedAt ?? 0));
  return start === null || end <= start ? undefined : end - start;
}
