import { Store } from 'chronoscribe';
import { Journal } from 'chronoscribe/kinds/journal';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import lowdb from '../../../providers/store/lowdb/index.ts';
import sqlite from '../../../providers/store/sqlite/index.ts';
import type { ImportLine } from '../kind.ts';
import { createTimeline, deleteTimeline } from './branches.ts';
import { importEvents } from './recording.ts';

async function* oneEvent(): AsyncGenerator<readonly ImportLine[]> {
  yield [{ line: 1, event: { description: 'Something happens', time: 0, location: 'Berlin' } }];
}

test.each([
  ['sqlite', sqlite],
  ['lowdb', lowdb],
])(
  'on %s an import is refused for a timeline that was deleted while it waited for its turn',
  async (_name, provider) => {
    const folder = await temporaryFolder();
    const { provided, stop } = await startProvider(Store, provider, { dataFolder: folder.path });
    try {
      const journal = provided(Journal);
      const request = { requestId: 'r', operationId: 'o' };
      const { timeline_id } = await createTimeline(
        journal,
        'clinic',
        { base: 'primary', description: 'What if' },
        request,
      );
      const imported = { ...request, timelineId: timeline_id, operationId: 'i', skipErrors: false };
      // Both begin here; what is asked of the store first is done first.
      const importing = importEvents(journal, 'clinic', oneEvent(), imported);
      const deleting = deleteTimeline(journal, 'clinic', timeline_id);
      await expect(importing).rejects.toMatchObject({ code: 'timeline-not-found' });
      await deleting;
    } finally {
      await stop();
      await folder.remove();
    }
  },
);
