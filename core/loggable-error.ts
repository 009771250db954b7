/**
 * What is logged of an error: what it is and where it was. Its message is left out, since it may quote what was worked on (`JSON.parse` does); that of a
 * failed system call quotes nothing but a path, and stays.
 */
export function loggableError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, syscall, errcode } = error as { code?: unknown; syscall?: unknown; errcode?: unknown };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    type: error.name,
    ...(code !== undefined && { code }),
    ...((syscall !== undefined || errcode !== undefined) && { message: error.message }),
    frames: frames.map((frame) => frame.trim()),
    ...(error.cause !== undefined && { cause: loggableError(error.cause) }),
  };
}
