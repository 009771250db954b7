import { ruleFinds } from '../testing/rule-cases.ts';
import { manipulate, record } from '../testing/story.ts';

const hour = 3_600_000;
const atLeast = (hours: number, event_id: string) => ({ event_id, min_delay: hours * hour });
const atMost = (hours: number, event_id: string) => ({ event_id, max_delay: hours * hour });

const start = record('start', { at: '09:00' });
const middle = record('middle', { at: '11:00', causes: [atLeast(2, 'start')] });

ruleFinds('temporal_constraint', {
  found: [
    {
      it: 'an effect comes sooner after its cause than it may',
      story: [start, record('end', { at: '10:00', causes: [atLeast(2, 'start')] })],
      witnesses: [['end at least 2h after start']],
      explanation: [
        '“end” (end, 2025-03-01T10:00:00Z) is 1h after its cause “start” (start, 2025-03-01T09:00:00Z),',
        'but must be at least 2h after it.',
      ],
      introducedBy: 'end',
    },
    {
      it: 'an effect comes later after its cause than it may',
      story: [start, record('end', { at: '10:30', causes: [atMost(1, 'start')] })],
      witnesses: [['start at most 1h before end']],
      explanation: [
        '“end” (end, 2025-03-01T10:30:00Z) is 90m after its cause “start” (start, 2025-03-01T09:00:00Z),',
        'but must be at most 1h after it.',
      ],
      introducedBy: 'end',
    },
    {
      it: 'the delays along two ways contradict each other, so that no times could keep them',
      story: [start, middle, record('end', { at: '13:00', causes: [atLeast(2, 'middle'), atMost(3, 'start')] })],
      witnesses: [['start at most 3h before end', 'end at least 2h after middle', 'middle at least 2h after start']],
      explanation: [
        '“end” (end, 2025-03-01T13:00:00Z) is 4h after its cause “start” (start, 2025-03-01T09:00:00Z),',
        'but must be at most 3h after it.',
        'No times can satisfy all delays: those along start → end → middle → start contradict each other by 1h.',
      ],
      introducedBy: 'end',
    },
    {
      it: 'the two limits on one delay contradict each other',
      story: [
        start,
        record('end', { at: '10:00', causes: [{ event_id: 'start', min_delay: 2 * hour, max_delay: hour }] }),
      ],
      witnesses: [['end at least 2h after start', 'start at most 1h before end']],
      explanation: /No times can satisfy all delays: those along end → start → end contradict each other by 1h\.$/,
      introducedBy: 'end',
    },
    {
      it: 'a cause is too late because of delays that all hold',
      story: [start, middle, record('end', { at: '10:00', causes: ['middle', atMost(1, 'start')] })],
      witnesses: [['end not before middle', 'middle at least 2h after start', 'start at most 1h before end']],
      explanation: [
        '“end” (end, 2025-03-01T10:00:00Z) is 1h before its cause “middle” (middle, 2025-03-01T11:00:00Z),',
        'but must not be before it.',
        'No times can satisfy all delays: those along end → middle → start → end contradict each other by 1h.',
      ],
      introducedBy: 'end',
    },
    {
      it: 'an event must come some time after itself',
      story: [record('self', { causes: [atLeast(1, 'self')] })],
      witnesses: [['self at least 1h after self']],
      explanation: /is 0m after its cause .* must be at least 1h after it\. No times can/,
      introducedBy: 'self',
    },
  ],
  notFound: [
    {
      it: 'delays are just long and just short enough',
      story: [start, middle, record('end', { at: '13:00', causes: [atLeast(2, 'middle'), atMost(4, 'start')] })],
    },
    {
      it: 'a cause is too late, and no delay makes it so',
      story: [record('effect', { at: '09:00', causes: ['cause'] }), record('cause', { at: '10:00' })],
    },
    {
      it: 'the cause of the delay was superseded',
      story: [start, record('end', { at: '10:00', causes: [atLeast(2, 'start')] }), manipulate('start', 'pause')],
    },
  ],
});
