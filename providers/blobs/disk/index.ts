import { isAbsolute, resolve } from 'node:path';
import { Blobs, defineProvider } from 'chronoscribe';
import { z } from 'zod';
import { type DiskBlobs, diskBlobs } from './blobs.ts';

/** Files in a folder of this machine, under the names of the blobs. */
export default defineProvider({
  kind: Blobs,
  name: 'disk',
  // The default folder is in the data folder, which differs between hosts.
  singleHost: ({ folder }) =>
    folder !== undefined && isAbsolute(folder)
      ? undefined
      : 'give it the absolute path of a `folder` that all hosts reach',
  config: z.strictObject({
    folder: z
      .string()
      .min(1)
      .optional()
      .describe('Path of the folder, from the data folder if relative. Default: blobs in the data folder.'),
  }),
  create: ({ config, dataFolder }) => diskBlobs(resolve(dataFolder, config.folder ?? 'blobs')),
  stop: (blobs: DiskBlobs) => blobs.stop(),
  health: (blobs: DiskBlobs) => blobs.health(),
});
