import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ifThere, writeFileAtomic } from '../files/durable-write.ts';
import { type Archive, defineCollection, documentsIn, findAll, type Store } from '../kinds/store.ts';
import { type ChainEnd, emptyChain, hashLine, resumeChain } from './chain.ts';

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

type StoredGap = z.output<typeof auditGaps.schema>;

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

const anchorId = (log: string, chain: string): string => `${log}/${chain}`;

/** All that a store knows of audit logs. */
export interface StoredAuditState {
  readonly anchors: readonly AuditAnchor[];
  readonly gaps: readonly StoredGap[];
}

async function loadAuditState(store: Store): Promise<StoredAuditState> {
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

/** The id of a data folder, by which hosts that share a store tell their audit logs apart. Undefined if it has none. */
export async function readHostId(data: string): Promise<string | undefined> {
  return (await ifThere(readFile(fileIn(data), 'utf8')))?.trim() || undefined;
}

/**
 * The same, made if it is missing. It is beside the folder of the log: whoever deletes that does not make a log of
 * another host out of it.
 */
export async function hostId(data: string): Promise<string> {
  const known = await readHostId(data);
  if (known !== undefined) return known;
  const made = randomUUID();
  await writeFileAtomic(fileIn(data), [Buffer.from(`${made}\n`)], { replace: true });
  return made;
}

const fileIn = (data: string): string => join(data, 'host-id');

/**
 * What the store knows of an audit log: where its chains ended, and which gaps were found.
 *
 * @param place.isClustered whether other hosts save the ends of their logs in the same store
 */
export async function openAnchoredLog({
  data,
  store,
  isClustered,
}: {
  readonly data: string;
  readonly store: Store;
  readonly isClustered: boolean;
}) {
  const log = await hostId(data);
  const { anchors, gaps } = await loadAuditState(store);
  const acknowledged = new Set(gaps.filter(({ acknowledgedAt }) => acknowledgedAt !== null).map(({ id }) => id));
  const unsaved = new Map<string, StoredGap>();
  const known = (chain: string) => anchors.find(({ id }) => id === anchorId(log, chain));

  /** A log that came here with its files, from another data folder, is this one from now on. */
  const adopt = (anchor: AuditAnchor): Promise<void> =>
    store.transaction(async (documents) => {
      const id = anchorId(log, anchor.chain);
      await documents.insert(auditAnchors, { ...anchor, id, log });
      await documents.delete(auditAnchors, anchor.id);
    });

  return {
    log,
    /** The end of a chain that was saved. */
    known: (chain: string) => known(chain) ?? emptyChain,
    /** The gaps at the ends of chains that this process does not write to. @param locked the chain that it writes to */
    async otherGaps(folder: string, locked: string) {
      const found: AuditGap[] = [];
      for (const anchor of anchors) {
        const isOwn = anchor.log === log;
        if (isOwn ? anchor.chain === locked : isClustered) continue;
        const { gap } = await resumeChain(folder, anchor.chain, anchor, { repair: false });
        if (gap !== undefined) found.push(isOwn ? { ...anchor, ...gap } : absentLog(anchor));
        else if (!isOwn) await adopt(anchor);
      }
      return found;
    },
    /** Remembers a gap until it is saved. @returns false if it is acknowledged */
    found(gap: AuditGap) {
      const stored = storedGap(gap, null);
      if (acknowledged.has(stored.id)) return false;
      unsaved.set(stored.id, stored);
      return true;
    },
    /** Saves the end of a chain, after the gaps that were found: once it is saved, no start finds those any more. */
    async save(chain: string, { seq, hash }: ChainEnd, file: string) {
      for (const gap of unsaved.values()) {
        await store.insert(auditGaps, gap);
        unsaved.delete(gap.id);
      }
      await store.put(auditAnchors, { id: anchorId(log, chain), log, chain, seq, hash, file, at: Date.now() });
    },
    /** The gaps that nobody has acknowledged. */
    async gaps() {
      const saved = await Array.fromAsync(findAll(store, auditGaps, {}));
      return [...saved, ...unsaved.values()].filter(
        (gap) => gap.acknowledgedAt === null && (gap.log === log || !isClustered),
      );
    },
  };
}

/** The gap of a log that is not here, of a data folder that a host without others had before. */
export function absentLog({ log, chain, seq, hash }: AuditAnchor): AuditGap {
  return { log, chain, after: emptyChain, expected: { seq, hash } };
}
