import { join } from 'node:path';
import type { AuditChainReport, AuditLogEntry, AuditSearch } from '../kinds/operations.ts';
import { type AuditAnchor, type AuditGap, absentLog, gapId, gapText, type StoredAuditState } from './anchors.ts';
import { type ChainEnd, chainsIn, emptyChain, filesOf, hashLine, linesOf, parseEntry } from './chain.ts';

/** A report with the gaps that may be acknowledged. */
export interface VerifiedChain extends AuditChainReport {
  readonly gaps: readonly AuditGap[];
}

/** The log to verify, and what the store knows of it. */
export interface VerifiedLog extends StoredAuditState {
  readonly folder: string;
  /** The host id of the log. */
  readonly log: string;
  readonly isClustered: boolean;
}

/**
 * Verifies every chain of a log from its first entry to its last, and that this is what the store has as its end. Take
 * the state of the store before: the chains may grow meanwhile.
 */
export async function verifyAuditLog(verified: VerifiedLog): Promise<readonly VerifiedChain[]> {
  const { folder, log, isClustered, anchors } = verified;
  const own = anchors.filter((anchor) => anchor.log === log);
  const chains = new Set([...(await chainsIn(folder)), ...own.map(({ chain }) => chain)]);
  const seen = new Set<string>();
  const reports: VerifiedChain[] = [];
  for (const chain of [...chains].toSorted((one, other) => Number(one) - Number(other))) {
    const anchor = own.find((each) => each.chain === chain);
    reports.push(await verifyChain(verified, { chain, anchor, seen }));
  }
  if (isClustered) return reports;
  const acknowledged = acknowledgedGaps(verified);
  for (const anchor of anchors) {
    const gap = absentLog(anchor);
    if (anchor.log === log || seen.has(anchor.hash) || acknowledged.has(gapId(gap))) continue;
    const fault = `${gapText(0, anchor.seq)}: the log of another data folder, whose folder "audit" is not here`;
    reports.push({ chain: `${anchor.chain} of ${anchor.log}`, entries: 0, hash: emptyChain.hash, fault, gaps: [gap] });
  }
  return reports;
}

function acknowledgedGaps({ gaps }: StoredAuditState): ReadonlySet<string> {
  return new Set(gaps.filter(({ acknowledgedAt }) => acknowledgedAt !== null).map(({ id }) => id));
}

/** @param of.seen receives the hashes of entries that are there, among those that the store knows */
async function verifyChain(
  verified: VerifiedLog,
  { chain, anchor, seen }: { chain: string; anchor: AuditAnchor | undefined; seen: Set<string> },
): Promise<VerifiedChain> {
  const { folder, log } = verified;
  const acknowledged = acknowledgedGaps(verified);
  const known = new Set(verified.anchors.map(({ hash }) => hash));
  const faults: string[] = [];
  const gaps: AuditGap[] = [];
  const add = (where: string, after: ChainEnd, expected: ChainEnd): void => {
    const gap = { log, chain, after, expected };
    if (acknowledged.has(gapId(gap))) return;
    gaps.push(gap);
    faults.push(`${where} ${gapText(after.seq, expected.seq)}`);
  };

  let end = emptyChain;
  let entries = 0;
  for (const file of await filesOf(folder, chain)) {
    let number = 0;
    for await (const line of linesOf(file)) {
      number += 1;
      const entry = parseEntry(line);
      if (entry === undefined) {
        faults.push(`${file}:${number} is no entry of an audit log`);
        continue;
      }
      const before = { seq: entry.seq - 1, hash: entry.previous };
      if (before.seq !== end.seq || before.hash !== end.hash) add(`${file}:${number}`, end, before);
      // Where an entry is missing in the middle, the gap is reported there.
      for (const hash of [before.hash, hashLine(line)]) if (known.has(hash)) seen.add(hash);
      end = { seq: entry.seq, hash: hashLine(line) };
      entries += 1;
    }
  }
  if (anchor !== undefined && !seen.has(anchor.hash)) {
    add(`${join(folder, chain)} at its end:`, end, { seq: Math.max(end.seq, anchor.seq), hash: anchor.hash });
  }
  return { chain, entries, hash: end.hash, fault: faults.length === 0 ? null : faults.join('\n'), gaps };
}

/**
 * The newest entries of a log that a search is for, the newest first. It reads month by month, backwards, and holds no
 * more than `limit` entries of a chain at a time.
 */
export async function searchAuditLog(folder: string, search: AuditSearch): Promise<readonly AuditLogEntry[]> {
  const found: AuditLogEntry[] = [];
  for (const files of await monthsOf(folder)) {
    const ofMonth: AuditLogEntry[] = [];
    for (const { chain, file } of files) ofMonth.push(...(await lastOf(file, chain, search)));
    found.push(...ofMonth.toSorted((one, other) => comparePlaces(other, one)));
    if (found.length >= search.limit) break;
  }
  return found.slice(0, search.limit);
}

/** The files of all chains by their months, the newest month first. */
async function monthsOf(folder: string) {
  const files: { readonly chain: string; readonly file: string; readonly month: string }[] = [];
  for (const chain of await chainsIn(folder)) {
    for (const file of await filesOf(folder, chain)) {
      files.push({ chain, file, month: file.slice(-'2026-11.ndjson'.length) });
    }
  }
  const months = [...Map.groupBy(files, ({ month }) => month)];
  return months.toSorted(([one], [other]) => (one < other ? 1 : -1)).map(([, ofMonth]) => ofMonth);
}

/** The last entries of a file that match, oldest first. */
async function lastOf(file: string, chain: string, search: AuditSearch): Promise<readonly AuditLogEntry[]> {
  const last: AuditLogEntry[] = [];
  for await (const line of linesOf(file)) {
    const entry = parseEntry(line);
    // Verification names an invalid line; it does not hide the others here.
    if (entry === undefined) continue;
    const { previous, ...rest } = entry;
    const placed = { chain, ...rest };
    if (!matches(placed, search)) continue;
    last.push(placed);
    if (last.length > search.limit) last.shift();
  }
  return last;
}

function matches(entry: AuditLogEntry, { account, record, key, before }: AuditSearch): boolean {
  return (
    (account === undefined || entry.account === account) &&
    (record === undefined || entry.record === record) &&
    (key === undefined || entry.key === key) &&
    (before === undefined || comparePlaces(entry, before) < 0)
  );
}

type Place = Pick<AuditLogEntry, 'at' | 'chain' | 'seq'>;

/** By time; what happened at one instant, by chain and number. */
function comparePlaces(one: Place, other: Place): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  return Number(one.chain) - Number(other.chain) || one.seq - other.seq;
}
