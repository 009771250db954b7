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
        '“catch” (catch, 2025-03-01T10:00:00Z) would be caused by the change “reach out” at 2025-03-01T10:00:01Z,',
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

const noon = { anchor_id: 'anc_noon', timestamp: clock('12:00:00.900'), description: 'High noon', locked: false };
const eleven = { ...noon, anchor_id: 'anc_eleven', timestamp: clock('11:00') };

ruleFinds('anchored_moment_changed', {
  found: [
    {
      it: 'a manipulated event is within the second of an anchor',
      anchors: [noon],
      story: [record('duel', { at: '12:00' }), manipulate('duel', 'peace')],
      witnesses: [['peace alters anchor:anc_noon']],
      explanation: [
        '“peace” (peace, 2025-03-01T12:00:00Z) alters 2025-03-01T12:00:00Z, the moment of the anchor “High noon” (anc_noon):',
        '“peace” (peace) has a new outcome then.',
      ],
      introducedBy: 'peace',
    },
    {
      it: 'a change is, though the event is later',
      anchors: [eleven, { ...noon, locked: true }],
      story: [
        record('duel', { at: '13:00' }),
        manipulate('duel', 'peace', { changes: [change('talk', '11:30'), change('unload', '12:00:00.100')] }),
      ],
      witnesses: [['peace alters anchor:anc_noon']],
      explanation: /the moment of the locked anchor “High noon” \(anc_noon\): its change “unload” is made then\.$/,
      introducedBy: 'peace',
    },
    {
      it: 'a manipulated event spans the moment of a locked anchor',
      anchors: [{ ...noon, locked: true }],
      story: [record('siege', { at: '09:00', until: '15:00' }), manipulate('siege', 'peace')],
      witnesses: [['peace alters anchor:anc_noon']],
      explanation: /“peace” \(peace\) spans it\.$/,
      introducedBy: 'peace',
    },
    {
      it: 'a manipulation takes an event away that ended at a locked anchor',
      anchors: [{ ...noon, locked: true }],
      story: [record('siege', { at: '09:00', until: '12:00' }), manipulate('siege', 'peace', { at: '15:00' })],
      witnesses: [['peace alters anchor:anc_noon']],
      explanation: /“peace” \(peace\) was there before\.$/,
      introducedBy: 'peace',
    },
  ],
  notFound: [
    {
      it: 'a manipulated event spans it, and the anchor is not locked',
      anchors: [noon],
      story: [record('siege', { at: '09:00', until: '15:00' }), manipulate('siege', 'peace')],
    },
    { it: 'an event is recorded there', anchors: [noon], story: [record('duel', { at: '12:00' })] },
    {
      it: 'a manipulated event is a second later',
      anchors: [noon],
      story: [record('duel', { at: '12:00:01' }), manipulate('duel', 'peace')],
    },
    {
      it: 'the manipulation was reverted',
      anchors: [noon],
      story: [record('duel', { at: '12:00' }), manipulate('duel', 'peace'), revert('peace')],
    },
  ],
});
