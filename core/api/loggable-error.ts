/**
 * What is logged of an error: what it is and where it was. Its message is left out, since it may quote what was worked on (`JSON.parse` does); that of a
 * failed system call quotes nothing but a path, and stays.
 */
export function loggableError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, syscall, errcode } = error as { code?: unknown; syscall?: unknown; errcode?: unknown };
  return {
    type: error.name,
    ...(code !== undefined && { code }),
    ...((syscall !== undefined || errcode !== undefined) && { message: error.message }),
    frames: framesOf(error),
    ...(error.cause !== undefined && { cause: loggableError(error.cause) }),
  };
}

/** `at work (file:///…/index.ts:12:9)`, `at Array.map (<anonymous>)`. */
const frame = /^at .*(?:[/\\:]\S*:\d+:\d+|<anonymous>)\)?$/;

/** V8 writes the message above the frames, and a line of it may look like one: `   at home, she says`. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const begin = stack.indexOf(message);
  // Not there where the message was changed later: then the look of a line must tell.
  return stack
    .slice(begin === -1 ? 0 : begin + message.length)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => frame.test(line));
}
