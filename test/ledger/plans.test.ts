import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSnapshot } from '../../plugins/timelines/paradox/testing/plain-snapshot.ts';
import type { WorldEvent } from '../../plugins/timelines/paradox/world/world.ts';
import { findCriticalPath } from '../../plugins/timelines/plan/critical-path.ts';
import { holdContradictions } from '../../plugins/timelines/plan/dates.ts';
import { eventsBetween, networkOf } from '../../plugins/timelines/plan/network.ts';
import { readPlan } from '../../plugins/timelines/plan/read-plan.ts';
import { reschedule } from '../../plugins/timelines/plan/rescheduling.ts';
import { modelPath, movePlan } from './model/plans.ts';
import type { Anchor, Version } from './model/state.ts';
import { hour, noon } from './story.ts';

/** Plans against two other ways to compute them: moving events one by one, and trying all paths. */
const someHours = fc.integer({ min: 0, max: 4 }).map((hours) => hours * hour);
const limit = fc.option(someHours, { freq: 2 });

interface Drawn {
  readonly events: readonly Version[];
  readonly anchors: readonly Anchor[];
  readonly target: number;
  readonly other: number;
  readonly time: number;
}

function planOf(size: number): fc.Arbitrary<Drawn> {
  const cause = fc.record({
    which: fc.nat(size),
    one: limit,
    other: limit,
    from: fc.constantFrom('start' as const, 'end' as const),
    isBackward: fc.integer({ min: 0, max: 19 }).map((chance) => chance === 0),
  });
  const event = fc.record({
    at: someHours,
    lasting: fc.option(someHours, { freq: 1 }),
    fixed: fc.integer({ min: 0, max: 7 }).map((chance) => chance === 0),
    causes: fc.array(cause, { maxLength: 2 }),
  });
  return fc
    .record({
      drawn: fc.array(event, { minLength: 2, maxLength: size }),
      anchors: fc.array(fc.record({ timestamp: someHours.map((at) => noon + 5 * at), locked: fc.boolean() }), {
        maxLength: 1,
      }),
      target: fc.nat(size),
      other: fc.nat(size),
      move: fc.integer({ min: -4, max: 6 }),
    })
    .map(({ drawn, anchors, target, other, move }) => {
      const events = drawn.map(({ at, lasting, fixed, causes }, number): Version => {
        const time = noon + number * hour + at;
        const named = causes.map(({ which, one, other: second, from, isBackward }) => ({
          event_id: `v${isBackward ? which % drawn.length : which % Math.max(number, 1)}`,
          min_delay: one !== null && second !== null ? Math.min(one, second) : one,
          max_delay: one !== null && second !== null ? Math.max(one, second) : null,
          from,
        }));
        return {
          event_id: `v${number}`,
          subject: `v${number}`,
          recorded: number + 1,
          description: '',
          time,
          location: 'Rome',
          end_time: lasting === null ? null : time + lasting,
          causes: number === 0 ? named.filter(({ event_id }) => event_id !== 'v0') : named,
          participants: [],
          requires: {},
          effects: {},
          geo: null,
          fixed,
          manipulation: null,
        };
      });
      const chosen = target % events.length;
      const time = (events[chosen]?.time ?? noon) + move * hour;
      return { events, anchors, target: chosen, other: other % events.length, time };
    });
}

async function planned({ events, anchors }: Pick<Drawn, 'events' | 'anchors'>) {
  const world = events.map(
    (event, at): WorldEvent => ({
      ...event,
      subject: at + 1,
      timelineId: 'primary',
      recordedAt: noon,
      requestId: '',
    }),
  );
  const locked = anchors.map((anchor, at) => ({ ...anchor, anchor_id: `anc_${at}`, description: '' }));
  return readPlan(await openSnapshot(world), locked);
}

const nameOf = (event: number) => `v${event}`;

async function agreeOnMove(drawn: Drawn): Promise<void> {
  const { network, holds } = await planned(drawn);
  const { starts, conflicts } = reschedule(network, drawn.target, drawn.time, holds);
  const expected = movePlan(drawn.events, nameOf(drawn.target), drawn.time, drawn.anchors);
  expect([...starts]).toEqual(expected.events.map(({ time }) => time));
  const told = new Map(
    conflicts.map(({ event, hold, ...conflict }) => [nameOf(event), { reason: hold, ...conflict }] as const),
  );
  // Where an event was moved to an anchor is seen by whoever knows the anchors.
  const known = expected.conflicts.filter(({ time: at, needed }) => at !== needed);
  expect([...told.keys()].sort()).toEqual(known.map(({ event_id }) => event_id).toSorted());
  for (const { event_id, pushers, ...conflict } of known) {
    const { pusher = -1, ...rest } = told.get(event_id) ?? {};
    expect(rest).toEqual(conflict);
    // Of several events that need it there, any is named.
    expect(pushers).toContain(nameOf(pusher));
  }
}

async function agreeOnPath(drawn: Drawn): Promise<void> {
  const { network, holds } = await planned(drawn);
  const { path, slack } = findCriticalPath(network, holds);
  const model = modelPath(drawn.events, drawn.anchors);
  expect(model.paths).toContainEqual(path.map(nameOf));
  expect([...slack]).toEqual(drawn.events.map(({ event_id }) => model.slack.get(event_id)));

  const section = { from: nameOf(drawn.target), to: nameOf(drawn.other) };
  const members = eventsBetween(network, drawn.target, drawn.other);
  const part = findCriticalPath(
    networkOf(network, members),
    members.map((member) => holds[member]),
    { from: members.indexOf(drawn.target), to: members.indexOf(drawn.other) },
  );
  const between = modelPath(drawn.events, drawn.anchors, section);
  if (between.paths.length === 0) expect(part.path).toEqual([]);
  else expect(between.paths).toContainEqual(part.path.map((event) => nameOf(members[event] ?? -1)));
  expect([...part.slack]).toEqual(members.map((member) => between.slack.get(nameOf(member))));
}

test('a move leads to the same dates and conflicts as moving events one by one, in 1,000 plans', async () => {
  await fc.assert(fc.asyncProperty(planOf(12), agreeOnMove), { numRuns: 1000 });
});

test('critical paths and slack are those that trying all paths finds, in 1,000 plans', async () => {
  await fc.assert(fc.asyncProperty(planOf(6), agreeOnPath), { numRuns: 1000 });
});

test('an event can move by its slack without moving the end or a fixed event, and not by more', async () => {
  const property = fc.asyncProperty(planOf(8), async (drawn) => {
    const { network, holds } = await planned(drawn);
    const { slack } = findCriticalPath(network, holds);
    const end = Math.max(...network.starts.map((start, event) => start + (network.durations[event] ?? 0)));
    const spare = slack[drawn.target] ?? 0;
    fc.pre(slack.every((each) => each >= 0) && holdContradictions(network, holds).holds[drawn.target] === undefined);
    const after = (by: number) => {
      const moved = reschedule(network, drawn.target, (network.starts[drawn.target] ?? 0) + by, holds);
      const isLate = Math.max(...moved.starts.map((start, event) => start + (network.durations[event] ?? 0))) > end;
      return isLate || moved.conflicts.some(({ hold }) => hold !== 'target');
    };
    if (spare > 0) expect(after(spare)).toBe(false);
    expect(after(spare + 1)).toBe(true);
  });
  await fc.assert(property, { numRuns: 1000 });
});
