import { describe, expect, it } from 'vitest';
import { worldOf } from '../testing/plain-journal.ts';
import { manipulate, record, type StoryStep, versionsOf } from '../testing/story.ts';
import { resolve } from '../world/batch-loader.ts';
import type { WorldEvent } from '../world/world.ts';
import { consequencesOf } from './consequences.ts';

const hour = 3_600_000;

/** An event is superseded by one that has nothing of it. */
const allOrphaned = (superseded: string) => ({
  isOrphaned: (_: string, cause: string) => cause === superseded,
  isUnmet: () => false,
});
const worldsOf = (versions: readonly WorldEvent[]) => {
  const world = worldOf(versions);
  return { before: world, after: world };
};

/** The consequences of superseding the first event of a story, in short. */
async function told(...story: readonly StoryStep[]) {
  const versions = versionsOf(...story);
  const [first = expect.fail('no event')] = versions;
  const worlds = worldsOf(versions);
  const { consequences, more } = await resolve(() =>
    consequencesOf({ removed: first }, worlds, allOrphaned(first.event_id)),
  );
  return { more, lines: consequences.map(({ path, effect, basis }) => `${path.join(' → ')}: ${effect} (${basis})`) };
}

const elsewhere = (place: number) => ({ location: `Place ${place}` });

