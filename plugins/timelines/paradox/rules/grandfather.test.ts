import { expect, test } from 'vitest';
import { plainJournal } from '../testing/plain-journal.ts';
import { ruleFinds } from '../testing/rule-cases.ts';
import { manipulate, record, type StoryStep, versionsOf } from '../testing/story.ts';
import { resolve } from '../world/batch-loader.ts';
import { createEventReads } from '../world/event-reads.ts';
import { createLazyWorld } from '../world/lazy-world.ts';
import { grandfather } from './grandfather.ts';

const family = [
  record('grandfather', { at: '08:00' }),
  record('father', { at: '09:00', causes: ['grandfather'] }),
  record('traveller', { at: '10:00', causes: ['father'] }),
  record('journey', { at: '07:00', causes: ['traveller'] }),
];
/** A father who requires what his father set. */
const saved = [
  record('grandfather', { at: '08:00', effects: { line: 'alive' } }),
  record('father', { at: '09:00', requires: { line: 'alive' } }),
  record('traveller', { at: '10:00', causes: ['father'] }),
  record('journey', { at: '10:30', causes: ['traveller'] }),
];
const locksmith = record('locksmith', { at: '08:00' });
const opening = record('opening', { at: '07:00', causes: ['locksmith'], effects: { vault: 'open' } });
const robbery = manipulate('locksmith', 'robbery', { requires: { vault: 'open' } });

