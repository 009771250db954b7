import { ruleFinds } from '../testing/rule-cases.ts';
import { clock, manipulate, record, revert } from '../testing/story.ts';

const change = (action: string, at: string) => ({ action, time: clock(at) });
const fall = record('fall', { at: '10:00' });

ruleFinds('retrocausal_change', {
  found: [
    {
      it: 'changes are made after the event that they bring about',
      story: [
        fall,
        manipulate('fall', 'catch', {
          changes: [change('look', '09:00'), change('reach out', '10:00:01'), change('pull', '11:00')],
        }),
      ],
      witnesses: [['change:2 brings about catch'], ['change:3 brings about catch']],
      explanation: [
        '“catch” (catch, 2025-03-01T10:00:00Z) is to be brought about by the change “reach out” at 2025-03-01T10:00:01Z,',
        'which is later than the event itself.',
      ],
      introducedBy: 'catch',
    },
  ],
  notFound: [
    {
      it: 'the change is made at the very time of the event',
      story: [fall, manipulate('fall', 'catch', { changes: [change('catch', '10:00')] })],
    },
    {
      it: 'the manipulation was reverted',
      story: [fall, manipulate('fall', 'catch', { changes: [change('catch', '11:00')] }), revert('catch')],
    },
    {
      it: 'the late change belongs to an earlier version',
      story: [fall, manipulate('fall', 'catch', { changes: [change('catch', '11:00')] }), manipulate('catch', 'drop')],
    },
  ],
});
