import { join } from 'node:path';
import { pino } from 'pino';
import { packageFolder } from './package.ts';

/**
 * Structured logging. Fields never hold request bodies, prompts, transcripts or notes: clinical text stays out of logs.
 * Pass an error as `err`: its type and its place are logged, and its message only where it cannot quote a patient (see
 * `loggableError`).
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

/**
 * A logger of JSON lines on standard error. Standard output is for what a person or a script waits for.
 *
 * @param options.messages true to log the messages of all errors: for code that never sees clinical text, and in
 *   development
 */
export function createLogger(level: LogLevel, { messages = false } = {}): Logger {
  const serializers = { err: (error: unknown) => loggableError(error, messages) };
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers };
  return pino(options, pino.destination(2));
}

const disclosed = new WeakSet<Error>();

/**
 * Lets the message of an error, and those of its causes, be logged: it was thrown by code that never sees clinical
 * text.
 */
export function discloseMessage(thrown: unknown): void {
  if (!(thrown instanceof Error) || disclosed.has(thrown)) return;
  disclosed.add(thrown);
  discloseMessage(thrown.cause);
}

/**
 * An error as it is logged: its type and stack frames. The message is left out, since it may quote the data that was
 * processed (`JSON.parse` does), unless it was disclosed or comes from a failed system call, which quotes a path at
 * most.
 */
export function loggableError(error: unknown, messages = false): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, syscall, errcode } = error as { code?: unknown; syscall?: unknown; errcode?: unknown };
  const hasMessage = messages || syscall !== undefined || errcode !== undefined || disclosed.has(error);
  return {
    type: error.name,
    ...(code !== undefined && { code }),
    ...(hasMessage && { message: error.message }),
    frames: framesOf(error),
    ...(error.cause !== undefined && { cause: loggableError(error.cause, messages) }),
  };
}

/**
 * An error for its author: type, message, causes, and the first stack frame in the author's own code. For development
 * only.
 *
 * @returns for example `Error: there is no index on "patient" [at list (/home/me/notes/index.ts:12:9)]`
 */
export function describeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `Thrown, and not an Error: ${String(thrown)}`;
  const frame = authorsFrame(thrown);
  const cause = thrown.cause === undefined ? '' : `; caused by ${describeError(thrown.cause)}`;
  return `${thrown.name}: ${thrown.message}${frame === undefined || thrown.message.includes(frame) ? '' : ` [${frame}]`}${cause}`;
}

/** The first stack frame in the author's own code: `at list (/home/me/notes/index.ts:12:9)`. */
export const authorsFrame = (thrown: Error): string | undefined =>
  framesOf(thrown).find(
    (frame) =>
      !/node:|<anonymous>|[/\\]node_modules[/\\]/.test(frame) && !ownCode.some((folder) => frame.includes(folder)),
  );

const ownCode = ['core', 'providers', 'dist'].map((folder) => join(packageFolder, folder, '/'));

/** `at work (file:///…/index.ts:12:9)`, `at Array.map (<anonymous>)`. */
const frame = /^at .*(?:[/\\:]\S*:\d+:\d+|<anonymous>)\)?$/;

/** V8 writes the message above the frames, and a line of the message may look like a frame: `   at home, she says`. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const begin = stack.indexOf(message);
  // Not found if the message was changed later: then only the form of a line tells.
  return stack
    .slice(begin === -1 ? 0 : begin + message.length)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => frame.test(line));
}
