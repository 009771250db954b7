import { runCommand } from './commands.ts';

process.exitCode = await main(process.argv.slice(2));
await flushed(process.stdout);
// A part that left a timer or a socket behind does not keep the process.
process.exit();

async function main(args: readonly string[]): Promise<0 | 1> {
  // The reader of a pipe may close it early (`chronoscribe openapi | head`); the command still finishes and cleans up.
  process.stdout.on('error', () => undefined);
  try {
    return await runCommand(args);
  } catch (thrown) {
    process.stderr.write(`${explain(thrown)}\n`);
    return 1;
  }
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}

/**
 * The text for standard error. The message of a plain `Error`, or of a class of ours, is written for a person. Any
 * other error, such as a `TypeError`, is a bug: it is shown with its stack, or with the line it was thrown at where
 * another error wraps it.
 */
function explain(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `Unexpected: ${String(thrown)}`;
  if (isBug(thrown)) return `Unexpected: ${thrown.stack ?? thrown.message}`;
  const place = placeOfBug(thrown.cause);
  return place === undefined ? thrown.message : `${thrown.message}\n    ${place}`;
}

function isBug(thrown: Error): boolean {
  const bugs = [TypeError, RangeError, ReferenceError, SyntaxError, EvalError, URIError];
  return bugs.some((kind) => thrown instanceof kind);
}

/** `at file:///…/index.ts:12:9`, of the bug among the causes of an error; undefined where there is none. */
function placeOfBug(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  if (!isBug(cause)) return placeOfBug(cause.cause);
  return cause.stack
    ?.split('\n')
    .map((line) => line.trim())
    .find((line) => line.startsWith('at ') && !line.includes('node:'));
}
