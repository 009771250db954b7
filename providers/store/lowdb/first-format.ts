import { z } from 'zod';
import type { Collections, StoredDocument } from './collections.ts';

const revisions = z.array(z.looseObject({ account: z.string(), seq: z.int(), recordedAt: z.int() }));
const accounts = z.array(z.looseObject({ id: z.string(), head: z.int(), recordedAt: z.int() }));

/**
 * Brings documents of the first format up to date. That one kept of each account's journal only how far it is shown, and no document for each change: when a revision was recorded
 * says when it was shown. Undefined where a document of the journal is damaged.
 */
export function withCommits(collections: Collections): Collections | undefined {
  const recorded = revisions.safeParse([...(collections.get('journal_revisions')?.values() ?? [])]);
  const heads = accounts.safeParse([...(collections.get('journal_accounts')?.values() ?? [])]);
  if (!recorded.success || !heads.success) return undefined;
  const commits = [
    ...recorded.data.toSorted((one, other) => one.seq - other.seq),
    ...heads.data.map(({ id: account, head: seq, recordedAt }) => ({ account, seq, recordedAt })),
  ].map(({ account, seq, recordedAt }) => ({ id: JSON.stringify([account, recordedAt]), account, recordedAt, seq }));
  // Of one moment, the last counts.
  const byId = new Map<string, StoredDocument>(commits.map((commit) => [commit.id, commit]));
  const others = [...collections].filter(([name]) => name !== 'journal_accounts');
  return new Map(byId.size === 0 ? others : [...others, ['journal_commits', byId]]);
}
