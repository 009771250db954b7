import { Grounding } from 'chronoscribe/kinds/grounding';
import { startProvider } from 'chronoscribe/testing';
import { groundingContract } from '../contract.ts';
import rules from './index.ts';

groundingContract('rules', async () => {
  const { instance, stop } = await startProvider(Grounding, rules);
  return { grounding: instance, close: stop };
});
