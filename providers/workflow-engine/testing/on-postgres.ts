import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openPostgres, type Postgres } from 'chronoscribe/postgres';
import { silentLog, startTcpProxy, type TcpProxy, temporaryFolder, testDatabase } from 'chronoscribe/testing';
import { afterAll, beforeEach, onTestFinished } from 'vitest';

/** Where the engines of one test keep what they have: a database, in which each test has a schema of its own, and a folder. */
export interface PlaceOfTest {
  readonly url: string;
  /** Whether it is a server, whose connections have a session each; PGlite has one for all. */
  readonly isServer: boolean;
  schema(): string;
  folder(): string;
  /** The data folder of a host. */
  dataFolder(host: string): Promise<string>;
  /** Another connection to the database, for what else can happen to it. */
  outside(): Promise<Postgres>;
  /** A way to the database that can be cut. */
  layWire(): Promise<TcpProxy>;
}

/** To be called once in a test file. */
export async function placeForEachTest(): Promise<PlaceOfTest> {
  const { url, isServer, stop } = await testDatabase();
  afterAll(stop);

  let schema: string;
  let folder: string;
  beforeEach(async () => {
    schema = `of_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
    const made = await temporaryFolder();
    folder = made.path;
    onTestFinished(made.remove);
  });

  return {
    url,
    isServer,
    schema: () => schema,
    folder: () => folder,
    async dataFolder(host) {
      const path = join(folder, host);
      await mkdir(path, { recursive: true });
      return path;
    },
    async outside() {
      const postgres = await openPostgres({ url, schema, connections: 1, log: silentLog });
      onTestFinished(() => postgres.end());
      return postgres;
    },
    async layWire() {
      const wire = await startTcpProxy(url);
      onTestFinished(() => wire.stop());
      return wire;
    },
  };
}
