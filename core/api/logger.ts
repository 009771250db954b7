import { pino } from 'pino';

/**
 * Structured logging. Fields never hold bodies, prompts, transcripts or notes: clinical text stays out of logs. An error is given as `err`, and only
 * what cannot quote anything is written of it.
 */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Logger;
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** JSON lines on standard error; standard output is kept for what a person or a script waits for. */
export function createLogger(level: LogLevel): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: loggableError } };
  return pino(options, pino.destination(2));
}

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
