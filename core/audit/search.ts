import type { AuditLogEntry, AuditSearch } from '../kinds/operations.ts';
import { chainsIn, filesOf, linesOf, parseEntry } from './chain.ts';

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
