import { type Documents, defineCollection } from 'chronoscribe';
import { z } from 'zod';
import type { PlacedEntry } from '../journal/append.ts';
import type { JournalTimeline, Operation } from '../journal/kind.ts';
import type { KeptJournal } from '../journal/restore.ts';

/** The journal as the file shows it to its owner: a document for each version of an event, each timeline, each account. */
const revisions = defineCollection({
  name: 'journal_revisions',
  schema: z.strictObject({
    /** Account and `seq`. */
    id: z.string(),
    account: z.string(),
    seq: z.int(),
    timelineId: z.string(),
    operation: z.enum(['record', 'manipulate', 'revert', 'merge'] satisfies readonly Operation[]),
    eventId: z.string(),
    subject: z.int(),
    recorded: z.int(),
    time: z.int(),
    until: z.int(),
    place: z.string(),
    causes: z.array(z.strictObject({ eventId: z.string(), minDelay: z.number().nullable(), maxDelay: z.number().nullable() })),
    participants: z.array(z.string()),
    sets: z.array(z.string()),
    needs: z.array(z.string()),
    rich: z.boolean(),
    requestId: z.string(),
    recordedAt: z.int(),
    body: z.json(),
  }),
  indexes: [
    ['account', 'seq'],
    ['account', 'timelineId'],
  ],
});

const timelines = defineCollection({
  name: 'journal_timelines',
  schema: z.strictObject({
    /** Account and timeline. */
    id: z.string(),
    account: z.string(),
    /** The order of creation. */
    number: z.int(),
    timelineId: z.string(),
    parent: z.string().nullable(),
    branchedAt: z.int(),
    mergedAt: z.int(),
    description: z.string(),
    createdAt: z.int(),
    requestId: z.string(),
  }),
  indexes: [['account', 'number']],
});

const accounts = defineCollection({
  name: 'journal_accounts',
  schema: z.strictObject({
    /** The account's. */
    id: z.string(),
    head: z.int(),
    recordedAt: z.int(),
  }),
  indexes: [],
});

const receipts = defineCollection({
  name: 'journal_receipts',
  schema: z.strictObject({
    /** Account and operation. */
    id: z.string(),
    account: z.string(),
    operationId: z.string(),
    receipt: z.string(),
  }),
  indexes: [['account']],
});

export const journalCollections = [revisions, timelines, accounts, receipts];

const idOf = (...parts: readonly (string | number)[]): string => JSON.stringify(parts);

/** Keeps what changes in an account's journal. */
export interface JournalDocuments {
  keepEntry(entry: PlacedEntry): Promise<void>;
  keepTimeline(timeline: JournalTimeline): Promise<void>;
  keepReceipt(operationId: string, receipt: string): Promise<void>;
  keepHead(head: number, recordedAt: number): Promise<void>;
  removeTimeline(timelineId: string): Promise<void>;
}

export function journalDocuments(documents: Documents, account: string): JournalDocuments {
  return {
    async keepEntry({ body, causes, participants, sets, needs, ...entry }) {
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
    async keepTimeline({ id: timelineId, ...timeline }) {
      const id = idOf(account, timelineId);
      const number = (await documents.get(timelines, id))?.number ?? (await documents.next('journal_timelines'));
      await documents.put(timelines, { id, account, number, timelineId, ...timeline });
    },
    async keepReceipt(operationId, receipt) {
      await documents.put(receipts, { id: idOf(account, operationId), account, operationId, receipt });
    },
    async keepHead(head, recordedAt) {
      await documents.put(accounts, { id: account, head, recordedAt });
    },
    async removeTimeline(timelineId) {
      for (;;) {
        const { items, next } = await documents.find(revisions, { equals: { account, timelineId } });
        for (const { id } of items) await documents.delete(revisions, id);
        if (next === null) break;
      }
      await documents.delete(timelines, idOf(account, timelineId));
    },
  };
}

/** All journals that were kept. */
export async function keptJournals(documents: Pick<Documents, 'find'>): Promise<readonly KeptJournal[]> {
  const kept: KeptJournal[] = [];
  for (const { id: account, head, recordedAt } of await every((cursor) => documents.find(accounts, cursor))) {
    kept.push({
      account,
      head,
      recordedAt,
      timelines: (await every((cursor) => documents.find(timelines, { equals: { account }, orderBy: 'number', ...cursor }))).map(
        ({ id: _id, account: _account, number: _number, timelineId, ...timeline }) => ({ id: timelineId, ...timeline }),
      ),
      entries: (await every((cursor) => documents.find(revisions, { equals: { account }, orderBy: 'seq', ...cursor }))).map(
        ({ id: _id, account: _account, body, ...entry }) => ({ ...entry, body: JSON.stringify(body) }),
      ),
      receipts: await every((cursor) => documents.find(receipts, { equals: { account }, ...cursor })),
    });
  }
  return kept;
}

async function every<T>(
  page: (cursor: { readonly cursor?: string }) => Promise<{ readonly items: readonly T[]; readonly next: string | null }>,
): Promise<readonly T[]> {
  const { items, next } = await page({});
  const all = [...items];
  for (let cursor = next; cursor !== null; ) {
    const more = await page({ cursor });
    all.push(...more.items);
    cursor = more.next;
  }
  return all;
}
