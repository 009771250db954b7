import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineCollection, type Store } from 'chronoscribe';
import { temporaryFolder } from 'chronoscribe/testing';
import type { Query } from 'chronoscribe/types';
import { afterEach, beforeEach } from 'vitest';
import { z } from 'zod';

/** A store that a test has opened, and what closes it so that it can be opened again. */
export interface OpenedStore {
  readonly store: Store;
  /**
   * Whether the text is anywhere in what the store keeps things in, be it as the remains of something deleted. A store
   * in files: `isInFiles`.
   */
  holds(text: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** Whether the text is in any file of a folder. */
export async function isInFiles(folder: string, text: string): Promise<boolean> {
  for (const name of await readdir(folder)) {
    if ((await readFile(join(folder, name))).includes(text)) return true;
  }
  return false;
}

/**
 * Opens the store that belongs to a folder: empty for a new folder, and with all it was given for one that was used
 * before.
 */
export type StoreOpener = (folder: string) => Promise<OpenedStore>;

/** What happens to an account at a time in a place: enough fields for every kind of index. */
export const events = defineCollection({
  name: 'contract_events',
  schema: z.strictObject({
    id: z.string(),
    account: z.string(),
    time: z.number().nullish(),
    place: z.string().nullish(),
    detail: z.unknown().optional(),
  }),
  indexes: [['account'], ['account', 'time'], ['place', 'account', 'time'], ['account', 'place'], ['place'], ['time']],
});

export type Event = z.infer<typeof events.schema>;

/** Text that has broken stores before, in the order of its code points. */
export const texts: readonly string[] = [
  '',
  '\u0000',
  '\n',
  ' ',
  '"; drop table x; --',
  '%',
  "'",
  '../../etc',
  '10',
  '9',
  'A',
  '[]',
  '\\u0041',
  '__proto__',
  'a',
  'a\u0000',
  'a b',
  'aa',
  'constructor',
  'e\u0301',
  'null',
  '~',
  '\u007f',
  '\u00e9',
  '\u05d0\u05d1',
  '\ud7ff',
  // Halves of surrogate pairs: JSON may bring them, UTF-8 has no bytes for them.
  '\ud800',
  '\udfff',
  '\ue000',
  // JavaScript's own order would put the two that follow before the three above.
  '\uff5e',
  '\ufffd',
  '👩‍⚕️',
  '😀',
  '\u{10ffff}',
];

/** Gives every test a store of its own in a new folder, with `events` prepared. */
export function storeForEachTest(open: StoreOpener): {
  store(): Store;
  restart(): Promise<Store>;
  holds(text: string): Promise<boolean>;
} {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let opened: OpenedStore;

  beforeEach(async () => {
    folder = await temporaryFolder();
    opened = await open(folder.path);
    await opened.store.prepare(events);
  });
  afterEach(async () => {
    await opened.stop();
    await folder.remove();
  });
  return {
    store: () => opened.store,
    holds: (text) => opened.holds(text),
    /** Stops the store and opens it again; nothing is prepared then. */
    async restart() {
      await opened.stop();
      opened = await open(folder.path);
      return opened.store;
    },
  };
}

/** All documents of a query, page by page. */
export async function allPages(store: Pick<Store, 'find'>, query: Query<Event>): Promise<readonly Event[]> {
  const first = await store.find(events, query);
  if (first.next === null) return first.items;
  return [...first.items, ...(await allPages(store, { ...query, cursor: first.next }))];
}

/** The ids of documents, to be compared with a list. */
export const ids = (documents: readonly Event[]): readonly string[] => documents.map(({ id }) => id);
