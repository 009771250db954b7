/** Lets so many pieces of work run at once; the others wait for their turn, in the order of asking. */
export function turns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Handed on to the next, if there is one.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
