import { ruleFinds } from '../testing/rule-cases.ts';
import { manipulate, record } from '../testing/story.ts';

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
      story: [record('lock', { effects: { door: { a: 1, b: 2 } } }), record('latch', { effects: { door: { b: 2, a: 1 } } })],
    },
    {
      it: 'one of them was superseded',
      story: [lock, unlock, manipulate('lock', 'leave', { effects: {} })],
    },
  ],
});
