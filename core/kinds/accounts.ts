import { defineKind } from '../api/kind.ts';
import type { Scope } from '../api/route.ts';
import type { Page } from './store.ts';

export interface Account {
  readonly account_id: string;
  readonly name: string;
}

/** A key as it may be shown at any time: never the key itself. */
export interface KeyDescription {
  readonly id: string;
  readonly account_id: string;
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  /** ISO 8601, UTC; null where the key does not expire. */
  readonly expires_at: string | null;
  readonly created_at: string;
}

/** A key as it is shown once, when it is made. */
export interface IssuedKey extends KeyDescription {
  /** `csk_…`, 192 random bits. Only its SHA-256 is kept. */
  readonly key: string;
}

/** Who may call: accounts, and the keys that name them. Provided by the host itself. */
export interface Accounts {
  /** An account is made once for each `operationId`; left out, it is another each time. */
  createAccount(name: string, operationId?: string): Promise<Account>;
  listAccounts(cursor?: string): Promise<Page<Account>>;
  /** Throws `not-found` for an account that does not exist. */
  createKey(options: {
    readonly account_id: string;
    readonly name?: string | undefined;
    /** Default `time` and `clinical`. */
    readonly scopes?: readonly Scope[] | undefined;
    /** ISO 8601 date-time; a key at or after it is refused. */
    readonly expires_at?: string | undefined;
    /** A key of the same operation, which nobody has ever seen then, is replaced: what is kept of it does not tell what it was. */
    readonly operationId?: string | undefined;
  }): Promise<IssuedKey>;
  listKeys(cursor?: string): Promise<Page<KeyDescription>>;
  /** Acts at once. Throws `not-found` for a key that does not exist. */
  revokeKey(id: string): Promise<void>;
}

export const Accounts = defineKind<Accounts>('accounts');
