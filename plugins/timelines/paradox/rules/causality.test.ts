import { expect, test } from 'vitest';
import type { Cause } from '../../ledger/event.ts';
import { findingsIn, ruleFinds } from '../testing/rule-cases.ts';
import { manipulate, record, revert } from '../testing/story.ts';

ruleFinds('causal_loop', {
  found: [
    {
      it: 'three events cause each other in a cycle',
      story: [
        record('egg', { at: '10:00', causes: ['hen'] }),
        record('hen', { at: '09:00', causes: ['chick'] }),
        record('chick', { at: '11:00', causes: ['egg'] }),
      ],
      witnesses: [['hen causes egg', 'egg causes chick', 'chick causes hen']],
      explanation: [
        'Each of these events is caused by the one before it, in a cycle: hen → egg → chick → hen.',
        'None of them can be the first.',
      ],
      introducedBy: 'chick',
    },
    {
      it: 'an event causes itself',
      story: [record('bootstrap', { causes: ['bootstrap'] })],
      witnesses: [['bootstrap causes bootstrap']],
      explanation: /in a cycle: bootstrap → bootstrap\./,
      introducedBy: 'bootstrap',
    },
    {
      it: 'circles that share an event are one fault, with a shortest circle',
      story: [
        record('a', { at: '09:00', causes: ['c', 'x'] }),
        record('b', { at: '10:00', causes: ['a'] }),
        record('c', { at: '11:00', causes: ['b'] }),
        record('x', { at: '12:00', causes: ['a'] }),
      ],
      witnesses: [['a causes x', 'x causes a']],
      explanation: /in a cycle: a → x → a\./,
      introducedBy: 'x',
    },
    {
      it: 'two circles apart are two faults',
      story: [
        record('a', { causes: ['b'] }),
        record('b', { causes: ['a'] }),
        record('x', { causes: ['y'] }),
        record('y', { causes: ['x'] }),
      ],
      witnesses: [
        ['a causes b', 'b causes a'],
        ['x causes y', 'y causes x'],
      ],
      explanation: /in a cycle: a → b → a\./,
      introducedBy: 'b',
    },
  ],
  notFound: [
    {
      it: 'two ways lead from one event to another',
      story: [
        record('a', { at: '09:00' }),
        record('b', { at: '10:00', causes: ['a'] }),
        record('c', { at: '11:00', causes: ['a', 'b'] }),
      ],
    },
    {
      it: 'an event of the circle was superseded',
      story: [record('a', { causes: ['b'] }), record('b', { causes: ['a'] }), manipulate('a', 'a2')],
    },
    {
      it: 'the circle waits for an event that is not recorded',
      story: [record('a', { causes: ['b'] })],
    },
  ],
});

ruleFinds('effect_before_cause', {
  found: [
    {
      it: 'a cause is later than its effect',
      story: [record('smoke', { at: '09:00', causes: ['fire'] }), record('fire', { at: '09:00:01' })],
      witnesses: [['fire causes smoke']],
      explanation: [
        '“smoke” (smoke, 2025-03-01T09:00:00Z) has the cause “fire” (fire, 2025-03-01T09:00:01Z), which is later.',
        'A cause must be earlier than its effect.',
      ],
      introducedBy: 'fire',
    },
    {
      it: 'both are at the same time',
      story: [record('fire'), record('smoke', { causes: ['fire'] })],
      witnesses: [['fire causes smoke']],
      explanation: /which happens at the same time/,
      introducedBy: 'smoke',
    },
  ],
  notFound: [
    {
      it: 'the cause is earlier by a moment',
      story: [record('fire', { at: '09:00' }), record('smoke', { at: '09:00:00.001', causes: ['fire'] })],
    },
    {
      it: 'the later cause was superseded',
      story: [
        record('smoke', { at: '09:00', causes: ['fire'] }),
        record('fire', { at: '10:00' }),
        manipulate('fire', 'rain'),
      ],
    },
  ],
});

const waiting = (...causes: readonly Partial<Cause>[]) =>
  causes.map((each) => ({ event_id: 'milestone', from: 'end' as const, min_delay: 0, ...each }));

test.each([
  ['is no paradox where it waits for its end', {}, {}, 0],
  ['is no paradox where that end is written out', { until: '12:00' }, {}, 0],
  ['is no paradox where it lasts', {}, { until: '13:00' }, 0],
  ['is no paradox where it must not come later', {}, { causes: waiting({ max_delay: 0 }) }, 0],
  ['is no paradox where it is named so twice', {}, { causes: waiting({}, {}) }, 0],
  ['is one where the cause lasts', { until: '12:30' }, {}, 1],
  ['is one where it waits for its start', {}, { causes: waiting({ from: 'start' }) }, 1],
  ['is one where it waits for nothing', {}, { causes: waiting({ min_delay: null }) }, 1],
  ['is one where it is also named as a plain cause', {}, { causes: [...waiting({}), 'milestone'] }, 1],
  ['is one where the cause is later', { at: '12:00:00.001' }, {}, 1],
])('an effect at the instant of a cause %s', async (_, milestone, effect, count) => {
  const story = [record('milestone', milestone), record('effect', { causes: waiting({}), ...effect })];
  expect(await findingsIn({ story }, 'effect_before_cause')).toHaveLength(count);
});

const match = record('match', { at: '09:00' });
const fire = record('fire', { at: '10:00', causes: ['match', 'match'] });

ruleFinds('orphaned_effect', {
  found: [
    {
      it: 'a cause was superseded',
      story: [match, fire, manipulate('match', 'rain')],
      witnesses: [['match causes fire', 'rain supersedes match']],
      explanation:
        '“fire” (fire, 2025-03-01T10:00:00Z) names match as its cause, but that was superseded by “rain” (rain).',
      introducedBy: 'rain',
    },
    {
      it: 'a cause was never recorded',
      story: [fire],
      witnesses: [['match causes fire']],
      explanation: /names match as its cause, but there is no such event on this timeline/,
      introducedBy: 'fire',
    },
  ],
  notFound: [
    { it: 'the cause is back', story: [match, fire, manipulate('match', 'rain'), revert('rain')] },
    { it: 'the cause was recorded later', story: [fire, match] },
  ],
});
