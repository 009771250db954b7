import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyLedger, type Ledger } from './model/state.ts';
import { perform } from './model.ts';
import type { Operation } from './protocol.ts';
import { operationOf, scripts } from './scripts.ts';

/** What random scripts came upon, in words such as `refused: event-exists`. */
function metBy(numRuns: number): ReadonlySet<string> {
  const met = new Set<string>();
  for (const script of fc.sample(scripts, { numRuns, seed: 1 })) {
    let ledger = emptyLedger;
    for (const step of script) {
      const operation: Operation = operationOf(step, ledger);
      const { ledger: after, response, checked } = perform(ledger, operation);
      if ('code' in response) met.add(`refused: ${response.code}`);
      if ('timeline_stability' in response) met.add(response.timeline_stability);
      const what = 'keepEffects' in operation && operation.keepEffects ? 'manipulate and keep' : operation.type;
      for (const { kind, severity } of checked?.faults ?? []) met.add(`${what}: ${kind}, ${severity}`);
      met.add(`depth ${Math.max(...after.timelines.map(({ id }) => depthOf(id, after)))}`);
      ledger = after;
    }
  }
  return met;
}

function depthOf(id: string, ledger: Ledger): number {
  const base = ledger.timelines.find((timeline) => timeline.id === id)?.base ?? null;
  return base === null ? 0 : 1 + depthOf(base, ledger);
}

const refusals = [
  'event-already-reverted',
  'event-exists',
  'event-has-successor',
  'event-not-found',
  'event-not-manipulated',
  'event-superseded',
  'merge-conflict',
  'paradox-detected',
  'timeline-has-branches',
  'timeline-is-primary',
  'timeline-not-found',
].map((code) => `refused: ${code}`);
const errors = [
  'bilocation',
  'conflicting_outcomes',
  'effect_before_cause',
  'grandfather',
  'temporal_constraint',
  'unmet_requirement',
  'retrocausal_change',
  'anchored_moment_changed',
].map((kind) => `${kind}, error`);
const warnings = ['orphaned_effect, warning', 'anchored_moment_changed, warning'];

test('random scripts come upon every refusal, every kind of fault, new ones too, and deep branches', () => {
  const met = metBy(3000);
  const checks = [...errors, ...warnings, 'causal_loop, error', 'duplicate_event, info'].map(
    (kind) => `check-paradox: ${kind}`,
  );
  const manipulations = [...errors, ...warnings].map((kind) => `manipulate: ${kind}`);
  const merges = ['causal_loop, error', 'effect_before_cause, error', 'orphaned_effect, warning'].map(
    (kind) => `merge-timeline: ${kind}`,
  );
  const stabilities = ['Stable', 'Strained', 'Unstable', 'Paradoxical'];
  const expected = [...refusals, ...checks, ...manipulations, ...merges, ...stabilities, 'depth 6'];
  expect(expected.filter((each) => !met.has(each))).toEqual([]);
});

test('a manipulation closes a circle only where it keeps effects, since nothing else names its event before it is made', () => {
  const met = metBy(300);
  expect(met).not.toContain('manipulate: causal_loop, error');
  expect(met).toContain('manipulate and keep: causal_loop, error');
});
