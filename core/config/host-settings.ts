import { z } from 'zod';
import { AddressRange } from '../api/address-range.ts';
import { logLevels } from '../api/logger.ts';

const wholeNumber = z.int();
const encryptionKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'expected 32 bytes as base64, as from: openssl rand -base64 32');

/** A group whose lines are all commented out is the same as none. */
function group<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.preprocess((written) => written ?? {}, z.strictObject(shape));
}

/**
 * The settings of the host itself, with their defaults. `entries.ts` reads `providers` and `plugins`, `automations.ts`
 * the automations.
 */
export const hostSettings = z.strictObject({
  http: group({
    host: z
      .string()
      .min(1)
      .default('127.0.0.1')
      .describe('the address to listen on; 0.0.0.0 for all addresses of this machine'),
    port: wholeNumber.min(0).max(65535).default(8080).describe('the TCP port to listen on; 0 picks a free one'),
    allowedHosts: z
      .array(z.string().regex(/^[a-z0-9.:[\]-]+$/i, 'a host name without scheme and port, such as notes.example'))
      .nullable()
      .default(null)
      .describe(
        'the names under which the host answers; null for those of this machine, or any if it listens on others',
      ),
    trustedProxies: z
      .array(AddressRange)
      .default([])
      .describe('addresses of proxies whose X-Forwarded-For is believed, as in 10.0.0.0/8'),
    tls: z
      .strictObject({
        cert: z.string().min(1).describe('PEM file of the certificate, followed by those of its issuers'),
        key: z.string().min(1).describe('PEM file of its private key'),
      })
      .nullable()
      .default(null)
      .describe('the certificate of the host; null if it serves without TLS'),
    rateLimit: group({
      perMinute: wholeNumber.min(0).default(600).describe('requests per minute of one API key; 0 for no limit'),
      failedPerMinute: wholeNumber
        .min(0)
        .default(30)
        .describe('wrong API keys per minute from one address; 0 for no limit'),
    }),
  }),
  data: z.string().min(1).default('./data').describe('the folder of all data'),
  providers: z.unknown().optional(),
  plugins: z.unknown().optional(),
  automations: z.unknown().optional(),
  cluster: z.boolean().default(false).describe('whether several hosts share the work'),
  log: group({ level: z.enum(logLevels).default('info').describe('the lowest level that is logged') }),
  start: group({
    slowSeconds: z
      .number()
      .min(1)
      .max(86_400)
      .default(30)
      .describe('seconds after which a part that still starts is named in the log'),
  }),
  stop: group({
    deadlineSeconds: z
      .number()
      .min(0)
      .max(86_400)
      .default(30)
      .describe('seconds that running requests have to finish when the host stops, and then each part to stop'),
  }),
  metrics: group({
    requireKey: z.boolean().default(true).describe('whether GET /metrics requires an API key with the scope operator'),
  }),
  telemetry: group({
    otlp: z
      .url({ protocol: /^https?$/ })
      .nullable()
      .default(null)
      .describe('the OpenTelemetry collector that traces are sent to, such as http://127.0.0.1:4318; null for none'),
    headers: z.record(z.string(), z.string()).default({}).describe('headers of the requests to it, such as a key'),
  }),
  models: group({
    mirror: z
      .url({ protocol: /^https?$/ })
      .nullable()
      .default(null)
      .describe('the server that models are downloaded from instead of their own, with a path prefix if it has one'),
  }),
  encryption: group({
    key: encryptionKey
      .nullable()
      .default(null)
      .describe('the key that seals files, saved steps and backups: 32 bytes as base64; null to keep them as they are'),
    previousKeys: z
      .array(encryptionKey)
      .default([])
      .describe('former keys, for what they sealed; a host that starts alone seals that with the new key first'),
    temporaryFolder: z
      .string()
      .min(1)
      .default('temporary')
      .describe('where a file is open while a program reads it, such as a tmpfs; from the data folder if relative'),
  }),
  limits: group({
    perAccount: group({
      runsAtOnce: wholeNumber.min(1).default(2).describe('runs of one account that are worked on at the same time'),
      runsQueued: wholeNumber.min(1).default(1000).describe('runs of one account that wait to begin'),
      bytesStored: wholeNumber
        .min(1)
        .default(100 * 1024 ** 3)
        .describe('bytes of uploads, recordings and records that are kept for one account'),
      uploadsAtOnce: wholeNumber
        .min(1)
        .default(32)
        .describe('requests of one account whose files each host receives at the same time'),
      streams: wholeNumber.min(1).default(500).describe('event streams of one account that each host sends'),
    }),
  }),
  uploads: group({
    maxBytes: wholeNumber
      .min(1)
      .default(2 * 1024 ** 3)
      .describe('largest file that may be sent in pieces, in bytes'),
    bytesPerAccount: wholeNumber
      .min(1)
      .default(10 * 1024 ** 3)
      .describe('bytes of all uploads of one account together that are not used yet'),
    keepHours: z
      .number()
      .positive()
      .default(24)
      .describe('hours after which an upload that nobody has used is deleted'),
  }),
  runs: group({
    keepDays: wholeNumber.min(1).default(30).describe('days for which a finished run is kept'),
    keepFailedUploadsHours: z
      .number()
      .min(0)
      .default(24)
      .describe('hours for which the upload of a failed run is kept'),
    waitForProvidersMinutes: z
      .number()
      .min(0)
      .max(24 * 60)
      .default(5)
      .describe('minutes for which a step tries again while a provider is away, if no request is held open for it'),
  }),
});

export type HostSettings = z.output<typeof hostSettings>;
