import { expect, test } from 'vitest';
import { usable } from './part-name.ts';

test.each(['hello', 'lab-import', 'v2', 'x'.repeat(50)])('%j is a name', (name) => {
  expect(usable(name, ['anchors'])).toBe(name);
});

test.each(['', 'Hello', '../hello', 'hello world', '-hello', 'hello-', 'a--b', '1st', '__proto__', 'é', 'x\n', 'x'.repeat(51)])(
  '%j is none',
  (name) => {
    expect(() => usable(name, [])).toThrow('cannot be the name');
  },
);

test('a bundled name is taken', () => {
  expect(() => usable('anchors', ['anchors'])).toThrow('bundled already');
});
