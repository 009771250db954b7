import { z } from 'zod';
import { type Archive, documentsIn } from '../kinds/archive.ts';
import { defineCollection, findAll, type Store } from '../kinds/store.ts';
import { auditGaps, type StoredGap } from './gap.ts';

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
