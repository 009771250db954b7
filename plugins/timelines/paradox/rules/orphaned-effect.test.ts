import { ruleFinds } from '../testing/rule-cases.ts';
import { manipulate, record, revert } from '../testing/story.ts';

const match = record('match', { at: '09:00' });
const fire = record('fire', { at: '10:00', causes: ['match', 'match'] });

ruleFinds('orphaned_effect', {
  found: [
    {
      it: 'a cause was superseded',
      story: [match, fire, manipulate('match', 'rain')],
      witnesses: [['match causes fire', 'rain supersedes match']],
      explanation: '“fire” (fire, 2025-03-01T10:00:00Z) names match as its cause, but that was superseded by “rain” (rain).',
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
