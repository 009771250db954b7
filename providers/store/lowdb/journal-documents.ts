import { type Collection, type Document, type Documents, defineCollection, findAll } from 'chronoscribe';
import { z } from 'zod';
import { parseDocument } from '../collections.ts';
import type { PlacedEntry } from '../journal/append.ts';
import type { JournalTimeline, MoveOrigin } from '../journal/kind.ts';
import type { PlacedMove } from '../journal/move.ts';
import { Branch, Commit, type JournalItem, Receipt, Revision } from '../journal/restore.ts';
import type { Collections } from './file-format.ts';

/** The journal in the file: a document for each revision, timeline, commit and receipt. */
const revisions = defineCollection({
  name: 'journal_revisions',
  /** The id is the account and `seq`. */
  schema: Revision.extend({ id: z.string(), body: z.json() }),
  indexes: [['account', 'timelineId']],
});

const timelines = defineCollection({
  name: 'journal_timelines',
  /** The id is the account and the timeline; `number` is the order of creation. */
  schema: Branch.extend({ number: z.int(), timelineId: z.string(), parent: z.string().nullable() }),
  indexes: [],
});

const commits = defineCollection({
  name: 'journal_commits',
  /** The id is the account and the moment. */
  schema: Commit.extend({ id: z.string() }),
  indexes: [],
});

const receipts = defineCollection({
  name: 'journal_receipts',
  /** The id is the account and the operation. */
  schema: Receipt.extend({ id: z.string() }),
  indexes: [],
});

export const journalCollections = [revisions, timelines, commits, receipts];

/** Numbers the timelines. */
export const timelineCounter = 'journal_timelines';

const idOf = (...parts: readonly (string | number)[]): string => JSON.stringify(parts);

/** Saves changes of an account's journal. */
export interface JournalDocuments {
  saveEntry(entry: PlacedEntry): Promise<void>;
  /** Saves a revision that has moved, with all else of the one that it replaces. */
  saveMove(move: PlacedMove, by: MoveOrigin & Pick<PlacedEntry, 'recordedAt'>): Promise<void>;
  saveTimeline(timeline: JournalTimeline): Promise<void>;
  saveReceipt(operationId: string, receipt: string): Promise<void>;
  saveCommit(head: number, recordedAt: number): Promise<void>;
  deleteTimeline(timelineId: string): Promise<void>;
  /** Deletes all of the account. */
  erase(): Promise<void>;
}

export function journalDocuments(documents: Documents, account: string): JournalDocuments {
  return {
    async saveEntry({ body, causes, participants, sets, needs, ...entry }) {
      await documents.put(revisions, {
        id: idOf(account, entry.seq),
        account,
        ...entry,
        causes: [...causes],
        participants: [...participants],
        sets: [...sets],
        needs: [...needs],
        body: JSON.parse(body),
      });
    },
    async saveMove({ seq, moved, time }, by) {
      const replaced = await documents.get(revisions, idOf(account, seq));
      if (replaced === undefined) throw new Error(`The file has no revision ${seq} of the journal, which is to move.`);
      const until = replaced.until - replaced.time + time;
      await documents.put(revisions, { ...replaced, ...by, id: idOf(account, moved), seq: moved, time, until });
    },
    async saveTimeline({ id: timelineId, ...timeline }) {
      const id = idOf(account, timelineId);
      const number = (await documents.get(timelines, id))?.number ?? (await documents.next(timelineCounter));
      await documents.put(timelines, { id, account, number, timelineId, ...timeline });
    },
    async saveReceipt(operationId, receipt) {
      await documents.put(receipts, { id: idOf(account, operationId), account, operationId, receipt });
    },
    async saveCommit(head, recordedAt) {
      await documents.put(commits, { id: idOf(account, recordedAt), account, recordedAt, seq: head });
    },
    async deleteTimeline(timelineId) {
      for (;;) {
        const { items, next } = await documents.find(revisions, { equals: { account, timelineId } });
        for (const { id } of items) await documents.delete(revisions, id);
        if (next === null) break;
      }
      await documents.delete(timelines, idOf(account, timelineId));
    },
    async erase() {
      const own = async <T extends Document & { readonly account: string }>(collection: Collection<T>) => {
        const all = await Array.fromAsync(findAll(documents, collection, {}));
        for (const each of all) if (each.account === account) await documents.delete(collection, each.id);
      };
      await own(revisions);
      await own(timelines);
      await own(commits);
      await own(receipts);
    },
  };
}

/** Saves an item of an archive. */
export async function saveItem(documents: Documents, { section, value }: JournalItem): Promise<void> {
  const saved = journalDocuments(documents, value.account);
  switch (section) {
    case 'journal/branches': {
      const { account: _account, ...timeline } = value;
      return saved.saveTimeline(timeline);
    }
    case 'journal/commits':
      return saved.saveCommit(value.seq, value.recordedAt);
    case 'journal/receipts':
      return saved.saveReceipt(value.operationId, value.receipt);
    case 'journal/revisions':
      return saved.saveEntry(value);
  }
}

/**
 * The saved journals of all accounts.
 *
 * @param place the file, for the error
 * @throws Error that names a damaged document
 */
export async function* savedItems(collections: Collections, place: string): AsyncGenerator<JournalItem> {
  const all = <T extends Document>(collection: Collection<T>): readonly T[] =>
    [...(collections.get(collection.name)?.values() ?? [])].map((stored) =>
      parseDocument(collection, stored.id, stored, place),
    );

  for (const { id: _id, number: _number, timelineId, parent, ...timeline } of all(timelines).toSorted(by('number'))) {
    if (parent !== null) yield { section: 'journal/branches', value: { ...timeline, id: timelineId, parent } };
  }
  for (const { id: _id, ...value } of all(commits).toSorted(by('recordedAt')))
    yield { section: 'journal/commits', value };
  for (const { id: _id, ...value } of all(receipts)) yield { section: 'journal/receipts', value };
  for (const { id: _id, body, ...value } of all(revisions).toSorted(by('seq'))) {
    yield { section: 'journal/revisions', value: { ...value, body: JSON.stringify(body) } };
  }
}

function by<Field extends string>(field: Field) {
  return (one: Readonly<Record<Field, number>>, other: Readonly<Record<Field, number>>): number =>
    one[field] - other[field];
}
