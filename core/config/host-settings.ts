import { z } from 'zod';
import { logLevels } from '../api/logger.ts';

const wholeNumber = z.int();

/** An empty group, all of whose lines are commented out, is the same as none. */
function group<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.preprocess((written) => written ?? {}, z.strictObject(shape));
}

/**
 * All that the host itself can be told, with its defaults. The entries of `providers` and `plugins` are read by
 * `entries.ts`.
 */
export const hostSettings = z.strictObject({
  http: group({
    host: z.string().min(1).default('127.0.0.1').describe('the address to listen on; 0.0.0.0 for all of this machine'),
    port: wholeNumber.min(0).max(65535).default(8080).describe('the TCP port to listen on; 0 picks a free one'),
    rateLimit: group({
      perMinute: wholeNumber.min(0).default(600).describe('requests that one key may make in a minute; 0 for any number'),
    }),
  }),
  data: z.string().min(1).default('./data').describe('the folder that everything is kept in'),
  providers: z.unknown().optional(),
  plugins: z.unknown().optional(),
  cluster: z.boolean().default(false).describe('whether several hosts share the work'),
  log: group({ level: z.enum(logLevels).default('info').describe('the least that is logged') }),
  stop: group({
    deadlineSeconds: z.number().min(0).max(86_400).default(30).describe('how long running requests may take to finish at a stop'),
  }),
  metrics: group({
    requireKey: z.boolean().default(false).describe('whether GET /metrics wants an API key with the scope admin'),
  }),
  models: group({
    mirror: z
      .url({ protocol: /^https?$/ })
      .nullable()
      .default(null)
      .describe('the server that models are fetched from instead of their own, with the beginning of the path if it has one'),
  }),
  runs: group({
    keepDays: wholeNumber.min(1).default(30).describe('days that the record of a finished run is kept'),
    keepFailedUploadsHours: z.number().min(0).default(24).describe('hours that the upload of a failed run is kept'),
  }),
});

export type HostSettings = z.output<typeof hostSettings>;
