import { defineCollection, Problem, type Runs, type Store } from 'chronoscribe';
import { z } from 'zod';
import type { TranscriptRecord, Transcripts } from './kind.ts';
import { recordShape } from './record-shape.ts';

export const transcriptCollection = defineCollection<TranscriptRecord>({
  name: 'transcripts',
  schema: z.object({ account: z.string(), runId: z.string(), template: z.string(), ...recordShape }),
  indexes: [['account', 'createdAt'], ['createdAt']],
});

interface Tools {
  readonly store: Store;
  readonly runs: Runs;
}

/** The records of consultations. Another account's ids answer like ids that do not exist. */
export function transcriptRecords({ store, runs }: Tools): Pick<Transcripts, 'save' | 'get' | 'list' | 'delete'> {
  const get: Transcripts['get'] = async (account, id) => {
    const record = await store.get(transcriptCollection, id);
    if (record?.account !== account) throw new Problem('not-found', { detail: 'There is no transcript with this id.' });
    return record;
  };
  return {
    save: (record) => store.put(transcriptCollection, record),
    get,
    list: (account, { limit = 50, cursor }) =>
      store.find(transcriptCollection, {
        equals: { account },
        orderBy: 'createdAt',
        direction: 'descending',
        limit,
        ...(cursor !== undefined && { cursor }),
      }),
    async delete(account, id) {
      const { runId } = await get(account, id);
      // The record goes last, so that a deletion that was interrupted can be asked for again.
      await runs.forget(account, runId);
      await store.delete(transcriptCollection, id);
    },
  };
}
