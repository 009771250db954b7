import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../api/problem.ts';
import { scopes } from '../api/route.ts';
import type { Account, Accounts, Caller, IssuedKey, KeyDescription } from '../kinds/accounts.ts';
import { defineCollection, findAll, type Page, type Store } from '../kinds/store.ts';

/** The account of the first start, and of the key in the environment. */
export const defaultAccount = 'default';

const accounts = defineCollection({
  name: 'accounts',
  schema: z.object({ id: z.string(), name: z.string(), createdAt: z.number() }),
  indexes: [['createdAt']],
});

const keys = defineCollection({
  name: 'keys',
  schema: z.object({
    /** SHA-256 of the key, in hex. The key itself is not stored. */
    id: z.string(),
    keyId: z.string(),
    account: z.string(),
    name: z.string().nullable(),
    scopes: z.array(z.enum(scopes)),
    expiresAt: z.number().nullable(),
    createdAt: z.number(),
  }),
  indexes: [['createdAt'], ['keyId']],
});

type StoredKey = z.output<typeof keys.schema>;

/** Accounts and keys as the host uses them: the operations of admins, and the authentication of requests. */
export interface AccountRegistry extends Accounts {
  /**
   * Creates the default account if it does not exist, with a key unless there is an `environmentKey`.
   *
   * @returns the new key, to be shown once; undefined if none was created
   */
  bootstrap(): Promise<IssuedKey | undefined>;
  /** The ids of the accounts that were created at an instant or later. @param since milliseconds since 1970 */
  createdSince(since: number): AsyncGenerator<string>;
}

/** @param environmentKey a key of the default account with all scopes; it is never stored */
export async function createAccountRegistry(store: Store, environmentKey?: string): Promise<AccountRegistry> {
  await store.prepare(accounts, keys);
  const environmentHash = environmentKey === undefined ? undefined : hash(environmentKey);

  return {
    async authenticate(key) {
      const id = hash(key);
      return id === environmentHash ? environmentCaller : callerOfStored(await store.get(keys, id));
    },

    async callerOf(keyId) {
      if (keyId === environmentCaller.keyId) return environmentHash === undefined ? undefined : environmentCaller;
      const { items } = await store.find(keys, { equals: { keyId }, limit: 1 });
      return callerOfStored(items[0]);
    },

    async bootstrap() {
      const made = newKey({ account_id: defaultAccount, name: 'first key', scopes });
      // In one transaction: of hosts that start at the same time, one creates both.
      const isFirst = await store.transaction(async (documents) => {
        const account = { id: defaultAccount, name: defaultAccount, createdAt: Date.now() };
        const isNew = (await documents.insert(accounts, account)) && environmentKey === undefined;
        if (isNew) await documents.insert(keys, made.stored);
        return isNew;
      });
      return isFirst ? issued(made) : undefined;
    },

    async *createdSince(since) {
      for await (const { id } of findAll(store, accounts, { orderBy: 'createdAt', range: { from: since } })) yield id;
    },

    async createAccount(name, operationId = randomUUID()) {
      const account = { id: `acc_${operationId}`, name, createdAt: Date.now() };
      await store.insert(accounts, account);
      return { account_id: account.id, name };
    },

    async listAccounts(cursor) {
      const page = await store.find(accounts, { orderBy: 'createdAt', ...(cursor !== undefined && { cursor }) });
      return mapPage(page, (account): Account => ({ account_id: account.id, name: account.name }));
    },

    async createKey(wanted) {
      if ((await store.get(accounts, wanted.account_id)) === undefined) {
        throw new Problem('not-found', {
          detail: `There is no account "${wanted.account_id}". POST /admin/accounts creates one, GET /admin/accounts lists them.`,
        });
      }
      const made = newKey(wanted);
      await store.transaction(async (documents) => {
        const { items } = await documents.find(keys, { equals: { keyId: made.stored.keyId } });
        for (const unseen of items) await documents.delete(keys, unseen.id);
        await documents.insert(keys, made.stored);
      });
      return issued(made);
    },

    async listKeys(cursor) {
      return mapPage(
        await store.find(keys, { orderBy: 'createdAt', ...(cursor !== undefined && { cursor }) }),
        describe,
      );
    },

    async revokeKey(id) {
      const { items } = await store.find(keys, { equals: { keyId: id } });
      if (items.length === 0) throw new Problem('not-found', { detail: `There is no key "${id}".` });
      for (const key of items) await store.delete(keys, key.id);
    },
  };
}

/** The caller of the key in the environment. */
const environmentCaller: Caller = { account: defaultAccount, keyId: 'environment', by: 'environment', scopes };

function callerOfStored(key: StoredKey | undefined): Caller | undefined {
  if (key === undefined || (key.expiresAt !== null && key.expiresAt <= Date.now())) return undefined;
  return { account: key.account, keyId: key.keyId, by: key.name ?? key.keyId, scopes: key.scopes };
}

/** A new key, and what is stored of it. */
interface NewKey {
  readonly key: string;
  readonly stored: StoredKey;
}

function newKey({
  account_id,
  name,
  scopes: chosen,
  expires_at,
  operationId = randomUUID(),
}: Parameters<Accounts['createKey']>[0]): NewKey {
  const key = `csk_${randomBytes(24).toString('base64url')}`;
  return {
    key,
    stored: {
      id: hash(key),
      keyId: `key_${operationId}`,
      account: account_id,
      name: name ?? null,
      scopes: [...(chosen ?? (['time', 'clinical'] as const))],
      expiresAt: expires_at === undefined ? null : Date.parse(expires_at),
      createdAt: Date.now(),
    },
  };
}

function issued({ key, stored }: NewKey): IssuedKey {
  return { ...describe(stored), key };
}

function hash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function describe(key: StoredKey): KeyDescription {
  return {
    id: key.keyId,
    account_id: key.account,
    name: key.name,
    scopes: key.scopes,
    expires_at: key.expiresAt === null ? null : new Date(key.expiresAt).toISOString(),
    created_at: new Date(key.createdAt).toISOString(),
  };
}

function mapPage<T, U>(page: Page<T>, map: (item: T) => U): Page<U> {
  return { items: page.items.map(map), next: page.next };
}
