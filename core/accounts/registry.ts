import { hash, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { scopeSchemas, scopes } from '../api/access.ts';
import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import type { Account, Accounts, Caller, IssuedKey, KeyDescription } from '../kinds/accounts.ts';
import { type Documents, defineCollection, findAll, type Page, type Store } from '../kinds/store.ts';

export const accounts = defineCollection({
  name: 'accounts',
  schema: z.object({
    id: z.string(),
    name: z.string(),
    createdAt: z.number(),
    /** Who wants it to be erased; null if nobody does. */
    erasing: z.object({ person: z.string().nullable(), by: z.string() }).nullable().default(null),
  }),
  indexes: [['createdAt']],
});

export const keys = defineCollection({
  name: 'keys',
  schema: z.object({
    /** SHA-256 of the key, in hex. The key itself is not stored. */
    id: z.string(),
    keyId: z.string(),
    account: z.string(),
    name: z.string().nullable(),
    scopes: z.array(scopeSchemas.any),
    expiresAt: z.number().nullable(),
    createdAt: z.number(),
    /** Counted to the minute. */
    lastUsedAt: z.number().nullable().default(null),
    /** Addresses and ranges that it may be used from; empty for any. */
    ip: z.array(z.string()).default([]),
    /** The id of the secret before the last rotation, and how long it goes on. */
    formerId: z.string().nullable().default(null),
    formerUntil: z.number().nullable().default(null),
    /** The operation that rotated it last. */
    rotation: z.string().nullable().default(null),
  }),
  indexes: [['createdAt'], ['keyId'], ['formerId'], ['account'], ['account', 'createdAt']],
});

type StoredKey = Readonly<z.output<typeof keys.schema>>;

/** The account of the first start, and of the key in the environment. */
export const defaultAccount = 'default';

/** A use of a key is stored at most so often, since a change of the store waits for the disk. */
const useEveryMs = 60_000;

/**
 * Accounts and keys as the host uses them: the operations of admins, and the authentication of requests.
 *
 * @param environmentKey a key of the default account with all scopes; it is never stored
 */
export async function createAccountRegistry(store: Store, log: Logger, environmentKey?: string) {
  await store.prepare(accounts, keys);

  const environmentHash = environmentKey === undefined ? undefined : keyHash(environmentKey);

  /** The key with this secret, which may be the one before a rotation that still goes on. */
  const withSecret = async (id: string): Promise<StoredKey | undefined> => {
    const current = await store.get(keys, id);
    if (current !== undefined) return current;
    const { items } = await store.find(keys, { equals: { formerId: id }, limit: 1 });
    return items.find(({ formerUntil }) => formerUntil !== null && formerUntil > Date.now());
  };

  /** When this process last stored the use of a key. */
  const usesStored = new Map<string, number>();
  const countUse = async ({ id, keyId, lastUsedAt }: StoredKey): Promise<void> => {
    const now = Date.now();
    const latest = Math.max(lastUsedAt ?? 0, usesStored.get(keyId) ?? 0);
    // A clock that was set back does not stop the counting.
    if (now >= latest && now - latest < useEveryMs) return;
    usesStored.set(keyId, now);
    // Only if it is still there: it must not come back after it was revoked or rotated.
    await store.transaction(async (documents) => {
      const key = await documents.get(keys, id);
      if (key !== undefined) await documents.put(keys, { ...key, lastUsedAt: now });
    });
  };

  return {
    async authenticate(key) {
      const id = keyHash(key);
      if (id === environmentHash) return environmentCaller;
      const found = await withSecret(id);
      if (found === undefined || isExpired(found)) return undefined;
      // A full disk must not refuse who only reads.
      await countUse(found).catch((err: unknown) => log.warn({ err }, 'the use of a key could not be stored'));
      return callerOfStored(found);
    },

    async callerOf(keyId) {
      if (keyId === environmentCaller.keyId) return environmentHash === undefined ? undefined : environmentCaller;
      const key = await withId(store, keyId);
      return key === undefined || isExpired(key) ? undefined : callerOfStored(key);
    },

    /**
     * Creates the default account if it does not exist, with a key unless there is an `environmentKey`.
     *
     * @returns the new key, to be shown once; undefined if none was created
     */
    async bootstrap() {
      const made = newKey({ account_id: defaultAccount, name: 'first key', scopes });
      // In one transaction: of hosts that start at the same time, one creates both.
      const isFirst = await store.transaction(async (documents) => {
        const account = { id: defaultAccount, name: defaultAccount, createdAt: Date.now(), erasing: null };
        const isNew = (await documents.insert(accounts, account)) && environmentKey === undefined;
        if (isNew) await documents.insert(keys, made.stored);
        return isNew;
      });
      return isFirst ? issued(made) : undefined;
    },

    /** The ids of the accounts that were created at an instant or later. @param since milliseconds since 1970 */
    async *createdSince(since: number) {
      for await (const { id } of findAll(store, accounts, { orderBy: 'createdAt', range: { from: since } })) yield id;
    },

    async createAccount(name, operationId = randomUUID()) {
      const account = { id: `acc_${operationId}`, name, createdAt: Date.now(), erasing: null };
      await store.insert(accounts, account);
      return { account_id: account.id, name };
    },

    async listAccounts(cursor?: string) {
      const page = await store.find(accounts, { orderBy: 'createdAt', ...(cursor !== undefined && { cursor }) });
      return mapPage(page, (account): Account => ({ account_id: account.id, name: account.name }));
    },

    async createKey(wanted) {
      const made = newKey(wanted);
      await store.transaction(async (documents) => {
        // In the transaction, so that no key comes into an account that is being erased.
        const account = await documents.get(accounts, wanted.account_id);
        if (account === undefined || account.erasing !== null) {
          throw new Problem('not-found', {
            detail: `There is no account "${wanted.account_id}". POST /admin/accounts creates one, GET /admin/accounts lists them.`,
          });
        }
        const { items } = await documents.find(keys, { equals: { keyId: made.stored.keyId } });
        for (const unseen of items) await documents.delete(keys, unseen.id);
        await documents.insert(keys, made.stored);
      });
      return issued(made);
    },

    async rotateKey(keyId, { graceSeconds = 0, operationId = randomUUID() } = {}) {
      const { key, id } = newSecret();
      const stored = await store.transaction(async (documents) => {
        const before = await withId(documents, keyId);
        if (before === undefined) throw noSuchKey(keyId);
        // Tried again: the secret that is there was told to nobody, and the one before it is who has the grace.
        const former = before.rotation === operationId ? before.formerId : before.id;
        const formerUntil = graceSeconds === 0 ? null : Date.now() + graceSeconds * 1000;
        const rotated = { ...before, id, formerId: graceSeconds === 0 ? null : former, formerUntil };
        await documents.delete(keys, before.id);
        await documents.insert(keys, { ...rotated, rotation: operationId });
        return rotated;
      });
      return { ...describeKey(stored), key };
    },

    async listKeys(cursor?: string, account?: string) {
      const found = await store.find(keys, {
        orderBy: 'createdAt',
        ...(cursor !== undefined && { cursor }),
        ...(account !== undefined && { equals: { account } }),
      });
      return mapPage(found, describeKey);
    },

    async getKey(id: string, account?: string) {
      const key = await withId(store, id);
      if (key === undefined || (account !== undefined && key.account !== account)) throw noSuchKey(id);
      return describeKey(key);
    },

    async revokeKey(id) {
      const { items } = await store.find(keys, { equals: { keyId: id } });
      if (items.length === 0) throw noSuchKey(id);
      for (const key of items) await store.delete(keys, key.id);
    },
  } satisfies Accounts & Readonly<Record<string, unknown>>;
}

export type AccountRegistry = Awaited<ReturnType<typeof createAccountRegistry>>;

/** The caller of the key in the environment. */
const environmentCaller: Caller = { account: defaultAccount, keyId: 'environment', by: 'environment', scopes };

const withId = async (documents: Pick<Documents, 'find'>, keyId: string): Promise<StoredKey | undefined> =>
  (await documents.find(keys, { equals: { keyId }, limit: 1 })).items[0];

const isExpired = ({ expiresAt }: StoredKey): boolean => expiresAt !== null && expiresAt <= Date.now();

function callerOfStored({ account, keyId, name, scopes, ip }: StoredKey): Caller {
  return { account, keyId, by: name ?? keyId, scopes, ip };
}

const noSuchKey = (id: string): Problem => new Problem('not-found', { detail: `There is no key "${id}".` });

/** A new key, and what is stored of it. */
function newKey({
  account_id,
  name,
  scopes: chosen,
  expires_at,
  ip = [],
  operationId = randomUUID(),
}: Parameters<Accounts['createKey']>[0]) {
  const { key, id } = newSecret();
  return {
    key,
    stored: {
      id,
      keyId: `key_${operationId}`,
      account: account_id,
      name: name ?? null,
      scopes: [...(chosen ?? (['time', 'clinical'] as const))],
      expiresAt: expires_at === undefined || expires_at === null ? null : Date.parse(expires_at),
      createdAt: Date.now(),
      lastUsedAt: null,
      ip: [...ip],
      formerId: null,
      formerUntil: null,
      rotation: null,
    },
  };
}

/** A new secret, with what is stored of it. */
function newSecret(): { readonly key: string; readonly id: string } {
  const key = `csk_${randomBytes(24).toString('base64url')}`;
  return { key, id: keyHash(key) };
}

const issued = ({ key, stored }: ReturnType<typeof newKey>): IssuedKey => ({ ...describeKey(stored), key });

const keyHash = (key: string): string => hash('sha256', key);

/** A key as it is shown to administrators. */
export function describeKey(key: StoredKey): KeyDescription {
  return {
    id: key.keyId,
    account_id: key.account,
    name: key.name,
    scopes: key.scopes,
    expires_at: isoTime(key.expiresAt),
    created_at: new Date(key.createdAt).toISOString(),
    last_used_at: isoTime(key.lastUsedAt),
    ip: key.ip,
  };
}

const isoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function mapPage<T, U>(page: Page<T>, map: (item: T) => U): Page<U> {
  return { items: page.items.map(map), next: page.next };
}
