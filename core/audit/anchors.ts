import { z } from 'zod';
import { type Archive, defineCollection, documentsIn, findAll, type Store } from '../kinds/store.ts';
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
export const gapRecord = ({ chain, after, expected }: AuditGap): string => `${chain}/${after.seq + 1}-${expected.seq}`;

/**
 * The end of each chain as it was at most a second ago, outside of the folder of the log. A chain may have more entries
 * than its anchor says, and never less.
 */
export const auditAnchors = defineCollection({
  name: 'audit_anchors',
  schema: z.object({
    id: z.string(),
    /** The host id of the log. */
    log: z.string(),
    chain: z.string(),
    /** The number and the hash of the last entry. */
    seq: z.int(),
    hash: z.string(),
    /** The file that it is in: `2026-11.ndjson`. */
    file: z.string(),
    /** Milliseconds since 1970. */
    at: z.number(),
  }),
  indexes: [],
});

export type AuditAnchor = z.output<typeof auditAnchors.schema>;

export const anchorId = (log: string, chain: string): string => `${log}/${chain}`;

/** All that a store knows of audit logs. */
export interface StoredAuditState {
  readonly anchors: readonly AuditAnchor[];
  readonly gaps: readonly StoredGap[];
}

export async function loadAuditState(store: Store): Promise<StoredAuditState> {
  await store.prepare(auditAnchors, auditGaps);
  return {
    anchors: await Array.fromAsync(findAll(store, auditAnchors, {})),
    gaps: await Array.fromAsync(findAll(store, auditGaps, {})),
  };
}

/** The same for a reader, which prepares no collection. */
export async function readAuditState(archive: Archive): Promise<StoredAuditState> {
  return {
    anchors: await Array.fromAsync(documentsIn(archive, auditAnchors)),
    gaps: await Array.fromAsync(documentsIn(archive, auditGaps)),
  };
}
