import { z } from 'zod';
import { type Scope, scopeSchemas } from '../api/access.ts';
import { addressFilter } from '../api/address-range.ts';
import { defineKind } from '../api/kind.ts';
import { Problem } from '../api/problem.ts';
import type { Page } from './store.ts';

const accountId = z.string().describe('`default`, or `acc_…`');
/** An account. All data of the services belongs to one. */
export const Account = z.object({
  account_id: accountId,
  name: z.string().describe('The name that the admin gave it'),
});

export type Account = Readonly<z.output<typeof Account>>;

/** The description of an API key, without the key itself. */
export const KeyDescription = z.object({
  id: z.string().describe('The id of the key, which is not the key itself'),
  account_id: accountId,
  name: z.string().nullable().describe('The name that the admin gave it'),
  scopes: z.array(scopeSchemas.any).readonly().describe('What the key may do'),
  expires_at: z.string().nullable().describe('ISO 8601, UTC; null if never'),
  created_at: z.string().describe('ISO 8601, UTC'),
  last_used_at: z.string().nullable().describe('ISO 8601, UTC, to within a minute; null if never'),
  ip: z.array(z.string()).readonly().describe('The addresses and ranges it may be used from; empty for any'),
});

export type KeyDescription = Readonly<z.output<typeof KeyDescription>>;

/** A new API key. The key itself, 192 random bits, is shown only this once; only its SHA-256 is stored. */
export const IssuedKey = KeyDescription.extend({ key: z.string().describe('csk_…') });

export type IssuedKey = Readonly<z.output<typeof IssuedKey>>;

/** Who a request comes from. */
export interface Caller {
  readonly account: string;
  /** The public id of the key or of the session. Rate limits count by it. */
  readonly keyId: string;
  /** Who calls, for people: the person's name; of a key its name, or its id if it has none. */
  readonly by: string;
  readonly scopes: readonly Scope[];
  /** Those of the scopes in which it only reads: they count for GET, HEAD and OPTIONS. */
  readonly readOnly?: readonly Scope[];
  /** The id of the person who is signed in; absent for a key. */
  readonly person?: string;
  /** The addresses and ranges that requests may come from; any if absent or empty. */
  readonly ip?: readonly string[];
}

/**
 * Accounts and their API keys. Provided by the host.
 *
 * @example
 * async function openPractice(accounts: Accounts, name: string): Promise<IssuedKey> {
 *   const { account_id } = await accounts.createAccount(name);
 *   return accounts.createKey({ account_id, scopes: ['clinical'] });
 * }
 */
export interface Accounts {
  /**
   * Creates an account.
   *
   * @param operationId makes a repeated call create the account once; without it each call creates another account
   */
  createAccount(name: string, operationId?: string): Promise<Account>;
  /** A page of accounts, oldest first. @param cursor `next` of the previous page */
  listAccounts(cursor?: string): Promise<Page<Account>>;
  /**
   * Creates an API key of an account.
   *
   * @throws Problem `not-found` if the account does not exist
   */
  createKey(options: {
    readonly account_id: string;
    readonly name?: string | undefined;
    /** Default: `time` and `clinical`. */
    readonly scopes?: readonly Scope[] | undefined;
    /** ISO 8601 date-time, from which on the key is refused. */
    readonly expires_at?: string | null | undefined;
    /** Addresses and ranges in CIDR notation that it may be used from. Default: any. */
    readonly ip?: readonly string[] | undefined;
    /**
     * Makes a repeated call replace the key of the first one, which nobody has seen and which cannot be read from the
     * store.
     */
    readonly operationId?: string | undefined;
  }): Promise<IssuedKey>;
  /**
   * A page of keys, oldest first.
   *
   * @param cursor `next` of the previous page
   * @param account only the keys of this account; default: of all
   */
  listKeys(cursor?: string, account?: string): Promise<Page<KeyDescription>>;
  /**
   * The key with this public id, also if it has expired.
   *
   * @param account whose key it has to be; default: any
   * @throws Problem `not-found` if there is none
   */
  getKey(id: string, account?: string): Promise<KeyDescription>;
  /**
   * Gives a key a new secret, under the same id. The secret before goes on for `graceSeconds`, or ends at once; those
   * before it end.
   *
   * @throws Problem `not-found` if the key does not exist
   */
  rotateKey(
    id: string,
    options?: {
      /** Default 0. */
      readonly graceSeconds?: number | undefined;
      /** Makes a repeated call replace the secret of the first one, which nobody has seen. */
      readonly operationId?: string | undefined;
    },
  ): Promise<IssuedKey>;
  /**
   * The caller of a key, which counts as a use of it; undefined if the key does not exist, was revoked or has expired.
   * Whether it may be used from an address is checked by `ip` of the caller: see `refuseOtherAddress`.
   */
  authenticate(key: string): Promise<Caller | undefined>;
  /** The caller of the key with this public id; undefined as above. */
  callerOf(keyId: string): Promise<Caller | undefined>;
  /** Revokes a key at once. @throws Problem `not-found` if the key does not exist */
  revokeKey(id: string): Promise<void>;
}

