import { defineKind } from '../api/kind.ts';

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
   * Erases an account: first its keys, so that nobody can use it, last its name. Once it has begun it is gone on with,
   * whatever happens.
   *
   * @param by who wants it, for the audit log
   * @returns when nothing is left
   * @throws Problem `not-found` if the account does not exist
   */
  erase(account: string, by: { readonly person: string | undefined; readonly by: string }): Promise<void>;
}

export const Erasure = defineKind<Erasure>('erasure');
