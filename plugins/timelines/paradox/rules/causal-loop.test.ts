import { ruleFinds } from '../testing/rule-cases.ts';
import { manipulate, record } from '../testing/story.ts';

ruleFinds('causal_loop', {
  found: [
    {
      it: 'three events cause each other in a circle',
      story: [
        record('egg', { at: '10:00', causes: ['hen'] }),
        record('hen', { at: '09:00', causes: ['chick'] }),
        record('chick', { at: '11:00', causes: ['egg'] }),
      ],
      witnesses: [['hen causes egg', 'egg causes chick', 'chick causes hen']],
      explanation: [
        'Each of these events is brought about by the one before it, in a circle: hen → egg → chick → hen.',
        'None of them can be the first.',
      ],
      introducedBy: 'chick',
    },
    {
      it: 'an event causes itself',
      story: [record('bootstrap', { causes: ['bootstrap'] })],
      witnesses: [['bootstrap causes bootstrap']],
      explanation: /in a circle: bootstrap → bootstrap\./,
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
      explanation: /in a circle: a → x → a\./,
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
      explanation: /in a circle: a → b → a\./,
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
