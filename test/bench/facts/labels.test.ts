import { expect, test } from 'vitest';
import { findFacts } from '../../../providers/grounding/rules/facts/find-facts.ts';
import { corporaThere, visitsOfAciBench } from '../notes/visits.ts';
import { passagesOf } from '../notes/writing.ts';
import { count, emptyRecall } from './clinician-facts.ts';
import { checkLabels } from './labels.ts';

test.skipIf(!corporaThere)('96 % of the mentions labelled by hand are read as labelled, 97 % or left open', () => {
  const { right, open, wrong } = checkLabels();
  const all = right + open + wrong.length;
  expect(all).toBeGreaterThanOrEqual(300);
  expect(right / all).toBeGreaterThanOrEqual(0.96);
  expect((right + open) / all, wrong.join('\n')).toBeGreaterThanOrEqual(0.97);
});

test.skipIf(!corporaThere)('every medicine and amount that clinicians kept is among the facts of the visit', () => {
  const recall = emptyRecall();
  for (const visit of visitsOfAciBench('valid')) {
    const { facts } = findFacts({ passages: passagesOf(visit), language: 'en' });
    count(recall, visit, facts.map(({ text }) => text).join('\n'));
  }
  expect(recall.medication.kept).toBe(recall.medication.wanted);
  expect(recall.amount.kept).toBe(recall.amount.wanted);
  expect(recall.order.kept / recall.order.wanted).toBeGreaterThan(0.98);
  expect(recall.condition.kept / recall.condition.wanted).toBeGreaterThan(0.93);
});
