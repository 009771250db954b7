import { z } from 'zod';
import type { Operation } from './kind.ts';

/** A timeline that branched off another one. The primary one is not kept: every account has it. */
const Branch = z.strictObject({
  account: z.string(),
  id: z.string(),
  parent: z.string(),
  branchedAt: z.int(),
  mergedAt: z.int(),
  description: z.string(),
  createdAt: z.int(),
  requestId: z.string(),
});

/** Up to which place in the sequence an account is shown, from a moment on. */
const Commit = z.strictObject({ account: z.string(), recordedAt: z.int(), seq: z.int() });

const Receipt = z.strictObject({ account: z.string(), operationId: z.string(), receipt: z.string() });

const Cause = z.strictObject({ eventId: z.string(), minDelay: z.number().nullable(), maxDelay: z.number().nullable() });

const Revision = z.strictObject({
  account: z.string(),
  seq: z.int(),
  timelineId: z.string(),
  operation: z.enum(['record', 'manipulate', 'revert', 'merge'] satisfies readonly Operation[]),
  eventId: z.string(),
  subject: z.int(),
  recorded: z.int(),
  recordedAt: z.int(),
  time: z.int(),
  until: z.int(),
  place: z.string(),
  causes: z.array(Cause),
  participants: z.array(z.string()),
  sets: z.array(z.string()),
  needs: z.array(z.string()),
  rich: z.boolean(),
  requestId: z.string(),
  /** JSON, as text: nobody looks into it. */
  body: z.string(),
});

/**
 * All that a journal holds, one thing after another, for keeping it elsewhere than in its tables: branches by account and order of creation, commits by account and moment, receipts
 * by account and operation, revisions by `seq`. Texts are in the order of their JSON texts' code points.
 */
export const JournalItem = z.discriminatedUnion('section', [
  z.strictObject({ section: z.literal('journal/branches'), value: Branch }),
  z.strictObject({ section: z.literal('journal/commits'), value: Commit }),
  z.strictObject({ section: z.literal('journal/receipts'), value: Receipt }),
  z.strictObject({ section: z.literal('journal/revisions'), value: Revision }),
]);

export type JournalItem = z.output<typeof JournalItem>;

export type KeptCommit = z.output<typeof Commit>;
export type KeptReceipt = z.output<typeof Receipt>;
export type KeptRevision = z.output<typeof Revision>;
