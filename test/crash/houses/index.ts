import type { House } from './house.ts';
import { postgresHouse } from './postgres.ts';

const inFiles = (store: string): House => ({
  name: store,
  inFiles: true,
  hasDatabase: false,
  open: async () => ({ providers: { store: { use: store } }, database: undefined, close: async () => undefined }),
});

export const houses: readonly House[] = [inFiles('sqlite'), inFiles('lowdb'), postgresHouse];
