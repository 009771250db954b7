import fc from 'fast-check';
import type { Change, WorldEvent, WorldSettings } from '../world/world.ts';
import { currentVersions } from './plain-journal.ts';
import { clock, manipulate, record, revert, type StoryStep, versionsOf } from './story.ts';

const hour = 3_600_000;

// Small alphabets, so that events interact. An id may be named as a cause before its event is recorded, or without one.
export const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
const anyTime = fc.constantFrom('08:00', '09:00', '10:00', '11:00', '12:00');
const anyDelay = fc.constantFrom(null, null, 0, hour, 2 * hour);
const anyCause = fc.record(
  {
    event_id: fc.constantFrom(...ids),
    min_delay: anyDelay,
    max_delay: anyDelay,
    from: fc.constantFrom('start' as const, 'end' as const),
  },
  { requiredKeys: ['event_id', 'min_delay', 'max_delay'] },
);
const anyFacts = fc.dictionary(fc.constantFrom('door', 'lamp'), fc.constantFrom('on', 'off'), { maxKeys: 2 });

const anyFields = {
  causes: fc.array(anyCause, { maxLength: 2 }),
  requires: anyFacts,
  effects: anyFacts,
  participants: fc.uniqueArray(fc.constantFrom('Ada', 'Bo'), { maxLength: 2 }),
  geo: fc.constantFrom(null, { lat: 0, lon: 0 }, { lat: 0, lon: 9 }, { lat: 0, lon: 27 }),
  description: fc.constantFrom('x', 'y'),
};
const anyRecording = fc.record({
  ...anyFields,
  at: anyTime,
  until: fc.option(anyTime),
  location: fc.constantFrom('Rome', 'Oslo'),
});
const anyOutcome = fc.record(
  {
    ...anyFields,
    at: anyTime,
    location: fc.constantFrom('Rome', 'Oslo'),
    changes: fc.array(fc.record({ action: fc.constant('z'), time: anyTime.map(clock) }), { maxLength: 1 }),
  },
  { requiredKeys: [] },
);

const anyMove = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('record' as const), told: anyRecording }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('manipulate' as const), told: anyOutcome, which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('revert' as const), which: fc.nat() }) },
);
type Move = typeof anyMove extends fc.Arbitrary<infer Value> ? Value : never;

/** Any valid sequence of changes to a timeline. */
export const anyStory: fc.Arbitrary<readonly StoryStep[]> = fc
  .record({
    moves: fc.array(anyMove, { maxLength: ids.length }),
    names: fc.shuffledSubarray(ids, { minLength: ids.length }),
  })
  .map(({ moves, names }) => {
    const story: StoryStep[] = [];
    for (const move of moves) story.push(...actBy(move, names[story.length] ?? '', story));
    return story;
  });

/** The step that a move makes after a story; none if there is no event to apply it to. */
function actBy(move: Move, id: string, story: readonly StoryStep[]): readonly StoryStep[] {
  const shown = currentVersions(versionsOf(...story));
  const pick = (events: readonly WorldEvent[], which: number) => events[which % events.length];
  switch (move.act) {
    case 'record': {
      const { until, ...told } = move.told;
      return [record(id, until !== null && until >= told.at ? { ...told, until } : told)];
    }
    case 'manipulate': {
      const of = pick(shown, move.which);
      return of === undefined ? [] : [manipulate(of.event_id, id, move.told)];
    }
    case 'revert': {
      const undone = pick(
        shown.filter(({ manipulation }) => manipulation !== null),
        move.which,
      );
      return undone === undefined ? [] : [revert(undone.event_id)];
    }
  }
}

/** A timeline before and after the rest of its story is applied at once. */
export interface StoryChange {
  readonly before: readonly WorldEvent[];
  readonly after: readonly WorldEvent[];
  readonly change: Change;
}

/** The change if the steps after `then` are applied at once. */
export function storyChange(then: readonly StoryStep[], ...acts: readonly StoryStep[]): StoryChange {
  const before = versionsOf(...then);
  const shown = new Map(currentVersions(before).map((event) => [event.subject, event]));
  const added = currentVersions(versionsOf(...then, ...acts)).filter(
    ({ subject, event_id }) => shown.get(subject)?.event_id !== event_id,
  );
  const removed = added.flatMap(({ subject }) => shown.get(subject) ?? []);
  return { before, after: [...before, ...added], change: { removed, added } };
}

export const anyChange: fc.Arbitrary<StoryChange> = fc.tuple(anyStory, fc.nat()).map(([story, at]) => {
  const then = at % (story.length + 1);
  return storyChange(story.slice(0, then), ...story.slice(then));
});

export const anySettings: fc.Arbitrary<WorldSettings> = fc.record({
  maxSpeedKmh: fc.constantFrom(500, 1000),
  anchors: fc.array(
    fc.record({
      anchor_id: fc.constantFrom('anc_1', 'anc_2'),
      timestamp: anyTime.map(clock),
      description: fc.constant('then'),
      locked: fc.boolean(),
    }),
    { maxLength: 1 },
  ),
});
