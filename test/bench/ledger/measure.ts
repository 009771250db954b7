/** The median of so many runs in milliseconds, after some that warm up. */
export async function medianMs(runs: number, work: (run: number) => Promise<unknown> | unknown): Promise<number> {
  for (let run = 0; run < Math.ceil(runs / 5); run += 1) await work(run);
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const begun = performance.now();
    await work(run + runs);
    times.push(performance.now() - begun);
  }
  return percentile(times, 0.5);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
