import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Journal, JournalSearch, Revision, View } from '../../journal/kind.ts';
import { entry, ids, type JournalOpener, journalForEachTest } from './fixture.ts';

/** What happens to a journal: few times, places and timelines, so that versions meet. */
const Step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ is: fc.constant('new' as const), on: fc.nat(), time: fc.nat(4), place: fc.nat(1) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      is: fc.constant('version' as const),
      of: fc.nat(),
      on: fc.nat(),
      time: fc.nat(4),
      place: fc.nat(1),
      keepsOrder: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('branch' as const), from: fc.nat() }) },
);
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

type Placed = Revision & { readonly place: string };
const place = (number: number) => `place ${number}`;

/** A search gives the same as going through all revisions, in pages of any size. */
export function pagingContract(open: JournalOpener): void {
  describe('what a search finds', () => {
    const { journal } = journalForEachTest(open);

    test('is what the revisions show one by one, in pages, on branches and in the past', async () => {
      let accounts = 0;
      const steps = fc.array(Step, { minLength: 10, maxLength: 60, size: 'max' });
      await fc.assert(
        fc.asyncProperty(steps, fc.nat(), fc.constantFrom(1, 2, 5, 100), async (happens, past, limit) => {
          accounts += 1;
          const account = `account ${accounts}`;
          const { revisions, timelines } = await happened(journal(), account, happens);
          const asOf = revisions[past % revisions.length]?.recordedAt;
          for (const timeline of timelines) {
            for (const moment of [undefined, asOf]) {
              const view = await journal().view(account, timeline, moment);
              if (view === undefined) throw new Error(`There is no timeline ${timeline}.`);
              for (const where of [place(0), null]) {
                const query = { place: where, from: 1, to: 3, limit };
                const all = foundOneByOne(revisions, view, query);
                expect(await inPages(journal(), view, query)).toEqual(ids(all));
              }
            }
          }
        }),
        { numRuns: 15 },
      );
    });
  });
}

async function happened(journal: Journal, account: string, steps: readonly Step[]) {
  const revisions: Placed[] = [];
  const timelines = ['primary'];
  const timelineAt = (number: number) => timelines[number % timelines.length] ?? 'primary';
  const add = async (step: Extract<Step, { time: number }>, other: Parameters<typeof entry>[1]) => {
    const timelineId = timelineAt(step.on);
    const number = revisions.length;
    const [added] = await journal.transaction(account, (writes) =>
      writes.append([entry(`e${number}`, { time: step.time, place: place(step.place), timelineId, ...other })]),
    );
    if (added !== undefined) revisions.push({ ...added, place: place(step.place) });
  };
  await add({ is: 'new', on: 0, time: 2, place: 0 }, {});
  for (const step of steps) {
    if (step.is === 'new') await add(step, {});
    if (step.is === 'version') {
      const of = revisions[step.of % revisions.length];
      if (of === undefined) continue;
      const recorded = step.keepsOrder ? of.recorded : null;
      await add(step, { operation: 'reschedule', subject: of.subject, recorded });
    }
    if (step.is === 'branch') {
      const id = `branch ${timelines.length}`;
      const parent = timelineAt(step.from);
      await journal.transaction(account, (writes) =>
        writes.addTimeline({ id, parent, description: '', requestId: '' }),
      );
      timelines.push(id);
    }
  }
  return { revisions, timelines };
}

/** The rule of `View` and of `search`, as plainly as it can be written. */
function foundOneByOne(
  revisions: readonly Placed[],
  view: View,
  { place: where, from, to }: JournalSearch,
): readonly Placed[] {
  const newest = new Map<number, Placed>();
  for (const revision of revisions) {
    const isShown = view.lineage.some(
      ({ timelineId, upTo }) => timelineId === revision.timelineId && revision.seq <= upTo,
    );
    if (isShown) newest.set(revision.subject, revision);
  }
  return [...newest.values()]
    .filter(({ place: at, time }) => (where === null || at === where) && time >= from && time <= to)
    .toSorted((one, other) => one.time - other.time || one.recorded - other.recorded);
}

async function inPages(journal: Journal, view: View, query: JournalSearch): Promise<readonly string[]> {
  const found: string[] = [];
  let after: JournalSearch['after'];
  for (;;) {
    const page = await journal.search(view, { ...query, ...(after && { after }) });
    found.push(...ids(page));
    after = page.at(-1);
    if (page.length < query.limit) return found;
  }
}
