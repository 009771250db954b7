import { describe, expect, test } from 'vitest';
import { disagreements } from './disagreements.ts';
import type { Operation, ReportedFinding } from './protocol.ts';
import { cause, check, hour, noon, record, tell } from './story.ts';

const link = (from: string, to: string) => ({ from, to });
const told = (kind: string, event_ids: readonly string[], more: Partial<ReportedFinding> = {}): ReportedFinding => ({
  kind,
  severity: 'error',
  event_ids,
  witness: [link(event_ids[0] ?? '', event_ids[1] ?? '')],
  introduced_by: event_ids.at(-1) ?? null,
  ...more,
});

/** What is wrong with these findings of a timeline on which this was recorded. */
function wrong(recorded: readonly Operation[], findings: readonly ReportedFinding[]): string {
  const { checked } = tell(...recorded, check());
  return checked === null ? 'unchecked' : disagreements(checked, findings).join('\n');
}

describe('findings that are right in the model', () => {
  const late = [record('a'), record('b', { causes: [cause('a')] })];
  const right = told('effect_before_cause', ['a', 'b']);

  test('are told as they are', () => {
    expect(wrong(late, [right])).toBe('');
    expect(wrong(late, [told('effect_before_cause', ['b', 'a'], { introduced_by: 'b' })])).toBe('');
  });

  test.each<[string, readonly ReportedFinding[]]>([
    ['Missed: effect_before_cause (error) of a, b', []],
    ['Missed: effect_before_cause (error) of a, b', [told('effect_before_cause', ['b'])]],
    ['Invented: effect_before_cause (error) of a, b, c', [right, told('effect_before_cause', ['a', 'b', 'c'])]],
    ['Invented: bilocation (error) of a, b', [right, told('bilocation', ['a', 'b'])]],
    ['Invented: effect_before_cause (warning) of a, b', [{ ...right, severity: 'warning' }]],
    ['did not come with that event', [{ ...right, introduced_by: 'a' }]],
    ['has no witness', [{ ...right, witness: [] }]],
    ['names an event twice', [told('effect_before_cause', ['a', 'b', 'b'])]],
  ])('are not: %s', (sentence, findings) => {
    expect(wrong(late, findings)).toContain(sentence);
  });
});

describe('a loop', () => {
  // Two circles, a–b and a–b–c, and one apart.
  const tangled = [
    record('a', { causes: [cause('b'), cause('c')] }),
    record('b', { causes: [cause('a')] }),
    record('c', { causes: [cause('b')] }),
    record('d', { causes: [cause('d')] }),
  ];
  const before = [
    told('effect_before_cause', ['a', 'b']),
    told('effect_before_cause', ['c', 'a'], { introduced_by: 'c' }),
  ];
  const also = [...before, told('effect_before_cause', ['b', 'c']), told('effect_before_cause', ['d'])];
  const loop = (...ids: readonly string[]) =>
    told('causal_loop', ids, { witness: ids.map((id, index) => link(id, ids[(index + 1) % ids.length] ?? '')) });

  test('is told once, with a shortest circle', () => {
    expect(wrong(tangled, [...also, loop('b', 'a'), loop('d')])).toBe('');
  });

  test.each<[string, readonly ReportedFinding[]]>([
    ['Missed: causal_loop (error) of d', [loop('a', 'b')]],
    ['is told twice', [loop('a', 'b'), loop('b', 'a'), loop('d')]],
    ['no shortest circle', [loop('a', 'b', 'c'), loop('d')]],
    ['no shortest circle', [loop('b', 'c'), loop('d')]],
    ['no shortest circle', [{ ...loop('a', 'b'), witness: [link('a', 'b')] }, loop('d')]],
    ['Invented: causal_loop (error) of a, d', [loop('a', 'b'), loop('a', 'd'), loop('d')]],
  ])('is not: %s', (sentence, findings) => {
    expect(wrong(tangled, [...also, ...findings])).toContain(sentence);
  });
});

test('a delay that is broken is told with the events whose delays cannot all hold, or alone', () => {
  const broken = (last: number) => [
    record('a'),
    record('b', { time: noon + hour, causes: [cause('a', hour)] }),
    record('c', { time: noon + 2 * hour, causes: [cause('b', hour), cause('a', null, last)] }),
  ];
  const all = told('temporal_constraint', ['a', 'b', 'c']);
  expect(wrong(broken(hour), [all])).toBe('');
  expect(wrong(broken(hour), [told('temporal_constraint', ['a', 'c'])])).toBe('');
  expect(wrong(broken(2 * hour), [])).toBe('');

  const circle = [
    record('d', { time: noon + hour, causes: [cause('f')] }),
    record('g', { time: noon + 2 * hour, causes: [cause('d', 2 * hour)] }),
    record('f', { time: noon + 3 * hour, causes: [cause('g')] }),
  ];
  const others = [
    told('causal_loop', ['d', 'g', 'f'], { witness: [link('d', 'g'), link('g', 'f'), link('f', 'd')] }),
    told('effect_before_cause', ['d', 'f']),
  ];
  const delay = told('temporal_constraint', ['d', 'g']);
  expect(wrong(circle, [...others, delay])).toBe('');
  expect(wrong(circle, [...others, delay, told('temporal_constraint', ['f', 'd', 'g'])])).toBe('');
  expect(wrong(circle, others)).toBe('Missed: temporal_constraint (error) of d, g');

  const mendable = [
    record('a'),
    record('b', { time: noon + hour, causes: [cause('a')] }),
    record('c', { time: noon + 2 * hour, causes: [cause('b'), cause('a', null, hour)] }),
  ];
  expect(wrong(mendable, [all])).toContain('all delays among them can hold');
});
