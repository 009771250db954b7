import { z } from 'zod';
import { defineCollection } from '../kinds/store.ts';
import { type ChainEnd, hashLine } from './chain.ts';

/** A place in a chain where an entry does not follow from the one before it, or where the last entries are gone. */
export interface AuditGap {
  /** The host id of the log. */
  readonly log: string;
  readonly chain: string;
  /** The last entry before the gap. */
  readonly after: ChainEnd;
  /** The entry that the next one refers to as the one before it. */
  readonly expected: ChainEnd;
}

/** A gap that was found. Until it is acknowledged, hosts and verifications report it. */
export const auditGaps = defineCollection({
  name: 'audit_gaps',
  schema: z.object({
    id: z.string(),
    log: z.string(),
    chain: z.string(),
    after: z.int(),
    expected: z.int(),
    /** Milliseconds since 1970. */
    foundAt: z.number(),
    acknowledgedAt: z.number().nullable(),
  }),
  indexes: [],
});

export type StoredGap = z.output<typeof auditGaps.schema>;

export function storedGap(gap: AuditGap, acknowledgedAt: number | null): StoredGap {
  const { log, chain, after, expected } = gap;
  return { id: gapId(gap), log, chain, after: after.seq, expected: expected.seq, foundAt: Date.now(), acknowledgedAt };
}

/** Names both ends by their hashes: what is removed or changed beside an acknowledged gap makes it another one. */
export function gapId({ log, chain, after, expected }: AuditGap): string {
  return `${log}/${chain}/${after.seq}-${expected.seq}/${hashLine(`${after.hash} ${expected.hash}`)}`;
}

/** What is wrong, in a few words: `entries 91 to 100 are missing`. */
export function gapText(after: number, expected: number): string {
  if (expected > after + 1) return `entries ${after + 1} to ${expected} are missing`;
  if (expected === after + 1) return `entry ${expected} is missing`;
  if (expected === after) return `entry ${after} was changed, or the one after it`;
  return `entry ${expected + 1} comes after entry ${after}: entries were inserted or moved`;
}

/** How an entry of the log names a gap: `1/91-100`. */
export function gapRecord({ chain, after, expected }: AuditGap): string {
  return `${chain}/${after.seq + 1}-${expected.seq}`;
}
