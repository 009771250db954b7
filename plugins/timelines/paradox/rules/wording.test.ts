import { describe, expect, it, test } from 'vitest';
import { clock, record, versionsOf } from '../testing/story.ts';
import { canonicalJson, isSameValue } from '../world/state-over-time.ts';
import { formatDelay, formatEvent, formatEventWithTime, formatFact, formatPath, truncate } from './wording.ts';

const [described = expect.fail(), nameless = expect.fail()] = versionsOf(
  record('ev-1', { at: '09:00', description: 'First\n  contact' }),
  record('ev-2', { at: '09:00', description: ' ' }),
);

describe('an event is formatted', () => {
  it('by its description on one line and its id', () => {
    expect(formatEvent(described)).toBe('“First contact” (ev-1)');
    expect(formatEventWithTime(described)).toBe('“First contact” (ev-1, 2025-03-01T09:00:00Z)');
  });

  it('by its id alone if it has no description', () => {
    expect(formatEvent(nameless)).toBe('ev-2');
    expect(formatEventWithTime(nameless)).toBe('(ev-2, 2025-03-01T09:00:00Z)');
  });
});

describe('a long text', () => {
  it('is truncated with an ellipsis', () => {
    expect(truncate('abcdef', 6)).toBe('abcdef');
    expect(truncate('abcdefg', 6)).toBe('abcde…');
  });

  it('is not cut inside a character', () => {
    expect(truncate('🕰🕰🕰🕰', 4)).toBe('🕰🕰🕰🕰');
    expect(truncate('🕰🕰🕰🕰🕰', 4)).toBe('🕰🕰🕰…');
  });
});

it('a long path is shortened to its beginning and its end', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  expect(formatPath(ids.slice(0, 8))).toBe('a → b → c → d → e → f → g → h');
  expect(formatPath(ids)).toBe('a → b → c → d → e → 2 more → h → i → j');
});

test.each([
  [0, '0m'],
  [90 * 60_000, '90m'],
  [2 * 3_600_000, '2h'],
  [48 * 3_600_000, '2d'],
  [61_000, '61s'],
  [1500, '1500ms'],
])('%d ms are written %s', (milliseconds, text) => {
  expect(formatDelay(milliseconds)).toBe(text);
});

describe('a fact', () => {
  it('is written as JSON with sorted keys', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}');
    expect(formatFact('door', 'open')).toBe('door = "open"');
    expect(formatFact('note', 'x'.repeat(100))).toHaveLength('note = '.length + 60);
  });

  it('equals a fact of equal value, and no absent one', () => {
    expect(isSameValue({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
    expect(isSameValue([1, 2], [2, 1])).toBe(false);
    expect(isSameValue('1', 1)).toBe(false);
    expect(isSameValue(null, undefined)).toBe(false);
  });
});

it('the clock of a story is that of its day', () => {
  expect(new Date(clock('09:00')).toISOString()).toBe('2025-03-01T09:00:00.000Z');
});
