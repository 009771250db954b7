import { chainsIn, filesOf, linesOf } from './chain-files.ts';
import { type ChainEnd, chainBegin, follow } from './entry.ts';

/** What a chain of an audit log is found to be. */
export interface ChainReport {
  readonly chain: string;
  /** Entries that follow from each other, from the first one on. */
  readonly entries: number;
  /** SHA-256 of the last of them. Whoever keeps it elsewhere can tell later that nothing before it was changed or taken away. */
  readonly hash: string;
  /** What breaks the chain, and where; null where nothing does. */
  readonly fault: string | null;
}

/** Follows every chain of the log from its first entry to its last. */
export async function verifyAuditLog(folder: string): Promise<readonly ChainReport[]> {
  const reports: ChainReport[] = [];
  for (const chain of await chainsIn(folder)) reports.push(await verifyChain(folder, chain));
  return reports;
}

async function verifyChain(folder: string, chain: string): Promise<ChainReport> {
  let end: ChainEnd = chainBegin;
  for (const file of await filesOf(folder, chain)) {
    let number = 0;
    for await (const line of linesOf(file)) {
      number += 1;
      const next = follow(end, line);
      if (typeof next === 'string') return { chain, entries: end.seq, hash: end.hash, fault: `${file}:${number} ${next}` };
      end = next;
    }
  }
  return { chain, entries: end.seq, hash: end.hash, fault: null };
}
