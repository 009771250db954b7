import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere, writeFileAtomic } from '../files/durable-write.ts';
import { findAll, type Store } from '../kinds/store.ts';
import {
  type AuditAnchor,
  type AuditGap,
  anchorId,
  auditAnchors,
  auditGaps,
  loadAuditState,
  type StoredGap,
  storedGap,
} from './anchors.ts';
import { type ChainEnd, emptyChain } from './chain.ts';
import { resumeChain } from './chain-end.ts';

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
