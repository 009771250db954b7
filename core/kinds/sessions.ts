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
   * Watches a session, for an answer that lasts, such as a stream of events.
   *
   * @param keyId of the caller
   * @param gone aborted when the answer is over; nothing is watched any more then
   * @returns aborted when the session ends
   */
  ended(keyId: string, gone: AbortSignal): AbortSignal;
  /** Makes the link for the first person, as a path of this host; undefined if somebody was invited before. */
  firstInvitation(): Promise<string | undefined>;
}

export const Sessions = defineKind<Sessions>('sessions');
