/**
 * Says on standard error what went wrong. A plain `Error`, and what derives from it here, is a message for a person. Anything else, such as
 * a `TypeError`, is somebody's slip: it is shown with its stack, or in one line with its place where a message was put around it.
 */
export function tellFailure(thrown: unknown): void {
  process.stderr.write(`${explain(thrown)}\n`);
}

function explain(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `Unexpected: ${String(thrown)}`;
  if (isSlip(thrown)) return `Unexpected: ${thrown.stack ?? thrown.message}`;
  const place = placeOfSlip(thrown.cause);
  return place === undefined ? thrown.message : `${thrown.message}\n    ${place}`;
}

const slips = [TypeError, RangeError, ReferenceError, SyntaxError, EvalError, URIError];

function isSlip(thrown: Error): boolean {
  return slips.some((kind) => thrown instanceof kind);
}

/** `at file:///…/index.ts:12:9`, of the slip that an error was made from; undefined where it was made from none. */
function placeOfSlip(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  if (!isSlip(cause)) return placeOfSlip(cause.cause);
  return cause.stack
    ?.split('\n')
    .map((line) => line.trim())
    .find((line) => line.startsWith('at ') && !line.includes('node:'));
}
