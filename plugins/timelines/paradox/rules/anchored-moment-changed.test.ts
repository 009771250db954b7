import { ruleFinds } from '../testing/rule-cases.ts';
import { clock, manipulate, record, revert } from '../testing/story.ts';

const noon = { anchor_id: 'anc_noon', timestamp: clock('12:00:00.900'), description: 'High noon', locked: false };
const eleven = { ...noon, anchor_id: 'anc_eleven', timestamp: clock('11:00') };
const change = (action: string, at: string) => ({ action, time: clock(at) });

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
  ],
  notFound: [
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
