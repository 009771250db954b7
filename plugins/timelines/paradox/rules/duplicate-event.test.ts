import { ruleFinds } from '../testing/rule-cases.ts';
import { record } from '../testing/story.ts';

const bang = record('one', { description: 'Bang' });

ruleFinds('duplicate_event', {
  found: [
    {
      it: 'events have the same time, location and description; each but the first is a duplicate',
      story: [
        bang,
        record('two', { description: 'Bang', location: 'BERLIN ' }),
        record('three', { description: 'Bang' }),
      ],
      witnesses: [['one is the same as two'], ['one is the same as three']],
      explanation: [
        '“Bang” (two, 2025-03-01T12:00:00Z) has the same time, location and description as “Bang” (one),',
        'which was recorded first.',
      ],
      introducedBy: 'two',
    },
  ],
  notFound: [
    { it: 'the description differs', story: [bang, record('two', { description: 'bang' })] },
    { it: 'the location differs', story: [bang, record('two', { description: 'Bang', location: 'Rome' })] },
    { it: 'the time differs by a moment', story: [bang, record('two', { description: 'Bang', at: '12:00:00.001' })] },
  ],
});
