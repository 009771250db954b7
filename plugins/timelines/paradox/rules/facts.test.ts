import { ruleFinds } from '../testing/rule-cases.ts';
import { manipulate, record } from '../testing/story.ts';

const early = record('unlock', { at: '08:00', effects: { door: 'open' } });
const breakout = record('escape', { at: '09:00', requires: { door: 'open' } });

ruleFinds('unmet_requirement', {
  found: [
    {
      it: 'nothing sets the key up to then',
      story: [breakout, record('too late', { at: '09:00:01', effects: { door: 'open' } })],
      witnesses: [['escape requires door = "open"']],
      explanation: '“escape” (escape, 2025-03-01T09:00:00Z) requires door = "open", but no event up to then sets door.',
      introducedBy: 'escape',
    },
    {
      it: 'the latest event to set it sets another value',
      story: [early, breakout, record('lock', { at: '08:30', effects: { door: 'shut' } })],
      witnesses: [['escape requires door = "open"', 'lock sets door = "shut"']],
      explanation: [
        '“escape” (escape, 2025-03-01T09:00:00Z) requires door = "open",',
        'but the latest event up to then to set door, “lock” (lock, 2025-03-01T08:30:00Z), sets door = "shut".',
      ],
      introducedBy: 'lock',
    },
    {
      it: 'only the event itself sets it',
      story: [record('escape', { requires: { door: 'open' }, effects: { door: 'open' } })],
      witnesses: [['escape requires door = "open"']],
      explanation: /no event up to then sets door/,
      introducedBy: 'escape',
    },
    {
      it: 'the event that set it has a new outcome that does not',
      story: [early, breakout, manipulate('unlock', 'oversleep', { effects: {} })],
      witnesses: [['escape requires door = "open"']],
      explanation: /no event up to then sets door/,
      introducedBy: 'escape',
    },
    {
      it: 'the event that sets it does not find what it requires itself, and so on',
      story: [
        breakout,
        record('unlock', { at: '08:00', requires: { key: 'found' }, effects: { door: 'open' } }),
        record('flight', { at: '09:30', requires: { prisoner: 'free' } }),
        record('escape to the yard', { at: '09:00', requires: { door: 'open' }, effects: { prisoner: 'free' } }),
      ],
      witnesses: [
        ['escape requires door = "open"', 'unlock sets door = "open"', 'unlock requires key = "found"'],
        ['unlock requires key = "found"'],
        [
          'flight requires prisoner = "free"',
          'escape to the yard sets prisoner = "free"',
          'escape to the yard requires door = "open"',
        ],
        ['escape to the yard requires door = "open"', 'unlock sets door = "open"', 'unlock requires key = "found"'],
      ],
      explanation: [
        '“escape” (escape, 2025-03-01T09:00:00Z) requires door = "open",',
        'but “unlock” (unlock, 2025-03-01T08:00:00Z), which sets it, requires key = "found", and that is not met.',
      ],
      introducedBy: 'unlock',
    },
  ],
  notFound: [
    {
      it: 'events at one instant provide it to each other',
      story: [
        record('hand', { requires: { other: 'drawn' }, effects: { one: 'drawn' } }),
        record('other hand', { requires: { one: 'drawn' }, effects: { other: 'drawn' } }),
      ],
    },
    {
      it: 'it is set at the very same time',
      story: [breakout, record('unlock', { at: '09:00', effects: { door: 'open' } })],
    },
    {
      it: 'one of two events that set it at one instant sets that value',
      story: [early, record('lock', { at: '08:00', effects: { door: 'shut' } }), breakout],
    },
    {
      it: 'the value is the same object, with its keys in another order',
      story: [
        record('unlock', { at: '08:00', effects: { door: { open: true, keys: [1, null] } } }),
        record('escape', { at: '09:00', requires: { door: { keys: [1, null], open: true } } }),
      ],
    },
    {
      it: 'the event sets something else itself',
      story: [early, record('escape', { at: '09:00', requires: { door: 'open' }, effects: { door: 'shut' } })],
    },
  ],
});

const lock = record('lock', { at: '09:00', effects: { door: 'shut', lamp: 1 } });
const unlock = record('unlock', { at: '09:00', effects: { door: 'open', lamp: 1 } });

ruleFinds('conflicting_outcomes', {
  found: [
    {
      it: 'two events set a key to two values at one instant',
      story: [lock, unlock],
      witnesses: [['lock sets door = "shut"', 'unlock sets door = "open"']],
      explanation: [
        '“lock” (lock, 2025-03-01T09:00:00Z) sets door = "shut",',
        'and “unlock” (unlock, 2025-03-01T09:00:00Z) sets door = "open" at the same instant.',
      ],
      introducedBy: 'unlock',
    },
  ],
  notFound: [
    {
      it: 'they are a moment apart',
      story: [lock, record('unlock', { at: '09:00:00.001', effects: { door: 'open' } })],
    },
    {
      it: 'both set the same value',
      story: [
        record('lock', { effects: { door: { a: 1, b: 2 } } }),
        record('latch', { effects: { door: { b: 2, a: 1 } } }),
      ],
    },
    {
      it: 'one of them was superseded',
      story: [lock, unlock, manipulate('lock', 'leave', { effects: {} })],
    },
  ],
});
