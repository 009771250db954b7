/** How long a check may take. */
export interface Budget {
  isSpent(): boolean;
}

/** A budget that is spent so many milliseconds from now. */
export function budgetOf(milliseconds: number): Budget {
  const end = performance.now() + milliseconds;
  return { isSpent: () => performance.now() >= end };
}
