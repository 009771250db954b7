import { z } from 'zod';
import { Problem } from '../api/problem.ts';
import type { Ground } from '../concurrency/ground.ts';
import type { Erasure } from '../kinds/accounts.ts';
import type { Audit } from '../kinds/audit.ts';
import { type Archive, defineCollection, findAll } from '../kinds/store.ts';
import { accounts, keys } from './registry.ts';

interface ErasureParts extends Pick<Ground, 'store' | 'log'> {
  readonly archive: Archive;
  readonly audit: Audit;
  /** Removes the residue of what was deleted from all files. */
  scrub(): Promise<void>;
}

/** How often all is looked through again, since requests that had begun may add something. */
const maxPasses = 5;
const deletedAtOnce = 500;

export function createErasure({ store, archive, audit, log, scrub }: ErasureParts) {
  const erasers: ((account: string) => Promise<void>)[] = [];
  /** By account, so that it is erased once at a time. Two hosts may do it at the same time. */
  const running = new Map<string, Promise<void>>();

  /** From here on the account has no keys, and gets none. */
  const mark = (id: string, { person, by }: Parameters<Erasure['erase']>[1]): Promise<void> =>
    store.transaction(async (documents) => {
      const account = await documents.get(accounts, id);
      if (account === undefined)
        throw new Problem('not-found', { detail: `There is no account "${id}". GET /admin/accounts lists them.` });
      const erasing = account.erasing ?? { person: person ?? null, by };
      await documents.put(accounts, { ...account, erasing });
      const owned = await Array.fromAsync(findAll(documents, keys, { equals: { account: id } }));
      for (const key of owned) await documents.delete(keys, key.id);
    });

  const finish = async (id: string): Promise<void> => {
    for (let pass = 1; pass <= maxPasses; pass += 1) {
      for (const erase of erasers) await erase(id);
      const found = await eraseDocuments({ store, archive }, id);
      if (found === 0 && pass > 1) break;
    }
    const account = await store.get(accounts, id);
    if (account === undefined) return;
    // Its name too is gone before the files are scrubbed.
    await store.put(accounts, { ...account, name: '' });
    await scrub();
    const { person, by } = account.erasing ?? { person: null, by: '' };
    // Before the account is gone: a crash in between makes two entries rather than none.
    const who = { account: id, key: null, person: person ?? undefined, by };
    await audit.record({ ...who, action: 'account erased', record: id, outcome: 'done' });
    await store.delete(accounts, id);
    log.info({ account: id }, 'an account was erased');
  };

  const finishOnce = (id: string): Promise<void> => {
    const started = running.get(id) ?? finish(id).finally(() => running.delete(id));
    running.set(id, started);
    return started;
  };

  return {
    onErase: (erase) => void erasers.push(erase),
    async erase(id, by) {
      await mark(id, by);
      await finishOnce(id);
    },
    /** Resumes the erasures that a crash or an error has interrupted. */
    async resume() {
      const all = await Array.fromAsync(findAll(store, accounts, { orderBy: 'createdAt' }));
      for (const { id, erasing } of all) if (erasing !== null) await finishOnce(id);
    },
  } satisfies Erasure & Readonly<Record<string, unknown>>;
}

/** The fields by which a document of any collection belongs to an account. */
const Owned = z.looseObject({ id: z.string(), account: z.unknown().optional() });
const documentsOf = 'documents/';

/**
 * Deletes the documents of an account in every collection, also in those of plugins that are not configured any more.
 *
 * @returns how many there were
 */
async function eraseDocuments(
  { store, archive }: Pick<ErasureParts, 'store' | 'archive'>,
  account: string,
): Promise<number> {
  const found: { readonly collection: string; readonly id: string }[] = [];
  for await (const { section, value } of archive.entries()) {
    // Sections are sorted: those behind the documents are not theirs.
    if (section > `${documentsOf}~`) break;
    const collection = section.slice(documentsOf.length);
    if (!section.startsWith(documentsOf) || collection === accounts.name) continue;
    const { data } = Owned.safeParse(value);
    const ids = [data?.account, data?.id];
    const isOwned = ids.includes(account) || data?.id.startsWith(`${account}/`);
    if (data !== undefined && isOwned) found.push({ collection, id: data.id });
  }
  const collections = new Map<string, ReturnType<typeof anyDocuments>>();
  for (const name of new Set(found.map(({ collection }) => collection))) {
    const collection = anyDocuments(name);
    await store.prepare(collection);
    collections.set(name, collection);
  }
  for (let from = 0; from < found.length; from += deletedAtOnce) {
    await store.transaction(async (documents) => {
      for (const { collection, id } of found.slice(from, from + deletedAtOnce)) {
        const known = collections.get(collection);
        if (known !== undefined) await documents.delete(known, id);
      }
    });
  }
  return found.length;
}

/** A collection whose documents are deleted, and not read. */
function anyDocuments(name: string) {
  return defineCollection({ name, schema: z.looseObject({ id: z.string() }), indexes: [] });
}