/** @throws Problem `forbidden` if a caller may not call from an address */
export function refuseOtherAddress({ ip = [] }: Pick<Caller, 'ip'>, address: string): void {
  if (ip.length === 0 || addressFilter(ip)(address)) return;
  // Its ranges are not told: who asks may have found the key.
  throw new Problem('forbidden', {
    detail: `This key may not be used from the address ${address}. Use it from one that it is meant for, or ask for another key.`,
  });
}

export const Accounts = defineKind<Accounts>('accounts');

/**
 * The sessions of people who are signed in with a browser. A plugin provides them; without one, only keys are accepted.
 *
 * @example
 * async function accountOf(sessions: Sessions, request: Request): Promise<string | undefined> {
 *   return (await sessions.authenticate(request))?.account;
 * }
 */
export interface Sessions {
  /**
   * The caller of the session that a request's cookie names; undefined without a cookie, or if the session is over.
   *
   * @throws Problem `cross-site-request` (403) for an unsafe method that was not sent by a page of this host
   */
  authenticate(request: { readonly method: string; readonly headers: Headers }): Promise<Caller | undefined>;
  /**
   * Passes if who uses the session has proved to be its owner lately.
   *
   * @throws Problem `confirmation-required` (403) otherwise; `unauthorized` without a session
   */
  requireProof(request: { readonly method: string; readonly headers: Headers }): Promise<void>;
  /** Whether a session is not over. It does not count as a use. @param keyId of its caller */
  isOpen(keyId: string): Promise<boolean>;
  /** Makes the link for the first person, as a path of this host; undefined if somebody was invited before. */
  firstInvitation(): Promise<string | undefined>;
}

export const Sessions = defineKind<Sessions>('sessions', {
  ...({ authenticate: 'function', requireProof: 'function', isOpen: 'function', firstInvitation: 'function' } as const),
});

/**
 * The erasure of accounts with everything that belongs to them. Provided by the host.
 *
 * Documents are found by themselves, in every collection: those whose field `account` has the account's id, and those
 * whose id is the account's, alone or before a `/`. What else a plugin keeps of an account, such as blobs, it erases by
 * `onErase`.
 *
 * @example
 * const register = (erasure: Erasure, blobs: Blobs): void =>
 *   erasure.onErase(async (account) => {
 *     for await (const { name } of blobs.list(`letters/${account}/`)) await blobs.delete(name);
 *   });
 */
export interface Erasure {
  /**
   * Adds what erases the part of an account that a plugin keeps. Call it in the plugin's `start`. It is called again
   * until all is gone, also after a crash, and before the documents of the account are deleted.
   */
  onErase(erase: (account: string) => Promise<void>): void;
  /**
   * Erases an account: first its keys, so that nobody can use it, last its name. Once it has begun it is
   * resumed until it is complete, whatever happens.
   *
   * @param by who wants it, for the audit log
   * @returns when nothing is left
   * @throws Problem `not-found` if the account does not exist
   */
  erase(account: string, by: { readonly person: string | undefined; readonly by: string }): Promise<void>;
}

export const Erasure = defineKind<Erasure>('erasure');
