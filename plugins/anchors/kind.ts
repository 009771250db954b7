/** **Stable**: the anchors of each account, for plugins that need them. */

import { defineKind } from 'chronoscribe';

/** A fixed point in time to which the clock can return. */
export interface Anchor {
  readonly anchor_id: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly description: string;
  /** Whether altering events at that instant is an error, not just a warning. */
  readonly locked: boolean;
}

/** The anchors of each account. */
export interface Anchors {
  /** All anchors of the account, in order of creation. */
  list(account: string): Promise<readonly Anchor[]>;
}

export const Anchors = defineKind<Anchors>('anchors', { list: 'function' });
