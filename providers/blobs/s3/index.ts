import { join } from 'node:path';
import { Blobs, defineProvider } from 'chronoscribe';
import { z } from 'zod';
import { type S3Blobs, s3Blobs } from './blobs.ts';

const keys = 'give accessKeyId and secretAccessKey both, or leave out both';

/** The settings of `blobs: { use: s3, with: … }`. */
export const S3Settings = z
  .strictObject({
    bucket: z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/,
        'is not the name of a bucket: 2 to 63 letters, digits, ".", "_" and "-"',
      )
      .describe('name of the bucket, which exists and is for these files alone'),
    endpoint: z
      .url({ protocol: /^https?$/ })
      .refine(
        (url) => isPlain(url),
        'must hold no user, password, query or "#": keys go to accessKeyId and secretAccessKey',
      )
      .transform((url) => url.replace(/\/+$/, ''))
      .optional()
      .describe('address of the store: https://objects.example:9000; leave it out for AWS'),
    region: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,64}$/, 'is not the name of a region, such as eu-central-1')
      .default('us-east-1')
      .describe('region of the bucket; most stores other than AWS take the default'),
    accessKeyId: z
      .string()
      .min(1)
      .optional()
      .describe(`the key's name; ${keys}, where the machine itself has access (AWS)`),
    secretAccessKey: z
      .string()
      .min(1)
      .optional()
      .describe(`the key's secret; ${keys}, where the machine itself has access (AWS)`),
  })
  .refine((settings) => (settings.accessKeyId === undefined) === (settings.secretAccessKey === undefined), {
    path: ['secretAccessKey'],
    error: keys,
  });

function isPlain(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password, search, hash } = new URL(url);
  return username === '' && password === '' && search === '' && hash === '';
}

/** Objects in a bucket of AWS S3, or of any store with its protocol, under the names of the blobs. */
export default defineProvider({
  kind: Blobs,
  name: 's3',
  config: S3Settings,
  create: ({ config, dataFolder, log }) => s3Blobs(config, { tempFolder: join(dataFolder, 'blobs', '.scratch'), log }),
  stop: (blobs: S3Blobs) => blobs.stop(),
  health: (blobs: S3Blobs) => blobs.health(),
});
