import { defineKind } from '../api/kind.ts';
import type { Caller } from './accounts.ts';

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

export const Sessions = defineKind<Sessions>('sessions');
