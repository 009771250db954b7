import { Grounding } from 'chronoscribe/kinds/grounding';
import { startProvider } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { groundingContract } from '../contract.ts';
import { groundingProcess } from './grounding-process.ts';
import rules from './index.ts';

groundingContract('rules', async () => {
  const { instance, stop } = await startProvider(Grounding, rules);
  return { grounding: instance, close: stop };
});

test('a source that comes while the process is warmed up gets its own answer', async () => {
  const grounding = groundingProcess();
  onTestFinished(() => grounding.close());
  const passages = [{ id: 's1', speaker: null, text: 'I am allergic to penicillin.' }];
  const { signal } = new AbortController();
  const [{ facts }] = await Promise.all([
    grounding.findFacts({ passages, language: 'en' }, signal),
    grounding.warmUp(signal),
    grounding.warmUp(signal),
  ]);
  const found = await grounding.findFacts({ passages, language: 'en' }, signal);
  expect([facts, found.facts]).toEqual(Array.from({ length: 2 }, () => [expect.objectContaining({ kind: 'allergy' })]));
});
