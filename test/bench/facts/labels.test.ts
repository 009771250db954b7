import { expect, test } from 'vitest';
import { findFacts } from '../../../providers/grounding/rules/facts/find-facts.ts';
import { corporaThere, visitsOfAciBench } from '../notes/visits.ts';
import { passagesOf } from '../notes/writing.ts';
import { count, emptyRecall } from './clinician-facts.ts';
import { checkLabels } from './labels.ts';

test.skipIf(!corporaThere)('at least 97 % of the mentions labelled by hand are read as labelled', () => {
  const { right, wrong } = checkLabels();
  expect(right + wrong.length).toBeGreaterThanOrEqual(300);
  expect(right / (right + wrong.length), wrong.join('\n')).toBeGreaterThanOrEqual(0.97);
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
