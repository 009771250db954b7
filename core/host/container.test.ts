import { describe, expect, test } from 'vitest';
import { defineKind, type Kind } from '../api/kind.ts';
import { validateDependencies } from './container.ts';
import type { Part } from './part.ts';

const [Lamp, Oil, Match] = [defineKind<string>('lamp'), defineKind<string>('oil'), defineKind<string>('match')];

function part(name: string, needs: readonly Kind<unknown>[], provides: readonly Kind<unknown>[]): Part {
  const named = (kinds: readonly Kind<unknown>[]) => Object.fromEntries(kinds.map((kind) => [kind.name, kind]));
  return {
    name,
    needs: named(needs),
    provides: named(provides),
    create: async () => ({}),
    stop: async () => undefined,
    health: async () => undefined,
  };
}

const messages = (...parts: readonly Part[]) => validateDependencies(parts).map(({ message }) => message);

describe('parts that fit together', () => {
  test('need no order', () => {
    expect(
      messages(part('lighthouse', [Lamp], []), part('lamp brass', [Oil], [Lamp]), part('oil whale', [], [Oil])),
    ).toEqual([]);
  });

  test('may share what they need', () => {
    const both = [part('lighthouse', [Lamp, Oil], []), part('lamp brass', [Oil], [Lamp]), part('oil whale', [], [Oil])];
    expect(messages(...both)).toEqual([]);
  });
});

describe('parts that do not', () => {
  test('are each told what they lack', () => {
    expect(validateDependencies([part('lighthouse', [Lamp, Match], []), part('stove', [Match], [])])).toMatchObject([
      { message: 'lighthouse needs a lamp', missing: 'lamp' },
      { message: 'lighthouse needs a match', missing: 'match' },
      { message: 'stove needs a match', missing: 'match' },
    ]);
  });

  test('are told which of them provide the same', () => {
    expect(messages(part('lamp brass', [], [Lamp]), part('lamp tin', [], [Lamp]))).toEqual([
      'lamp tin provides a lamp, and so does lamp brass; disable one of them',
    ]);
  });

  test('are shown the circle, once, also where something else leads into it', () => {
    const circle = [
      part('lighthouse', [Lamp], []),
      part('lamp', [Oil], [Lamp]),
      part('oil', [Match], [Oil]),
      part('match', [Lamp], [Match]),
    ];
    expect(messages(...circle)).toEqual(['these need each other in a circle: lamp → oil → match → lamp']);
  });

  test('may be a circle of one', () => {
    expect(messages(part('lamp', [Lamp], [Lamp]))).toEqual(['these need each other in a circle: lamp → lamp']);
  });
});
