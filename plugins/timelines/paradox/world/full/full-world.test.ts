import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anySettings, anyStory } from '../../testing/any-story.ts';
import { worldOf } from '../../testing/plain-journal.ts';
import { openSnapshot } from '../../testing/plain-snapshot.ts';
import { resultsOf, worldQueries } from '../../testing/queries.ts';
import { versionsOf } from '../../testing/story.ts';
import { createFullWorld } from './full-world.ts';
import { createSnapshotEvents } from './snapshot-events.ts';
import { readTimeline, startTimeBudget } from './timeline-reader.ts';

it('a world over columns returns the same as one over a journal', async () => {
  const same = fc.asyncProperty(anyStory, anySettings, async (story, settings) => {
    const versions = versionsOf(...story);
    const snapshot = await openSnapshot(versions);
    const timeline =
      (await readTimeline(snapshot, settings.anchors, startTimeBudget(60_000))) ?? expect.fail('too slow');
    const events = createSnapshotEvents(timeline, snapshot);
    // It knows only ids that something it has read mentions.
    await events.readAll(versions.map((_, row) => row));
    const world = createFullWorld(timeline, events, settings);
    expect(await resultsOf(worldQueries(world))).toEqual(await resultsOf(worldQueries(worldOf(versions, settings))));
  });
  await fc.assert(same, { numRuns: 200 });
});