describe('the consequences of superseding an event', () => {
  it('are its direct and indirect effects, nearest first, each by a shortest path', async () => {
    const story = [
      record('match', { at: '08:00', ...elsewhere(1) }),
      record('ash', { at: '11:00', causes: ['smoke', 'fire'], ...elsewhere(2) }),
      record('smoke', { at: '10:00', causes: ['fire'], ...elsewhere(3) }),
      record('soot', { at: '12:00', causes: ['smoke', 'ash'], ...elsewhere(4) }),
      record('fire', { at: '09:00', causes: ['match'], ...elsewhere(5) }),
      record('rain', { at: '09:00', ...elsewhere(6) }),
    ];
    expect((await told(...story)).lines).toEqual([
      'match → fire: orphaned (causes)',
      'match → fire → smoke: affected (causes)',
      'match → fire → ash: affected (causes)',
      'match → fire → smoke → soot: affected (causes)',
    ]);
  });

  it('are retimed if a delay ties them to an affected event', async () => {
    const story = [
      record('sow', { at: '08:00', ...elsewhere(1) }),
      record('sprout', { at: '09:00', causes: [{ event_id: 'sow', min_delay: hour }], ...elsewhere(2) }),
      record('reap', { at: '10:00', causes: [{ event_id: 'sprout', max_delay: 0 }], ...elsewhere(3) }),
      record('bake', { at: '11:00', causes: ['reap', { event_id: 'sow', min_delay: hour }], ...elsewhere(4) }),
      record('eat', { at: '12:00', causes: ['bake', { event_id: 'reap', min_delay: 0 }], ...elsewhere(5) }),
    ];
    expect((await told(...story)).lines).toEqual([
      'sow → sprout: orphaned (causes)',
      'sow → bake: orphaned (causes)',
      'sow → sprout → reap: retimed (causes)',
      'sow → bake → eat: affected (causes)',
    ]);
  });

  it('include events that require a value that it set, until another event sets it', async () => {
    const story = [
      record('unlock', { at: '08:00', effects: { door: 'open', lamp: 'on' }, ...elsewhere(1) }),
      record('enter', { at: '09:00', requires: { door: 'open' }, effects: { safe: 'open' }, ...elsewhere(2) }),
      record('knock', { at: '09:00', requires: { door: 'shut' }, ...elsewhere(3) }),
      record('steal', { at: '10:00', requires: { safe: 'open' }, ...elsewhere(4) }),
      record('shut', { at: '11:00', requires: { door: 'open' }, effects: { door: 'shut' }, ...elsewhere(5) }),
      record('pass by', { at: '11:00', requires: { door: 'open' }, ...elsewhere(6) }),
      record('reopen', { at: '12:00', effects: { door: 'open' }, ...elsewhere(7) }),
      record('return', { at: '13:00', requires: { door: 'open' }, ...elsewhere(8) }),
    ];
    expect((await told(...story)).lines).toEqual([
      'unlock → enter: affected (requires)',
      'unlock → shut: affected (requires)',
      'unlock → enter → steal: affected (requires)',
    ]);
  });

  it('include events that no longer find a value, because of what the new event sets, and what depends on these', async () => {
    const story = [
      record('unlock', { at: '08:00', effects: { door: 'open' }, ...elsewhere(1) }),
      record('nap', { at: '09:00', ...elsewhere(2) }),
      record('enter', { at: '10:00', requires: { door: 'open' }, effects: { safe: 'open' }, ...elsewhere(3) }),
      record('steal', { at: '11:00', requires: { safe: 'open' }, ...elsewhere(4) }),
      record('knock', { at: '11:00', requires: { door: 'shut' }, ...elsewhere(5) }),
    ];
    const before = versionsOf(...story);
    const after = versionsOf(...story, manipulate('nap', 'lock', { effects: { door: 'shut' } }));
    const change = { removed: before[1] ?? expect.fail(), added: after.at(-1) };
    const worlds = { before: worldOf(before), after: worldOf(after) };
    const told = { isOrphaned: () => false, isUnmet: (id: string) => ['enter', 'steal'].includes(id) };
    const { consequences } = await resolve(() => consequencesOf(change, worlds, told));
    expect(consequences.map(({ path, basis }) => [...path, basis])).toEqual([
      ['nap', 'enter', 'requires'],
      ['nap', 'enter', 'steal', 'requires'],
    ]);
  });

  it('include events that overlap it at the same location, but not their effects', async () => {
    const story = [
      record('concert', { at: '10:00', until: '11:00', location: 'Oslo' }),
      record('break', { at: '11:00', location: 'oslo ' }),
      record('fair', { at: '09:00', until: '12:00', location: 'Oslo' }),
      record('prize', { at: '13:00', causes: ['fair'], location: 'Oslo' }),
      record('breakfast', { at: '09:00', until: '09:59', location: 'Oslo' }),
      record('game', { at: '10:00', until: '11:00', location: 'Rome' }),
      record('encore', { at: '10:30', causes: ['concert'], location: 'Bergen' }),
      record('dinner', { at: '10:30', location: 'Bergen' }),
    ];
    expect((await told(...story)).lines).toEqual([
      'concert → encore: orphaned (causes)',
      'concert → fair: affected (co_located)',
      'concert → break: affected (co_located)',
    ]);
  });

  it('are listed once despite cycles', async () => {
    const story = [
      record('hen', { at: '09:00', causes: ['egg'], effects: { nest: 1 }, requires: { nest: 1 } }),
      record('egg', { at: '10:00', causes: ['hen', 'egg'] }),
    ];
    expect((await told(...story)).lines).toEqual(['hen → egg: orphaned (causes)']);
  });

  it.each([
    ['effects', (at: number) => record(`e${at}`, { causes: ['root'], ...elsewhere(at) })],
    ['events at its place', (at: number) => record(`e${at}`, { at: '08:00' })],
  ])('are at most a hundred, with a mark if there are more: %s', async (_, nth) => {
    const root = record('root', { at: '08:00' });
    const story = Array.from({ length: 101 }, (__, at) => nth(at));
    expect(await told(root, ...story.slice(1))).toMatchObject({ more: false, lines: { length: 100 } });
    expect(await told(root, ...story)).toMatchObject({ more: true, lines: { length: 100 } });
  });

  it('carry the description and time of each event', async () => {
    const story = versionsOf(
      record('match', { at: '08:00' }),
      record('fire', { at: '09:00', causes: ['match'], description: 'Fire!' }),
    );
    const change = { removed: story[0] ?? expect.fail() };
    const worlds = worldsOf(story);
    const { consequences } = await resolve(() => consequencesOf(change, worlds, allOrphaned('match')));
    expect(consequences).toEqual([
      {
        event_id: 'fire',
        description: 'Fire!',
        time: '2025-03-01T09:00:00Z',
        effect: 'orphaned',
        distance: 1,
        path: ['match', 'fire'],
        basis: 'causes',
      },
    ]);
  });
});
