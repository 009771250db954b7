import { testDatabase } from '../../core/postgres/testing/database.ts';
import { startS3 } from '../doubles/s3.ts';

/** Where hosts keep what recordings consist of. */
export interface Place {
  readonly name: string;
  /** Makes what is needed beside the data folder. */
  open(): Promise<OpenPlace>;
}

export interface OpenPlace {
  /** Its part of the configuration. */
  readonly providers: object;
  close(): Promise<void>;
}

/** Files of the data folder: SQLite and a folder of blobs. */
export const inFiles: Place = {
  name: 'files',
  open: async () => ({ providers: {}, close: async () => undefined }),
};

/** A database on Postgres (where no server is named, on PGlite), and a bucket of a store with S3's protocol. */
export const onServers: Place = {
  name: 'Postgres and S3',
  async open() {
    const database = await testDatabase();
    const objects = await startS3();
    objects.makeBucket('recordings');
    const { url } = database;
    return {
      providers: {
        store: { use: 'postgres', with: { url } },
        'workflow-engine': { use: 'postgres', with: { url } },
        blobs: { use: 's3', with: { bucket: 'recordings', endpoint: objects.url, ...objects.key } },
      },
      async close() {
        await objects.stop();
        await database.stop();
      },
    };
  },
};

export const places: readonly Place[] = [inFiles, onServers];
