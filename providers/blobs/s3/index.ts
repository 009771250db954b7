import { join } from 'node:path';
import { Blobs, defineProvider } from 'chronoscribe';
import { type S3Blobs, s3Blobs } from './blobs.ts';
import { S3Settings } from './settings.ts';

/** Objects in a bucket of AWS S3, or of any store with its protocol, under the names that the blobs have. */
export default defineProvider({
  kind: Blobs,
  name: 's3',
  config: S3Settings,
  create: ({ config, dataFolder, log }) => s3Blobs(config, { scratchFolder: join(dataFolder, 'blobs', '.scratch'), log }),
  stop: (blobs: S3Blobs) => blobs.stop(),
  health: (blobs: S3Blobs) => blobs.health(),
});
