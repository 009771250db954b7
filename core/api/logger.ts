import { pino } from 'pino';
import { loggableError } from './loggable-error.ts';

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
