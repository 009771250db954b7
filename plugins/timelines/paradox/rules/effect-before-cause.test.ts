import { ruleFinds } from '../testing/rule-cases.ts';
import { manipulate, record } from '../testing/story.ts';

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
      story: [record('smoke', { at: '09:00', causes: ['fire'] }), record('fire', { at: '10:00' }), manipulate('fire', 'rain')],
    },
  ],
});
