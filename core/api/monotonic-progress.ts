const smallestStep = 0.01;

/**
 * Reports a fraction only when it has grown by a hundredth or is done, and within 0 and 1. Recognisers and uploads report far more
 * often, and not always in order.
 */
export function monotonicProgress(report: (fraction: number) => void): (fraction: number) => void {
  let highest = -1;
  return (fraction) => {
    const bounded = Math.min(1, Math.max(0, fraction));
    const isNews = bounded >= highest + smallestStep || (bounded === 1 && highest < 1);
    if (!isNews) return;
    highest = bounded;
    report(bounded);
  };
}
