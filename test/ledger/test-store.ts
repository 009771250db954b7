import { testDatabase } from 'chronoscribe/testing';

/** A store for hosts under test. */
export interface TestStore {
  /** What a configuration says of it. */
  readonly entry: { readonly use: string; readonly with?: object };
  stop(): Promise<void>;
}

/** The embedded ones lie in the folder of a host; Postgres is an empty database. */
export async function testStore(name: 'sqlite' | 'lowdb' | 'postgres'): Promise<TestStore> {
  if (name !== 'postgres') return { entry: { use: name }, stop: async () => undefined };
  const { url, stop } = await testDatabase();
  return { entry: { use: name, with: { url } }, stop };
}
