import { defineCollection, type Store } from 'chronoscribe';
import { z } from 'zod';
import { events, texts } from '../contract/fixture.ts';
import { entry } from '../contract/journal/fixture.ts';
import type { Journal, JournalEntry, Revision } from '../journal/kind.ts';

const anything = defineCollection({
  name: 'contract_anything',
  schema: z.looseObject({ id: z.string() }),
  indexes: [],
});

/**
 * Writes something of everything that a store can hold: odd texts, branches of branches, changed, merged and deleted
 * events, an import, gaps in the sequence.
 */
export async function writeAllSorts({
  store,
  journal,
}: {
  readonly store: Store;
  readonly journal: Journal;
}): Promise<void> {
  await store.prepare(events, anything);
  for (const [at, text] of texts.entries()) {
    await store.put(events, {
      id: text,
      account: text,
      time: at % 2 === 0 ? at : null,
      place: text,
      detail: { [text]: [text, at / 3] },
    });
  }
  // Code that rebuilds an object loses a field of this name.
  await store.put(
    anything,
    JSON.parse('{"id": "odd", "__proto__": {"kept": true}, "2": "two", "1": "one", "big": 1e21, "none": null}'),
  );
  await store.put(anything, { id: 'gone' });
  await store.delete(anything, 'gone');
  for (const counter of ['visits', 'visits', '10', '9', 'ärzte']) await store.next(counter);

  for (const account of ['ann', 'bob', ...texts.slice(0, 4)]) await writeJournal(journal, account);
  // An account may begin with a branch, or with a failure.
  await journal.transaction('carl', (writes) =>
    writes.addTimeline({ id: 'first', parent: 'primary', description: '', requestId: 'r' }),
  );
  await journal.transaction('dora', async () => undefined);
  await journal
    .bulk('ann', async (bulk) => {
      await bulk.append([entry('never')]);
      throw new Error('given up');
    })
    .catch(() => undefined);
  await journal.transaction('bob', (writes) => writes.append([entry('after what was given up')]));
}

async function writeJournal(journal: Journal, account: string): Promise<void> {
  const append = (...entries: readonly JournalEntry[]): Promise<readonly Revision[]> =>
    journal.transaction(account, (writes) => writes.append(entries));
  const branch = (id: string, parent: string) =>
    journal.transaction(account, (writes) =>
      writes.addTimeline({ id, parent, description: `of ${parent}`, requestId: 'r' }),
    );

  const [first] = await append(
    entry('cause', { time: 1 }),
    entry('effect', {
      time: 5,
      until: 90_000_000_000,
      causes: [
        { eventId: 'cause', minDelay: 2, maxDelay: null },
        { eventId: 'not recorded yet', minDelay: null, maxDelay: null },
      ],
      participants: ['ann', 'röntgen', 'ann'],
      sets: ['key'],
      needs: ['key', 'another'],
      rich: true,
    }),
  );
  if (first === undefined) throw new Error('nothing was recorded');
  await branch('zweig', 'primary');
  await branch('a branch of it', 'zweig');
  await append(entry('not recorded yet', { time: 9 }));
  await append(
    entry('cause', { timelineId: 'zweig', operation: 'manipulate', subject: first.subject, time: 2 }),
    entry('only here', { timelineId: 'a branch of it', body: JSON.stringify(texts) }),
  );
  await branch('gone', 'a branch of it');
  await append(entry('lost with it', { timelineId: 'gone' }), entry('kept', { time: -8_640_000_000_000_000 }));
  await append(entry('lost too', { timelineId: 'gone' }));
  await journal.transaction(account, async (writes) => {
    await writes.append([
      entry('cause', { operation: 'merge', subject: first.subject, recorded: first.recorded, time: 3 }),
      ...texts.map((text) =>
        entry(`${text}.`, {
          place: text,
          participants: [text],
          causes: [{ eventId: text, minDelay: null, maxDelay: 1.5 }],
        }),
      ),
    ]);
    await writes.markMerged('zweig');
    await writes.deleteTimeline('gone');
    await writes.addReceipt(`operation of ${account}`, JSON.stringify({ made: texts }));
  });
  await journal.bulk(account, async (bulk) => {
    for (let piece = 0; piece < 3; piece += 1) {
      await bulk.append(Array.from({ length: 300 }, (_, at) => entry(`imported ${piece}/${at}`, { time: at })));
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    await bulk.addReceipt('an import', 'done');
  });
}
