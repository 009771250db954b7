import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openPostgres, type Postgres } from 'chronoscribe/postgres';
import { silentLog, startTcpProxy, type TcpProxy, temporaryFolder, testDatabase } from 'chronoscribe/testing';
import { afterAll, beforeEach, onTestFinished } from 'vitest';

/** A database, with a schema for each test, and a folder for each test. */
export interface PlaceOfTest {
  readonly url: string;
  /** Whether it is a server. PGlite has one session for all connections. */
  readonly isServer: boolean;
  schema(): string;
  folder(): string;
  /** The data folder of a host. */
  dataFolder(host: string): Promise<string>;
  /** Another connection to the database. */
  outside(): Promise<Postgres>;
  /** A proxy to the database, whose connections can be cut. */
  startProxy(): Promise<TcpProxy>;
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
    async startProxy() {
      const proxy = await startTcpProxy(url);
      onTestFinished(() => proxy.stop());
      return proxy;
    },
  };
}