ruleFinds('grandfather', {
  found: [
    {
      it: 'the new outcome names a cause that descends from what it undoes',
      story: [...family, manipulate('grandfather', 'murder', { causes: ['journey'] })],
      witnesses: [
        [
          'murder undoes grandfather',
          'grandfather causes father',
          'father causes traveller',
          'traveller causes journey',
          'journey causes murder',
        ],
      ],
      explanation: [
        '“murder” (murder, 2025-03-01T08:00:00Z) needs the cause “journey” (journey, 2025-03-01T07:00:00Z).',
        'But that was caused by grandfather, which it undoes: grandfather → father → traveller → journey.',
      ],
      introducedBy: 'murder',
    },
    {
      it: 'what it undoes is an earlier version still',
      story: [...family, manipulate('grandfather', 'uncle'), manipulate('uncle', 'murder', { causes: ['father'] })],
      witnesses: [['murder undoes grandfather', 'grandfather causes father', 'father causes murder']],
      explanation: /was caused by grandfather, which it undoes/,
      introducedBy: 'murder',
    },
    {
      it: 'the cause was named by a manipulation before it',
      story: [...family, manipulate('grandfather', 'murder', { causes: ['father'] }), manipulate('murder', 'poison')],
      witnesses: [['poison undoes grandfather', 'grandfather causes father', 'father causes poison']],
      explanation: /was caused by grandfather, which it undoes/,
      introducedBy: 'poison',
    },
    {
      it: 'the new outcome requires what descends from what it undoes',
      story: [locksmith, opening, robbery],
      witnesses: [
        [
          'robbery undoes locksmith',
          'locksmith causes opening',
          'opening sets vault = "open"',
          'vault = "open" is required by robbery',
        ],
      ],
      explanation: [
        '“robbery” (robbery, 2025-03-01T08:00:00Z) needs vault = "open", which “opening” (opening, 2025-03-01T07:00:00Z) sets.',
        'But that was caused by locksmith, which it undoes: locksmith → opening.',
      ],
      introducedBy: 'robbery',
    },
    {
      it: 'the chain passes through what an event requires',
      story: [...saved, manipulate('grandfather', 'murder', { effects: {}, causes: ['journey'] })],
      witnesses: [
        [
          'murder undoes grandfather',
          'grandfather provides father',
          'father causes traveller',
          'traveller causes journey',
          'journey causes murder',
        ],
      ],
      explanation: [
        '“murder” (murder, 2025-03-01T08:00:00Z) needs the cause “journey” (journey, 2025-03-01T10:30:00Z).',
        'But that depends on grandfather, which it undoes: grandfather → father → traveller → journey.',
      ],
      introducedBy: 'murder',
    },
    {
      it: 'the chain passes through a value in its middle, which several events provide that all depend on it',
      story: [
        ...saved,
        record('map', { at: '09:30', causes: ['father'], effects: { way: 'known' } }),
        record('guide', { at: '09:30', causes: ['father'], effects: { way: 'known' } }),
        record('walk', { at: '09:45', requires: { way: 'known' } }),
        manipulate('grandfather', 'murder', { effects: {}, causes: ['walk'] }),
      ],
      witnesses: [
        [
          'murder undoes grandfather',
          'grandfather provides father',
          'father causes map',
          'map provides walk',
          'walk causes murder',
        ],
      ],
      explanation: /depends on grandfather, which it undoes: grandfather → father → map → walk\.$/,
      introducedBy: 'murder',
    },
  ],
  notFound: [
    {
      it: 'the new outcome sets the value too on which the chain rests',
      story: [...saved, manipulate('grandfather', 'uncle', { causes: ['journey'] })],
    },
    {
      it: 'another event provided the value on which the chain would rest, and later',
      story: [
        ...saved,
        record('aunt', { at: '08:30', effects: { line: 'broken' } }),
        manipulate('grandfather', 'murder', { effects: {}, causes: ['journey'] }),
      ],
    },
    {
      it: 'the descendant cause was inherited and not named',
      story: [
        record('grandfather', { at: '08:00', causes: ['journey'] }),
        ...family.slice(1),
        manipulate('grandfather', 'murder'),
      ],
    },
    {
      it: 'the cause that it names is nothing of its making',
      story: [
        ...family,
        record('stranger', { at: '07:00' }),
        manipulate('grandfather', 'murder', { causes: ['stranger'] }),
      ],
    },
    {
      it: 'the chain is broken, since an event in it has a new outcome',
      story: [
        ...family,
        manipulate('father', 'foundling'),
        manipulate('grandfather', 'murder', { causes: ['journey'] }),
      ],
    },
    {
      it: 'the descendant sets the value too late',
      story: [
        locksmith,
        record('opening', { at: '09:00', causes: ['locksmith'], effects: { vault: 'open' } }),
        robbery,
      ],
    },
    {
      it: 'another event supplies the requirement too',
      story: [locksmith, opening, record('neglect', { at: '07:00', effects: { vault: 'open' } }), robbery],
    },
    {
      it: 'the requirement was inherited',
      story: [
        record('locksmith', { at: '08:00', requires: { vault: 'open' } }),
        opening,
        manipulate('locksmith', 'robbery'),
      ],
    },
  ],
});

test('what depends on a change is followed only where something was manipulated with needs of its own', async () => {
  const followed = async (...story: readonly StoryStep[]) => {
    const versions = versionsOf(...family, ...story);
    const asked: string[] = [];
    const reads = createEventReads(plainJournal(versions), { account: 'clinic', lineage: [] });
    const effects = (eventIds: readonly string[]) => {
      asked.push(...eventIds);
      return reads.effects(eventIds);
    };
    const world = createLazyWorld({ ...reads, effects }, { anchors: [], maxSpeedKmh: 1000 });
    const changed = versions.filter(({ event_id }) => event_id === 'father');
    const affected = await resolve(() => grandfather.affectedBy(changed, world));
    return { asked, affected: affected.map(({ event_id }) => event_id) };
  };
  expect(await followed()).toEqual({ asked: [], affected: [] });
  expect(await followed(manipulate('journey', 'detour'))).toEqual({ asked: [], affected: [] });
  const detour = manipulate('journey', 'detour', { causes: ['traveller'] });
  expect(await followed(detour)).toEqual({ asked: ['father', 'traveller', 'detour'], affected: ['detour'] });
});
